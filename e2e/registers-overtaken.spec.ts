import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf, withoutEvents } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { noDialog, pick, rowOf, saveButton } from './support/vocabulary.ts'

/** Two Admins edit the same record: neither overwrites changes that they have not seen. */

let organisation: TestOrganisation
let helena: Person
let otavio: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  helena = await organisation.hire('Helena Prado', 'origin', 'Admin')
  otavio = await organisation.hire('Otávio Reis', 'origin', 'Admin')
})

test.afterAll(() => organisation.server.stop())

const overtaken = 'Este cadastro foi alterado por outra pessoa enquanto você editava.'

/** The dialog in which Helena edits the record with this name. */
async function edit(browser: Browser, path: string, name: string) {
  const page = await openPage(browser, organisation.server, helena, `/settings/${path}`)
  await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click()
  return { page, dialog: page.getByRole('dialog') }
}

async function saveTooLate(page: Page, call: string) {
  expectFailedCall(page, 'PUT', call, 409)
  await saveButton(page.getByRole('dialog')).click()
  await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: overtaken })).toBeVisible()
}

const saveAnyway = (page: Page) => page.getByRole('button', { name: 'Salvar mesmo assim' })

// proves 12.26
test('a department: what was typed stays beside what is saved, and is saved when one wants it', async ({ browser }) => {
  const { dpid } = await otavio.call('POST', '/api/departments', { dpname: 'Arquivo', dpdescription: 'Térreo' })
  const call = `/api/departments/${dpid}`
  const { page, dialog } = await edit(browser, 'departments', 'Arquivo')
  await dialog.getByLabel('Descrição').fill('Subsolo')
  await otavio.call('PUT', call, { dpname: 'Arquivo Geral', dpdescription: 'Primeiro andar' })

  await saveTooLate(page, call)

  await expect(dialog.getByLabel('Nome')).toHaveValue('Arquivo Geral')
  await expect(dialog.getByLabel('Descrição')).toHaveValue('Subsolo')
  await expect(dialog.getByText('Salvo agora: Primeiro andar')).toBeVisible()
  await expectAccessible(page, 'a form that was overtaken')

  await saveAnyway(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Arquivo Geral')).toContainText('Subsolo')
})

// proves 12.26
test('an item type: what was typed can be given up', async ({ browser }) => {
  const { id } = await otavio.call('POST', '/api/item-types', { type_name: 'Laudo', type_description: 'Técnico' })
  const call = `/api/item-types/${id}`
  const { page, dialog } = await edit(browser, 'item-types', 'Laudo')
  await dialog.getByLabel('Nome').fill('Laudo médico')
  await otavio.call('PUT', call, { type_name: 'Laudo pericial', type_description: 'Técnico' })
  await saveTooLate(page, call)

  await dialog.getByRole('button', { name: 'Descartar o que digitei' }).click()

  await expect(dialog.getByLabel('Nome')).toHaveValue('Laudo pericial')
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  await expect(dialog.getByText(overtaken)).toBeHidden()
  await expect(dialog.getByText('Salvo agora')).toBeHidden()
  await saveButton(dialog).click()
  await noDialog(page)
})

test('a category: the colour and the days that somebody else chose are named', async ({ browser }) => {
  const fields = { ctname: 'Licitações', return_days: 10, category_parameter: 'Dias úteis', color: '#0e7c86' }
  const { ctid } = await otavio.call('POST', '/api/categories', fields)
  const call = `/api/categories/${ctid}`
  const { page, dialog } = await edit(browser, 'categories', 'Licitações')
  await dialog.getByRole('radio', { name: 'Azul' }).check({ force: true })
  await dialog.getByLabel('Dias de retorno').fill('15')
  await otavio.call('PUT', call, { ...fields, return_days: null, color: '#b33a32' })
  await saveTooLate(page, call)
  await expect(dialog.getByText('Salvo agora: Vermelho')).toBeVisible()
  await expect(dialog.getByText('Salvo agora: em branco')).toBeVisible()

  // Changed by the other Admin again before saving: the conflict is shown once more.
  await otavio.call('PUT', call, { ...fields, return_days: 20, color: '#b33a32' })
  expectFailedCall(page, 'PUT', call, 409)
  await saveAnyway(page).click()
  await expect(dialog.getByText('Salvo agora: 20')).toBeVisible()
  await saveAnyway(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Licitações')).toContainText('15 dias')
})

test('a supplier that leaves the list meanwhile takes nothing with it', async ({ browser }) => {
  const fields = { cnpj: '45.997.418/0001-53', company_name: 'Gráfica Sol', state: 'SP', city: 'Santos' }
  const { id } = await otavio.call('POST', '/api/suppliers', fields)
  const call = `/api/suppliers/${id}`
  const page = await pageOf(browser, organisation.server, helena)
  const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events')
  await page.goto('/settings/suppliers?status=active')
  await listening
  await page.getByRole('button', { name: 'Editar Gráfica Sol' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cidade').fill('Guarujá')
  const listed = page.waitForResponse((answer) => answer.url().includes('/api/suppliers?'))
  await otavio.call('PUT', call, { ...fields, city: 'Cubatão', is_active: false })
  expect((await (await listed).json()).data.map((row: { id: number }) => row.id)).not.toContain(id)

  await saveTooLate(page, call)

  await expect(dialog.getByLabel('Cidade')).toHaveValue('Guarujá')
  await expect(dialog.getByText('Salvo agora: Cubatão')).toBeVisible()
  await expect(dialog.getByLabel('Ativo')).not.toBeChecked()
  await saveAnyway(page).click()
  await noDialog(page)
  const found = await otavio.call('GET', '/api/suppliers?search=45997418000153')
  expect(found.data[0]).toMatchObject({ city: 'Guarujá', is_active: false })
})

test('a person: the department that somebody else chose is named', async ({ browser }) => {
  const fields = {
    uname: 'Íris Dias',
    uemail: 'iris@malote.test',
    udpid: organisation.departments.origin,
    role: 'Usuário',
  }
  const { uid } = await otavio.call('POST', '/api/users', fields)
  const call = `/api/users/${uid}`
  const { page, dialog } = await edit(browser, 'users', 'Íris Dias')
  await pick(dialog, 'Departamento', 'Jurídico')
  await otavio.call('PUT', call, { ...fields, udpid: organisation.departments.third, role: 'Gestor' })
  await saveTooLate(page, call)
  await expect(dialog.getByText('Salvo agora: Almoxarifado')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Perfil' })).toHaveValue('Gestor')
  await saveAnyway(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Íris Dias')).toContainText('Jurídico')
  await expect(rowOf(page, 'Íris Dias')).toContainText('Gestor')
})

test('a holiday', async ({ browser }) => {
  const call = '/api/calendar/holidays/2031-03-04'
  await otavio.call('POST', '/api/calendar/holidays', { date: '2031-03-04', name: 'Aniversário' })
  const page = await openPage(browser, organisation.server, helena, '/settings/calendar?year=2031')
  await page.getByRole('button', { name: 'Editar Aniversário' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Aniversário da cidade')
  await otavio.call('PUT', call, { date: '2031-03-04', name: 'Fundação' })
  await saveTooLate(page, call)
  await expect(dialog.getByText('Salvo agora: Fundação')).toBeVisible()
  await saveAnyway(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Aniversário da cidade')).toBeVisible()
})

test('an edit that was interrupted by the end of the session still belongs to what it began from', async ({
  browser,
}) => {
  const { dpid } = await otavio.call('POST', '/api/departments', { dpname: 'Protocolo Geral' })
  const call = `/api/departments/${dpid}`
  const { page, dialog } = await edit(browser, 'departments', 'Protocolo Geral')
  await withoutEvents(page)
  await dialog.getByLabel('Descrição').fill('Balcão')
  await helena.call('POST', '/api/auth/logout')
  expectFailedCall(page, 'PUT', call, 401)
  await saveButton(dialog).click()
  await otavio.call('PUT', call, { dpname: 'Protocolo Geral', dpdescription: 'Guichê 2' })
  await page.getByLabel('E-mail').fill(helena.email)
  await page.getByLabel('Senha', { exact: true }).fill(helena.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(dialog.getByLabel('Descrição')).toHaveValue('Balcão')
  await saveTooLate(page, call)
  await expect(dialog.getByText('Salvo agora: Guichê 2')).toBeVisible()
})
