import { type Browser, expect, type Page } from '@playwright/test'
import { startProvider, type TestProvider } from '../server/src/test/oidc-provider.ts'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { fitsTheWindow, guestPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { heading, menuAction } from './support/vocabulary.ts'

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
test('somebody signs in at the provider, arrives where they wanted, and leaves both', async ({ browser }) => {
  const page = await visit(browser, '/protocolos?status=Pendente')
  // A first visit may show the form before it knows of the provider.
  await expect(button(page)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expectAccessible(page, 'the login with a provider')
  // By keyboard: the button stands before the form.
  await page.keyboard.press('Shift+Tab')
  await expect(button(page)).toBeFocused()
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
})

test('who finds the provider down or has no access is told so, and gets back to the login', async ({ browser }) => {
  const page = await visit(browser, '/login')
  const asBefore = await answerWith(page, 'POST', '/api/auth/oidc/start', 503, {
    message: 'O serviço que confirma quem você é não está respondendo. Tente novamente em instantes.',
  })
  await button(page).click()
  await expect(page.getByRole('alert')).toHaveText(/não está respondendo/)
  await expect(button(page)).toBeEnabled()
  await asBefore()
  expectFailedCall(page, 'POST', '/api/auth/oidc/finish', 403)
  await button(page).click()
  await page.getByRole('link', { name: 'Otávio Estranho' }).click()
  await expect(page.getByRole('alert')).toHaveText('Você ainda não tem acesso ao Malote. Fale com um administrador.')
  // Neither the code nor the state stays in the address.
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page, 'a refused sign-in')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(button(page)).toBeVisible()
})

// proves 18.2
test('a link that ends somebody else’s sign-in signs nobody in', async ({ browser }) => {
  const { url } = await (await fetch(`${organisation.server.url}/api/auth/oidc/start`, { method: 'POST' })).json()
  const sent = new URLSearchParams(await provider.signIn(url, 'debora'))
  const page = await visit(browser, `/entrar/oidc?${sent}`)
  await expect(page.getByRole('alert')).toHaveText('Esta entrada expirou ou começou em outra janela. Tente novamente.')
  expect(await page.evaluate(() => localStorage.getItem('malote:token'))).toBeNull()
})

// proves 18.9, 18.87
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
  await page.goto('/esqueci-senha')
  await expect(page.getByText('Só administradores têm senha no Malote.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await fitsTheWindow(page)
  asBefore()

  await answerWith(page, 'GET', '/api/config', 200, { ...config, password_login: 'off', email_enabled: true })
  await page.goto('/login')
  await expect(button(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Entrar com senha' })).toHaveCount(0)
  await page.goto('/esqueci-senha')
  await expect(page.getByText(`Aqui se entra com ${label}, sem senha do Malote.`)).toBeVisible()
  await expect(button(page)).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await expectAccessible(page, 'a forgotten password without passwords')
  await fitsTheWindow(page)
})
