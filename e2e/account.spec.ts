import { type Browser, expect, type Page, type Request } from '@playwright/test'
import { answerWith, cutOff, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectErrors, expectFailedCall } from './support/console.ts'
import { staffPassword as password, storeSession } from './support/organisation.ts'
import { enter, fitsTheWindow, guestPage, pageOf, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, menuAction, said } from './support/vocabulary.ts'

const { organisation, person } = ownOrganisation({ person: ['Débora Lima', 'origin', 'Usuário'] })

const email = 'pessoa1@malote.test'

const visit = (browser: Browser, address: string) => guestPage(browser, organisation.server, address)

const me = { email, password }

const save = (page: Page) => page.getByRole('button', { name: 'Salvar alterações' }).click()

// proves 1.5, 2.1.2, 2.1.6, 2.3.2, 4.2, 5.1.1, 8.1, 14.1
test('the login says what is missing and what is wrong, and an address that is none leads back', async ({
  browser,
}) => {
  const page = await visit(browser, '/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, 'Email é obrigatório')
  await said(page, 'Senha é obrigatória')
  for (const label of ['E-mail', 'Senha']) await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail').fill('débora')
  await said(page, 'Email inválido')
  await expectAccessible(page, 'the login with errors')

  expectFailedCall(page, 'POST', '/api/auth/login', 401)
  await enter(page, { email, password: 'errada' })
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos')
  for (const [status, body, words] of [
    [400, '', 'Erro ao fazer login. Verifique suas credenciais.'],
    [429, { message: 'Volte mais tarde' }, 'Volte mais tarde'],
    [200, 'nada disso', 'Erro ao fazer login. Tente novamente.'],
  ] as const) {
    const asBefore = await answerWith(page, 'POST', '/api/auth/login', status, body)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('alert')).toHaveText(words)
    asBefore()
  }
  await cutOff(page, 'POST', '/api/auth/login')
  // The sentence is the same as before.
  const cut = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await cut
  await expect(page.getByRole('alert')).toHaveText('Erro ao fazer login. Tente novamente.')
  await expectAccessible(page, 'the login that failed')

  await page.goto('/um-lugar-que-nao-existe')
  await expect(page.getByRole('heading', { name: /não encontrada/i })).toBeVisible()
  await expect(page.getByText(/suporte técnico/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir para o Dashboard' })).toHaveAttribute('href', '/')
  await expectAccessible(page, 'the not-found page')
})

// proves 2.1.1, 2.1.2, 2.1.7, 2.2.4, 2.3.1, 2.3.3, 4.1, V3.7.2
test('somebody who signs in waits, is remembered and led to where they wanted to go, and who leaves is refused nothing', async ({
  browser,
}) => {
  const { url } = organisation.server
  const page = await visit(browser, '/protocolos?status=Pendente')
  await expect(page).toHaveURL(`${url}/login`)
  await page.reload()
  const answer = await holdBack(page, 'POST', '/api/auth/login')
  await page.getByLabel('Lembrar de mim').check()
  const request = page.waitForRequest('**/api/auth/login')
  await enter(page, me)
  await expect(page.getByRole('button', { name: 'Entrando...' })).toBeDisabled()
  expect((await request).postDataJSON()).toEqual({ email, password, remember: true })
  answer()
  await expect(page).toHaveURL(`${url}/protocolos?status=Pendente`)
  // While it is not known whose session it is, the page says that it loads.
  const known = await holdBack(page, 'GET', '/api/auth/me')
  await page.evaluate(() => localStorage.removeItem('malote:user'))
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Carregando...' })).toBeVisible()
  known()
  await expect(heading(page, 'Protocolos')).toBeVisible()
  // A signed-in user is redirected away from here.
  await page.goto('/login')
  await expect(page).toHaveURL(`${url}/`)
  await expect(heading(page, 'Dashboard')).toBeVisible()

  // Nor is what was still on its way refused.
  const isList = (request: Request) => new URL(request.url()).pathname === '/api/protocols'
  const release = await holdBack(page, 'GET', '/api/protocols')
  const asked = page.waitForRequest(isList)
  await page.getByRole('link', { name: 'Protocolos', exact: true }).hover()
  await asked
  const settled = Promise.race([
    page.waitForEvent('requestfinished', isList),
    page.waitForEvent('requestfailed', isList),
  ])
  const over = Promise.withResolvers<void>()
  // The session ends before the browser knows it, and the request reaches the server after that.
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    release()
    await settled
    await route.fulfill({ response })
    over.resolve()
  })
  await page.getByRole('button', { name: 'Menu de Débora Lima' }).click()
  await menuAction(page, 'Sair')
  await expect(page).toHaveURL(`${url}/login`)
  await over.promise
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/.test(key)))).toEqual([])

  // Who opens the sign-in by its own address wants no page that was asked for before.
  await page.goto('/ajuda')
  await expect(page).toHaveURL(`${url}/login`)
  await page.goto('/login')
  await enter(page, me)
  await expect(heading(page, 'Dashboard')).toBeVisible()

  // What does not exist is a page of its own, also below an address that does.
  await page.goto('/ajuda/nada')
  await expect(heading(page, 'Página não encontrada')).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(1)
})

