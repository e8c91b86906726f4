import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { failing, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person
let clerk: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  clerk = await organisation.hire('Bruno Siqueira', 'destination', 'Usuário')
  const { dpid } = await admin.call('POST', '/api/departments', { dpname: 'Compras', dpdescription: 'Licitações' })
  await admin.call('PUT', `/api/departments/${dpid}`, { dpname: 'Aquisições', dpdescription: 'Licitações' })
})

test.afterAll(() => organisation.server.stop())

// proves 18.38
test('an Admin reads who did what, filters it and takes it along', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Auditoria' }).click()
  await expect(page.getByRole('heading', { name: 'Auditoria', level: 1 })).toBeVisible()
  const changed = rowOf(page, 'Departamento alterado')
  await expect(changed).toContainText('Helena Prado')
  await expect(changed).toContainText('Departamento Aquisições')
  await expect(changed).toContainText('127.0.0.1')
  await changed.getByText('Ver o que mudou').click()
  await expect(changed).toContainText('Nome')
  await expect(changed).toContainText('Compras')
  await expectAccessible(page, 'the audit')

  await page.getByLabel('O quê').fill('departamentos')
  await page.getByLabel('O quê').press('Enter')
  await expect(page).toHaveURL(/action=department/)
  await expect(page.getByText('5 eventos encontrados')).toBeVisible()
  await page.getByLabel('Quem').fill('Helena')
  await page.getByLabel('Quem').press('Enter')
  await expect(page).toHaveURL(/actor=\d+/)
  await expect(page.getByText('2 eventos encontrados')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 eventos encontrados')).toBeVisible()
  await expect(page.getByLabel('Quem')).toHaveValue('Helena Prado')

  const release = await holdBack(page, 'GET', '/api/audit/export')
  await page.getByRole('button', { name: 'Exportar (CSV)' }).click()
  await expect(page.getByRole('button', { name: 'Cancelar exportação' })).toBeFocused()
  const [download] = await Promise.all([page.waitForEvent('download'), release()])
  await expect(page.getByRole('button', { name: 'Exportar (CSV)' })).toBeFocused()
  expect(download.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('"Departamento alterado";"Departamento Aquisições";"Nome: Compras";"Nome: Aquisições"')

  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(page).toHaveURL(`${organisation.server.url}/settings/audit`)
  await page.goto('/settings/audit?action=export')
  await expect(rowOf(page, 'Exportação')).toContainText('Auditoria')

  await page.getByLabel('De', { exact: true }).fill('01/01/2020')
  await page.getByLabel('Até').fill('31/12/2020')
  await expect(page.getByText('Nenhum evento encontrado.')).toBeVisible()
  await expect(page).toHaveURL(/from=2020-01-01.*to=2020-12-31/)
})

// proves 18.38
test('an attempt at a protocol of others is seen', async ({ browser }) => {
  const stranger = await organisation.hire('Carla Dias', 'third', 'Usuário')
  const { id } = await organisation.send(admin)
  await expect(stranger.call('GET', `/api/protocols/${id}`)).rejects.toThrow()
  // Recorded after the response.
  await expect.poll(async () => (await admin.call('GET', '/api/audit?action=access')).meta.total).toBeGreaterThan(0)
  const page = await openPage(browser, organisation.server, admin, '/settings/audit?action=access')
  const denied = rowOf(page, 'Acesso negado')
  await expect(denied).toContainText('Carla Dias')
  await expect(denied).toContainText(`Protocolo ${id}`)
  await denied.getByText('Ver detalhes').click()
  await expect(denied).toContainText('Protocolo não encontrado')
})

// proves 18.38
test('it says so when it cannot be loaded, and to those who may not read it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings')
  await failing(page, 'GET', '/api/audit', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Auditoria' }).click()
    await expect(page.getByText('Erro ao carregar a auditoria. Tente novamente.')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Departamento alterado')).toBeVisible()

  const other = await openPage(browser, organisation.server, clerk, '/settings')
  await expect(other.getByRole('main').getByRole('link', { name: 'Calendário' }).first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'Auditoria' })).toHaveCount(0)
  await other.goto('/settings/audit')
  await expect(other.getByText('Você não tem acesso a esta tela')).toBeVisible()
})

// proves 18.38
test('on a phone and in the dark it is cards', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/audit', { ...phone, colorScheme: 'dark' })
  const card = page.getByRole('list', { name: 'Eventos da auditoria' }).getByRole('listitem')
  const changed = card.filter({ hasText: 'Departamento alterado' })
  await changed.getByText('Ver o que mudou').click()
  await expect(changed).toContainText('Compras')
  await fitsTheWindow(page)
  await expectAccessible(page, 'the audit on a phone')
})
