import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { guestPage, pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { rowOf, said } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person
let clerk: Person
let departed: Person

test.beforeAll(async () => {
  organisation = await testOrganisation({
    ...{ ORG_NAME: 'Prefeitura de Aurora', DPO_CONTACT: 'encarregado@aurora.test' },
    ...{ RETENTION_PEOPLE_DAYS: '730', RETENTION_AUDIT_DAYS: '1825' },
  })
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  clerk = await organisation.hire('Bruno Siqueira', 'origin', 'Usuário')
  departed = await organisation.hire('Ana Lima', 'origin', 'Usuário')
  const ana = { uname: 'Ana Lima', uemail: departed.email, udpid: organisation.departments.origin }
  await admin.call('PUT', `/api/users/${departed.id}`, { ...ana, is_active: false })
})

test.afterAll(() => organisation.server.stop())

async function download(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), data: JSON.parse(await readFile(await file.path(), 'utf8')) }
}

const readNotice = async (browser: Browser, options = {}) => {
  const page = await guestPage(browser, organisation.server, '/login', options)
  await page.getByRole('link', { name: 'Privacidade' }).click()
  await expect(page.getByRole('heading', { name: 'Privacidade', level: 1 })).toBeVisible()
  return page
}

// proves 18.83
test('the privacy notice is one press from the sign-in, with the periods and the contact of this installation', async ({
  browser,
}) => {
  const page = await readNotice(browser)
  await expect(page).toHaveURL(/\/privacidade$/)
  await expect(page.getByText('Prefeitura de Aurora')).toBeVisible()
  await expect(page.getByRole('link', { name: 'encarregado@aurora.test' })).toHaveAttribute(
    'href',
    'mailto:encarregado@aurora.test',
  )
  await expect(page.getByText(/180 dias depois de lidas; as não lidas, 365 dias/)).toBeVisible()
  await expect(page.getByText(/^Auditoria: 1\.825 dias/)).toBeVisible()
  await expect(page.getByText(/730 dias depois da desativação/)).toBeVisible()
  await expectAccessible(page, 'the privacy notice')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()

  const narrow = await readNotice(browser, { ...phone, colorScheme: 'dark' as const })
  await fitsTheWindow(narrow)
  await expectAccessible(narrow, 'the privacy notice on a phone, dark')
})

// proves 18.75
test('everybody takes their own data along from the profile', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, clerk)
  await page.goto('/perfil')
  const { name, data } = await download(page, () => page.getByRole('button', { name: 'Baixar meus dados' }).click())
  expect(name).toMatch(new RegExp(`^dados-pessoais-${clerk.id}-.+\\.json$`))
  expect(data.account).toMatchObject({ name: 'Bruno Siqueira', email: clerk.email })
  expect(data.stored.sessions.rows.length).toBeGreaterThan(0)
  await page.getByRole('main').getByRole('link', { name: 'Privacidade' }).click()
  await page.getByRole('link', { name: 'Voltar para o Malote' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Bruno Siqueira' })).toBeVisible()
})

// proves 18.77
test('an Admin exports and removes the personal data of somebody who left', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings/users')
  const menu = rowOf(page, 'Ana Lima').getByRole('button', { name: 'Dados pessoais de Ana Lima' })
  await rowOf(page, 'Bruno Siqueira').getByRole('button', { name: 'Dados pessoais de Bruno Siqueira' }).click()
  await expect(page.getByRole('menuitem', { name: 'Remover dados pessoais' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await menu.click()
  const { data } = await download(page, () => page.getByRole('menuitem', { name: 'Baixar dados pessoais' }).click())
  expect(data.account.name).toBe('Ana Lima')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Remover dados pessoais' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remover dados pessoais' })
  await expect(dialog.getByText(new RegExp(`“Pessoa removida ${departed.id}”`))).toBeVisible()
  await expectAccessible(page, 'the question before personal data are removed')
  await dialog.getByRole('button', { name: 'Remover para sempre' }).click()
  await said(page, 'Os dados pessoais de Ana Lima foram removidos.')
  await expect(rowOf(page, `Pessoa removida ${departed.id}`)).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Ana Lima' })).toHaveCount(0)
})