// proves 18.22
test('a password that was made for somebody is changed before anything else', async ({ browser }) => {
  await organisation.hire('Primeira Pessoa', 'origin', 'Usuário')
  const first = { email: 'pessoa2@malote.test', password }
  const page = await visit(browser, '/protocolos')
  // Only the first start of an installation makes such a password, and this server was given one.
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch()
    const { user, token } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, duty: 'choose-password' }, token } })
  })
  await enter(page, first)
  await expect(heading(page, 'Crie a sua senha')).toBeVisible()
  await expectAccessible(page, 'a password of one’s own')
  await page.reload()
  await expect(page.getByLabel('Senha com que você entrou')).toBeFocused()
  await page.getByLabel('Senha com que você entrou').fill(first.password)
  await page.getByLabel('Nova senha', { exact: true }).fill('uma senha minha')
  await page.getByLabel('Confirmar nova senha').fill('outra senha')
  await page.getByRole('button', { name: 'Salvar e continuar' }).click()
  await said(page, 'As senhas não coincidem')
  await page.getByLabel('Confirmar nova senha').fill('uma senha minha')
  await page.getByRole('button', { name: 'Salvar e continuar' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Primeira Pessoa' })).toBeVisible()
  await expect(page).toHaveURL(/\/protocolos$/)
})

// proves 2.1.9, 18.23, 18.28, V14.2.1
test('an invitation asks for a good password, signs in with it, works once and says so', async ({ browser }) => {
  const user = await organisation.admin('POST', '/api/users', {
    uname: 'Íris Dias',
    uemail: 'iris@malote.test',
    udpid: organisation.departments.origin,
  })
  const page = await visit(browser, user.invitation.url)
  await expect(page.getByLabel('Nova senha', { exact: true })).toBeFocused()
  await page.getByLabel('Nova senha', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await said(page, 'A nova senha deve ter pelo menos 6 caracteres')
  await page.getByLabel('Nova senha', { exact: true }).fill('123456')
  await page.getByLabel('Confirmar nova senha').fill('123457')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await said(page, 'As senhas não coincidem')
  await expectAccessible(page, 'the first access with errors')
  await page.getByLabel('Confirmar nova senha').fill('123456')
  expectFailedCall(page, 'POST', '/api/auth/password', 400)
  await page.getByRole('button', { name: 'Definir senha' }).click()
  const wanted = page.getByLabel('Nova senha', { exact: true })
  await expect(wanted).toHaveAccessibleDescription(/Esta senha é muito comum/)
  await expect(wanted).toBeFocused()
  await wanted.fill('girassol azul')
  await page.getByLabel('Confirmar nova senha').fill('girassol azul')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Íris Dias' })).toBeVisible()
  await expect(page).toHaveURL('/')

  for (const address of [user.invitation.url, '/redefinir-senha?token=12345']) {
    const late = await visit(browser, address)
    expectFailedCall(late, 'POST', '/api/auth/password', 400)
    await late.getByLabel('Nova senha', { exact: true }).fill('duas palavras')
    await late.getByLabel('Confirmar nova senha').fill('duas palavras')
    await late.getByRole('button', { name: 'Definir senha' }).click()
    await expect(late.getByRole('alert')).toHaveText('Este link é inválido ou expirou. Peça um novo.')
    await expect(late.getByRole('link', { name: 'Voltar para o login' })).toHaveAttribute('href', '/login')
    await late.context().close()
  }
  const empty = await visit(browser, '/redefinir-senha')
  await expect(empty.getByRole('alert')).toHaveText(/Este link está incompleto/)

  const moved = await visit(browser, '/confirmar-endereco#token=12345')
  expectFailedCall(moved, 'POST', '/api/auth/address', 400)
  const confirm = moved.getByRole('button', { name: 'Confirmar o novo e-mail' })
  await expect(confirm).toBeVisible()
  await expectAccessible(moved, 'new address')
  await confirm.click()
  await expect(moved.getByRole('alert')).toHaveText('Este link é inválido ou expirou. Peça um novo.')
  await answerWith(moved, 'POST', '/api/auth/address', 204, '')
  await confirm.click()
  await expect(moved.getByRole('heading', { name: 'Novo e-mail confirmado' })).toBeVisible()
})

// proves 2.1.9, 2.3.1, 10.19
test('a forgotten password is a matter for an administrator, or with e-mail a link is promised to whoever asks', async ({
  browser,
}) => {
  const page = await visit(browser, '/login')
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page).toHaveURL(/\/esqueci-senha$/)
  await expect(page.getByText(/Peça a um administrador/)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await expectAccessible(page, 'forgot password without e-mail')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()

  const config = await (await fetch(`${organisation.server.url}/api/config`)).json()
  await answerWith(page, 'GET', '/api/config', 200, { ...config, email_enabled: true })
  await page.goto('/esqueci-senha')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await said(page, 'Email é obrigatório')
  await page.getByLabel('E-mail').fill('ninguem@malote.test')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText(/^Se houver uma conta com este e-mail/)).toBeVisible()
  // The form is gone, and with it the pressed button.
  await expect(page.locator(':focus')).toHaveText(/^Se houver uma conta com este e-mail/)
  await expectAccessible(page, 'a promised link')
})

