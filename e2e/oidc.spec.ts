import { type Browser, expect, type Page } from '@playwright/test'
import { startProvider, type TestProvider } from '../server/src/test/oidc-provider.ts'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { fitsTheWindow, guestPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { heading, menuAction, said } from './support/vocabulary.ts'

let provider: TestProvider
let organisation: TestOrganisation

const label = 'a conta da Prefeitura'
const people = {
  debora: { name: 'Débora Lima', email: 'PESSOA1@malote.test', email_verified: true },
  estranho: { name: 'Otávio Estranho', email: 'estranho@malote.test', email_verified: true },
}

test.beforeAll(async () => {
  provider = await startProvider({ people })
  organisation = await testOrganisation({ ...provider.config, OIDC_LABEL: label } as Record<string, string>)
  provider.register(organisation.server.url)
  await organisation.hire('Débora Lima', 'origin', 'Usuário')
})

test.afterAll(async () => {
  await organisation.server.stop()
  await provider.close()
})

const visit = (browser: Browser, path: string, options = {}) => guestPage(browser, organisation.server, path, options)
const button = (page: Page) => page.getByRole('button', { name: `Entrar com ${label}` })

// proves 18.1, 18.7, V3.7.2, V7.4.4
test('somebody signs in at the provider, arrives where they wanted, and leaves both, and a stranger has no access', async ({
  browser,
}) => {
  const page = await visit(browser, '/protocolos?status=Pendente')
  // A first visit may show the form before it knows of the provider.
  await expect(button(page)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expectAccessible(page, 'the login with a provider')
  const asBefore = await answerWith(page, 'POST', '/api/auth/oidc/start', 503, {
    message: 'O serviço que confirma quem você é não está respondendo. Tente novamente em instantes.',
  })
  // By keyboard: the button stands before the form.
  await page.keyboard.press('Shift+Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/não está respondendo/)
  await expect(button(page)).toBeEnabled()
  asBefore()
  await page.keyboard.press('Enter')

  await page.getByRole('link', { name: 'Débora Lima' }).click()
  await expect(heading(page, 'Protocolos')).toBeVisible()
  await expect(page).toHaveURL(/\/protocolos\?status=Pendente$/)

  await page.getByRole('button', { name: /Débora Lima/ }).click()
  await menuAction(page, 'Sair')
  await page.getByRole('heading', { name: 'Sair do provedor?' }).waitFor()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await button(page).click()
  // The provider has forgotten her too.
  await expect(page.getByRole('link', { name: 'Débora Lima' })).toBeVisible()

  expectFailedCall(page, 'POST', '/api/auth/oidc/finish', 403)
  await page.getByRole('link', { name: 'Otávio Estranho' }).click()
  await expect(page.getByRole('alert')).toHaveText('Você ainda não tem acesso ao Malote. Fale com um administrador.')
  // Neither the code nor the state stays in the address.
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page, 'a refused sign-in')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(button(page)).toBeVisible()
})

// proves 2.1.9, 10.19, 18.9, 18.87
test('the sign-in and the forgotten password show only the ways that there are, and remember them', async ({
  browser,
}) => {
  const page = await visit(browser, '/healthz', phone)
  const config = await (await fetch(`${organisation.server.url}/api/config`)).json()
  const asBefore = await answerWith(page, 'GET', '/api/config', 200, {
    ...config,
    password_login: 'admins',
    email_enabled: true,
  })
  await page.goto('/login')
  await expect(button(page)).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await fitsTheWindow(page)
  await page.getByRole('button', { name: 'Entrar com senha' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expectAccessible(page, 'the login for Admins, unfolded')
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByText('Só administradores têm senha no Malote.')).toBeVisible()
  await fitsTheWindow(page)
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await said(page, 'Email é obrigatório')
  await page.getByLabel('E-mail').fill('ninguem@malote.test')
  await page.keyboard.press('Enter')
  // The form is gone, and with it what had the focus.
  await expect(page.locator(':focus')).toHaveText(/^Se houver uma conta com este e-mail/)
  await expectAccessible(page, 'a promised link')
  asBefore()

  await answerWith(page, 'GET', '/api/config', 200, { ...config, password_login: 'off', email_enabled: true })
  await page.goto('/esqueci-senha')
  await expect(page.getByText(`Aqui se entra com ${label}, sem senha do Malote.`)).toBeVisible()
  await expect(button(page)).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await expectAccessible(page, 'a forgotten password without passwords')
  await fitsTheWindow(page)
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(heading(page, 'Entrar')).toBeVisible()
  await expect(button(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Entrar com senha' })).toHaveCount(0)
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
})
