import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { root } from '../scripts/lib/run.ts'
import { blankSettings } from '../server/src/platform/settings/config.ts'
import { onServer } from '../server/src/test/on-server.ts'
import { holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { becomePhone, fitsTheWindow, pageOf, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person

test.beforeAll(async () => {
  // A scanner that does not answer is a problem, and a mail server nobody needs yet is none.
  organisation = await testOrganisation({
    ...{ CLAMAV_HOST: '127.0.0.1:1', SMTP_URL: 'smtp://127.0.0.1:1', BACKUP_DIR: '/mnt/copias' },
  })
  await record('verified_at, bytes', 'now(), 1000000')
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  const { dpid } = await admin.call('POST', '/api/departments', { dpname: 'Compras', dpdescription: 'Licitações' })
  await admin.call('PUT', `/api/departments/${dpid}`, { dpname: 'Aquisições', dpdescription: 'Licitações' })
})

test.afterAll(() => organisation.server.stop())

const record = (columns: string, values: string) =>
  onServer(
    organisation.server.ownerConnectionString,
    `insert into backups (started_at, finished_at, name, place, ${columns})
     values (now(), now(), 'malote.tar.gz.enc', '/mnt/copias', ${values})`,
  )

const failure = (id: string) => ({
  ...{ status: 500, headers: { 'x-request-id': id }, contentType: 'application/json' },
  body: JSON.stringify({ message: 'Ocorreu um erro inesperado. Tente novamente.', code: 'INTERNAL_ERROR' }),
})

// proves 18.38, 19.23, 19.34, 19.36
test('an Admin cannot overlook a failed backup, sees problems with what to do, and reads who did what', async ({
  browser,
}) => {
  await record('error', "'Não há espaço em disco em /mnt/copias.'")
  const page = await pageOf(browser, organisation.server, admin)
  await page.clock.install()
  await page.goto('/')
  const notice = page.getByRole('alert').filter({ hasText: 'Cópia de segurança' })
  await expect(notice).toContainText('A última tentativa de cópia falhou: Não há espaço em disco em /mnt/copias.')
  await expect(notice).toContainText('O Malote tenta de novo a cada hora')
  await expectAccessible(page, 'the notice of a failed backup')
  const { width, height } = page.viewportSize() ?? phone.viewport
  await resize(page, phone.viewport)
  await fitsTheWindow(page)
  await resize(page, { width, height })
  await record('verified_at, bytes', 'now(), 1000000')
  await page.clock.fastForward(601_000)
  await expect(notice).toHaveCount(0)

  let isFailing = true
  expectFailedCall(page, 'GET', '/api/system', 500)
  await page.route('**/api/system', (route) => (isFailing ? route.fulfill(failure('k3m9x2p7q4ab')) : route.fallback()))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sistema')
  await page.getByRole('option', { name: 'Sistema Configurações' }).click()
  await expect(page).toHaveURL(/\/settings\/system$/)
  await expect(page.getByRole('heading', { name: 'Sistema', level: 1 })).toBeVisible()
  await expect(page.getByText('Erro ao verificar o sistema. Tente novamente.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Código do erro: k3m9x2p7q4ab')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar o código do erro' }).click()
  await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('k3m9x2p7q4ab')

  isFailing = false
  await page.clock.fastForward(31_000)
  // The page looks again after 30 s: a check that was too slow once is then no problem any more.
  await expect(page.getByRole('status').filter({ hasText: '1 problema' })).toBeVisible({ timeout: 100_000 })
  const first = page.getByRole('list', { name: 'Precisa de atenção' }).getByRole('listitem').first()
  await expect(first).toContainText('Antivírus')
  await expect(first).toContainText('Problema')
  await expect(first).toContainText('Verifique se o serviço clamav-daemon está em execução.')
  const fine = page.getByRole('list', { name: 'Em ordem' })
  await expect(fine.getByRole('listitem').filter({ hasText: 'PostgreSQL' })).toContainText('Banco de dados')
  await expect(page.getByText('Servidores no ar')).toBeVisible()
  await expectAccessible(page, 'the system')

  const go = (section: string) =>
    page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: section }).click()
  await go('Departamentos')
  expectFailedCall(page, 'POST', '/api/departments', 500)
  await page.route('**/api/departments', (route) =>
    route.request().method() === 'POST' ? route.fulfill(failure('z7y6x5w4v3u2')) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  await page.getByLabel('Nome').fill('Arquivo')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('Código do erro: z7y6x5w4v3u2')
  await page.getByLabel('Nome').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  await go('Auditoria')
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
  await page.getByLabel('O quê').fill('exportaç')
  await page.getByLabel('O quê').press('Enter')
  await expect(rowOf(page, 'Exportação')).toContainText('Auditoria')

  await page.getByLabel('De', { exact: true }).fill('01/01/2020')
  await page.getByLabel('Até').fill('31/12/2020')
  await expect(page.getByText('Nenhum evento encontrado.')).toBeVisible()
  await expect(page).toHaveURL(/from=2020-01-01.*to=2020-12-31/)

  await page.getByRole('button', { name: 'Limpar' }).click()
  await becomePhone(page)
  const card = page.getByRole('list', { name: 'Eventos da auditoria' }).getByRole('listitem')
  const onPhone = card.filter({ hasText: 'Departamento alterado' })
  await onPhone.getByText('Ver o que mudou').click()
  await expect(onPhone).toContainText('Compras')
  await fitsTheWindow(page)
  await expectAccessible(page, 'the audit on a phone')
  await go('Sistema')
  await expect(fine).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the system on a phone')
})

// proves 19.37
test('npm run doctor says the same beside the running server', async () => {
  const { dataDir, url } = organisation.server
  const settings = { DATA_DIR: dataDir, PORT: new URL(url).port, APP_URL: url, CLAMAV_HOST: '127.0.0.1:1' }
  const env = { ...process.env, ...blankSettings, ...settings }
  // On a machine that stands still each check is given up after two seconds.
  await expect(async () => {
    const run = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { cwd: root, env })
    const { code, stdout } = (await run.catch((error) => error)) as { code?: number; stdout: string }
    expect(stdout).toContain(`✓ Servidor: Responde em ${url}.`)
    expect(stdout).toContain('✓ Armazenamento dos anexos')
    expect(stdout).toContain('✗ Antivírus (problema)')
    expect(code).toBe(1)
  }).toPass()
  await expect.poll(() => admin.call('GET', '/api/system')).toMatchObject({ instances: 1 })
})