// proves 2.2.4, 9.6, 18.21
test('the profile is saved, says so for three seconds, and asks for the password before it ends other sessions', async ({
  browser,
}) => {
  await storeSession(organisation.server.ownerConnectionString, email)
  const page = await pageOf(browser, organisation.server, person)
  await page.goto('/protocolos')
  await page.getByRole('button', { name: 'Menu de Débora Lima' }).click()
  await menuAction(page, 'Meu Perfil')
  await expect(page).toHaveURL(/\/perfil$/)
  await expect(page.getByText('Esta sessão')).toBeVisible()
  await expectAccessible(page, 'the profile')

  await page.clock.install()
  await page.getByLabel('Telefone').fill('1140001234')
  await page.getByRole('switch', { name: 'Item atribuído' }).uncheck()
  // Otherwise the three seconds of the message pass before a busy machine has looked. The moment to stop at must
  // still lie ahead when the page hears of it: ten seconds are enough on any machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await save(page)

  const success = page.getByRole('status').filter({ hasText: 'Perfil atualizado com sucesso!' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(success).toBeVisible({ timeout: 100 })
  }).toPass()
  await said(page, 'Perfil atualizado com sucesso!')
  await page.clock.runFor(2800)
  await said(page, 'Perfil atualizado com sucesso!')
  await page.clock.runFor(400)
  await expect(page.getByText('Perfil atualizado com sucesso!')).toBeHidden()
  await page.clock.resume()

  const needed = { status: 403, json: { code: 'PROOF_NEEDED', message: 'Confirme a sua senha para continuar' } }
  await page.route('**/api/auth/sessions/*', (route) => route.fulfill(needed), { times: 1 })
  expectFailedCall(page, 'DELETE', '/api/auth/sessions/*', 403)
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^Encerrar/ })
    .first()
    .click()
  await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused()
  await expectAccessible(page, 'the dialog that asks for the password')
  await dialog.getByLabel('Senha', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await said(page, 'Sessão encerrada.')
  await expect(dialog).toBeHidden()
  await page.setViewportSize(phone.viewport)
  await fitsTheWindow(page)
  await expectAccessible(page, 'the profile on a phone')
})

// proves 18.46, V1.3.2, V3.2.2
test('text becomes neither HTML nor a script, whatever code tries it', async ({ browser }) => {
  const page = await visit(browser, '/login')
  expectErrors(page, /Trusted|TrustedScript|Content Security Policy/)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  const outcome = (write: string) =>
    page.evaluate((code) => {
      const tries: Record<string, () => void> = {
        html: () => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
        },
        script: () => {
          document.createElement('script').text = 'alert(1)'
        },
        address: () => {
          document.createElement('script').src = '/boot.js'
        },
        style: () => {
          document.createElement('style').innerHTML = 'a { color: red }'
        },
      }
      try {
        tries[code]?.()
        return 'written'
      } catch (error) {
        return (error as Error).name
      }
    }, write)
  expect(await outcome('html')).toBe('TypeError')
  expect(await outcome('script')).toBe('TypeError')
  expect(await outcome('address')).toBe('TypeError')
  expect(await outcome('style')).toBe('written')
})

// proves 18.46
test('every file that the page names has its hash', async () => {
  const html = await (await fetch(organisation.server.url)).text()
  const tags = html.match(/<(script|link)\b[^>]*(src|href)="\/[^"]+\.(js|css)"[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(3)
  for (const tag of tags) expect(tag).toContain('integrity="sha384-')
})
