import { type Browser, expect, type Page } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { type DispatchRoom, dispatchRoom } from './support/dispatch-room.ts'
import { openSession } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'

let room: DispatchRoom

const email = 'pessoa1@malote.test'
const password = `senha-de-${email}`

test.beforeAll(async () => {
  room = await dispatchRoom()
  await room.hire('Débora Lima', 'origin', 'Usuário')
})

test.afterAll(() => room.server.stop())

const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

const visit = async (browser: Browser, address: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: room.server.url })).newPage()
  await page.goto(address)
  return page
}

const enter = async (page: Page, as = email, secret = password) => {
  await page.getByLabel('E-mail').fill(as)
  await page.getByLabel('Senha').fill(secret)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('the login says what is missing and what is wrong', async ({ browser }) => {
  const page = await visit(browser, '/login')
  await expectAccessible(page, 'the login')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, 'Email é obrigatório')
  await said(page, 'Senha é obrigatória')
  for (const label of ['E-mail', 'Senha']) await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail').fill('débora')
  await said(page, 'Email inválido')
  await expectAccessible(page, 'the login with errors')

  await enter(page, email, 'errada')
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos')
  await expectAccessible(page, 'the login with a refusal')
  const answers = [
    [{ status: 400, body: '' }, 'Erro ao fazer login. Verifique suas credenciais.'],
    [{ status: 503, json: { message: 'Volte mais tarde' } }, 'Volte mais tarde'],
    [{ status: 200, body: 'nada disso' }, 'Erro ao fazer login. Tente novamente.'],
  ] as const
  for (const [answer, words] of answers) {
    await page.route('**/api/auth/login', (route) => route.fulfill(answer), { times: 1 })
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('alert')).toHaveText(words)
  }
  await page.route('**/api/auth/login', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Erro ao fazer login. Tente novamente.')
})

test('who fails too often is told how long to wait', async ({ browser }) => {
  const page = await visit(browser, '/login')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await enter(page, 'fantasma@malote.test', `tentativa ${attempt}`)
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos')
  }
  await enter(page, 'fantasma@malote.test', 'mais uma')
  await expect(page.getByRole('alert')).toHaveText('Muitas tentativas de acesso. Aguarde 15 minutos e tente novamente.')
})

test('the button is busy while it works, and remember me is sent', async ({ browser }) => {
  const page = await visit(browser, '/login')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/login', (route) => held.then(() => route.fallback()), { times: 1 })
  await page.getByLabel('Lembrar de mim').check()
  const request = page.waitForRequest('**/api/auth/login')
  await enter(page)
  await expect(page.getByRole('button', { name: 'Entrando...' })).toBeDisabled()
  expect((await request).postDataJSON()).toEqual({ email, password, remember: true })
  answer()
  await expect(page).not.toHaveURL(/\/login/)
  // Who is signed in has no business here.
  await page.goto('/login')
  await expect(page).toHaveURL(`${room.server.url}/`)
  await page.getByRole('button', { name: 'Menu de Débora Lima' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(`${room.server.url}/login`)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/.test(key)))).toEqual([])
})

test('the login leads back to where one wanted to go, also when it is loaded anew', async ({ browser }) => {
  const page = await visit(browser, '/protocolos?status=Pendente')
  await expect(page).toHaveURL(`${room.server.url}/login`)
  await page.reload()
  await enter(page)
  await expect(page).toHaveURL(`${room.server.url}/protocolos?status=Pendente`)
})

test('while it is not known whose session it is, the page says that it loads', async ({ browser }) => {
  const page = await pageOf(browser, room.server, { token: await openSession(room.server.url, email, password) })
  const answer = await holdBack(page, 'GET', '/api/auth/me')
  await page.goto('/protocolos')
  await expect(page.getByRole('status').filter({ hasText: 'Carregando...' })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Protocolos', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/protocolos$/)
})

test('a session that ended leads to the login and back', async ({ browser }) => {
  const page = await visit(browser, '/perfil')
  await enter(page)
  await expect(page.getByText('Esta sessão')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('malote:token'))
  await fetch(`${room.server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('link', { name: 'Protocolos', exact: true }).click()
  await expect(page).toHaveURL(`${room.server.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('malote:user'))).toBeNull()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await enter(page)
  await expect(page.getByRole('heading', { name: 'Protocolos', exact: true })).toBeVisible()
})

test('an invitation asks for a good password, works once and says so', async ({ browser }) => {
  const user = await room.admin('POST', '/api/users', {
    uname: 'Íris Dias',
    uemail: 'iris@malote.test',
    udpid: room.departments.origin,
  })
  const page = await visit(browser, user.invitation.url)
  await expect(page.getByLabel('Nova senha', { exact: true })).toBeFocused()
  await expectAccessible(page, 'the first access')
  await page.getByLabel('Nova senha', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await said(page, 'A nova senha deve ter pelo menos 6 caracteres')
  await page.getByLabel('Nova senha', { exact: true }).fill('123456')
  await page.getByLabel('Confirmar nova senha').fill('123457')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await said(page, 'As senhas não coincidem')
  await expectAccessible(page, 'the first access with errors')
  await page.getByLabel('Confirmar nova senha').fill('123456')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await said(page, 'Senha definida. Agora você já pode entrar.')
  await expectAccessible(page, 'the password is set')
  await page.getByRole('link', { name: 'Ir para o login' }).click()
  await enter(page, 'iris@malote.test', '123456')
  await expect(page.getByRole('button', { name: 'Menu de Íris Dias' })).toBeVisible()

  for (const address of [user.invitation.url, '/redefinir-senha?token=12345', '/primeiro-acesso?token=0']) {
    const late = await visit(browser, address)
    await late.getByLabel('Nova senha', { exact: true }).fill('abcdef')
    await late.getByLabel('Confirmar nova senha').fill('abcdef')
    await late.getByRole('button', { name: 'Definir senha' }).click()
    await expect(late.getByRole('alert')).toHaveText('Este link é inválido ou expirou. Peça um novo.')
    await expect(late.getByRole('link', { name: 'Voltar para o login' })).toHaveAttribute('href', '/login')
    await late.context().close()
  }
  const empty = await visit(browser, '/redefinir-senha')
  await expect(empty.getByRole('alert')).toHaveText(/Este link está incompleto/)
})

test('without e-mail, a forgotten password is a matter for an administrator', async ({ browser }) => {
  const page = await visit(browser, '/login')
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page).toHaveURL(/\/esqueci-senha$/)
  await expect(page.getByText(/Peça a um administrador/)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await expectAccessible(page, 'forgot password without e-mail')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
})

test('with e-mail, a link is promised to whoever asks', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: room.server.url })).newPage()
  const config = await (await fetch(`${room.server.url}/api/config`)).json()
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, email_enabled: true } }))
  await page.goto('/esqueci-senha')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await said(page, 'Email é obrigatório')
  await page.getByLabel('E-mail').fill('ninguem@malote.test')
  await expectAccessible(page, 'forgot password')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText(/^Se houver uma conta com este e-mail/)).toBeVisible()
  await expectAccessible(page, 'a promised link')
})
