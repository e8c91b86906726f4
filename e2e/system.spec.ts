import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { root } from '../scripts/lib/run.ts'
import { blankSettings } from '../server/src/platform/settings/config.ts'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let admin: Person
let clerk: Person

test.beforeAll(async () => {
  // A scanner that does not answer is a problem, and a mail server nobody needs yet is none.
  organisation = await testOrganisation({ CLAMAV_HOST: '127.0.0.1:1', SMTP_URL: 'smtp://127.0.0.1:1' })
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  clerk = await organisation.hire('Bruno Siqueira', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

// proves 19.34
test('an Admin finds the system and sees problems first, with what to do', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sistema')
  await page.getByRole('option', { name: 'Sistema Configurações' }).click()
  await expect(page).toHaveURL(/\/settings\/system$/)
  await expect(page.getByRole('heading', { name: 'Sistema', level: 1 })).toBeVisible()

  const first = page.getByRole('list', { name: 'Precisa de atenção' }).getByRole('listitem').first()
  await expect(first).toContainText('Antivírus')
  await expect(first).toContainText('Problema')
  await expect(first).toContainText('Verifique se o serviço clamav-daemon está em execução.')
  await expect(page.getByRole('status').filter({ hasText: '1 problema' })).toBeVisible()
  const fine = page.getByRole('list', { name: 'Em ordem' })
  await expect(fine.getByRole('listitem').filter({ hasText: 'PostgreSQL' })).toContainText('Banco de dados')
  await expect(page.getByText('Servidores no ar')).toBeVisible()
  await expectAccessible(page, 'the system')

  // It looks again by itself every 30 s, which begin anew: the look that is held back must be the one that is asked for.
  await page.reload()
  const again = page.getByRole('button', { name: 'Verificar agora' })
  await expect(again).toBeEnabled()
  const asked = page.waitForResponse(/\/api\/system$/)
  const release = await holdBack(page, 'GET', '/api/system')
  await again.click()
  await expect(again).toBeDisabled()
  release()
  expect((await asked).status()).toBe(200)
  await expect(again).toBeEnabled()
  await expect(again).toBeFocused()
})

// proves 19.34
test('it looks again by itself, and says when all is well', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings')
  await page.clock.install()
  await page.getByRole('main').getByRole('link', { name: 'Sistema' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 problema' })).toBeVisible()
  const checks = [{ id: 'database', title: 'Banco de dados', state: 'ok', summary: 'PostgreSQL 18.4.', advice: null }]
  await answerWith(page, 'GET', '/api/system', 200, {
    ...{ version: '1.0.0', started_at: '2026-11-22T12:00:00Z', node: '24.21.0', instances: 2, checks },
  })
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('status').filter({ hasText: 'Tudo em ordem.' })).toBeVisible()
})

// proves 19.36
test('an unexpected error has a code, which can be copied', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings')
  expectFailedCall(page, 'GET', '/api/system', 500)
  await page.route('**/api/system', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'k3m9x2p7q4ab' },
      contentType: 'application/json',
      body: '{}',
    }),
  )
  await page.getByRole('main').getByRole('link', { name: 'Sistema' }).click()
  await expect(page.getByText('Erro ao verificar o sistema. Tente novamente.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Código do erro: k3m9x2p7q4ab')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar o código do erro' }).click()
  await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('k3m9x2p7q4ab')
  await page.unroute('**/api/system')

  // The toast of a change that failed.
  await page.goto('/settings/departments')
  expectFailedCall(page, 'POST', '/api/departments', 500)
  await page.route('**/api/departments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 500,
          headers: { 'x-request-id': 'z7y6x5w4v3u2' },
          contentType: 'application/json',
          body: JSON.stringify({ message: 'Ocorreu um erro inesperado. Tente novamente.', code: 'INTERNAL_ERROR' }),
        })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  await page.getByLabel('Nome').fill('Arquivo')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('Código do erro: z7y6x5w4v3u2')
})

// proves 19.37
test('npm run doctor says the same beside the running server', async () => {
  const { dataDir, url } = organisation.server
  const settings = { DATA_DIR: dataDir, PORT: new URL(url).port, APP_URL: url, CLAMAV_HOST: '127.0.0.1:1' }
  const env = { ...process.env, ...blankSettings, ...settings }
  const run = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { cwd: root, env })
  const { code, stdout } = (await run.catch((error) => error)) as { code?: number; stdout: string }
  expect(stdout).toContain(`✓ Servidor: Responde em ${url}.`)
  expect(stdout).toContain('✓ Armazenamento dos anexos')
  expect(stdout).toContain('✗ Antivírus (problema)')
  expect(code).toBe(1)
  expect(await admin.call('GET', '/api/system')).toMatchObject({ instances: 1 })
})

// proves 19.34
test('it is for Admins, and fits a phone in the dark', async ({ browser }) => {
  const other = await openPage(browser, organisation.server, clerk, '/settings/system')
  await expect(other.getByText('Você não tem acesso a esta tela')).toBeVisible()

  const page = await openPage(browser, organisation.server, admin, '/settings/system', {
    ...phone,
    colorScheme: 'dark',
  })
  await expect(page.getByRole('list', { name: 'Em ordem' })).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the system on a phone')
})
