import { type Browser, expect, type Request, type Route } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectErrors, expectFailedCall } from './support/console.ts'
import { staffPassword as password, storeSession } from './support/organisation.ts'
import { enter, fitsTheWindow, guestPage, pageOf, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, menuAction, said } from './support/vocabulary.ts'

const { organisation, person, first } = ownOrganisation(
  { person: ['Débora Lima', 'origin', 'Usuário'], first: ['Primeira Pessoa', 'origin', 'Usuário'] },
  {
    ...{ ORG_NAME: 'Prefeitura de Aurora', DPO_CONTACT: 'encarregado@aurora.test' },
    ...{ RETENTION_PEOPLE_DAYS: '730', RETENTION_AUDIT_DAYS: '1825' },
  },
)

const visit = (browser: Browser, address: string) => guestPage(browser, organisation.server, address)

// proves 2.1.6, 2.1.9, 2.3.1, 2.3.2, 5.1.1, 10.19, 14.1, 18.83
test('a visitor is told what is missing and what is wrong, whom to ask for a password, and what is kept about people', async ({
  browser,
}) => {
  const page = await visit(browser, '/um-lugar-que-nao-existe')
  await expect(heading(page, 'Página não encontrada')).toBeVisible()
  await expectAccessible(page, 'the not-found page')
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, 'Email é obrigatório')
  await said(page, 'Senha é obrigatória')
  await expectAccessible(page, 'the login with errors')
  expectFailedCall(page, 'POST', '/api/auth/login', 401)
  await enter(page, { ...person, password: 'errada' })
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos')
  await expectAccessible(page, 'the login that failed')

  await page.getByRole('link', { name: 'Privacidade' }).click()
  await said(page, 'Prefeitura de Aurora')
  await expect(page.getByRole('link', { name: 'encarregado@aurora.test' })).toHaveAttribute('href', /^mailto:enc/)
  await expect(page.getByText(/180 dias depois de lidas; as não lidas, 365 dias/)).toBeVisible()
  await expect(page.getByText(/^Auditoria: 1\.825 dias/)).toBeVisible()
  await expect(page.getByText(/730 dias depois da desativação/)).toBeVisible()
  await expectAccessible(page, 'the privacy notice')
  await resize(page, phone.viewport)
  await fitsTheWindow(page)
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByText(/Peça a um administrador/)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await expectAccessible(page, 'forgot password without e-mail')

  await page.goto('/confirmar-endereco#token=12345')
  await expect(page.getByRole('button', { name: 'Confirmar o novo e-mail' })).toBeVisible()
  await expectAccessible(page, 'new address')
})

// proves 1.5, 2.1.2, 2.2.4, 2.3.3, 4.1, 18.22, V3.7.2
test('who signs in is led to where they wanted to go, who leaves is refused nothing, and the next one changes a made password', async ({
  browser,
}) => {
  const { url } = organisation.server
  const page = await visit(browser, '/protocolos?status=Pendente')
  await expect(page).toHaveURL(`${url}/login`)
  // Before the page is loaded again: what an open one asks for right then is not held.
  const release = await holdBack(page, 'GET', '/api/returns')
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await enter(page, person)
  await expect(page).toHaveURL(`${url}/protocolos?status=Pendente`)
  await expect(heading(page, 'Protocolos')).toBeVisible()

  // Nor is what was still on its way refused.
  const isList = (request: Request) => new URL(request.url()).pathname === '/api/returns'
  const asked = page.waitForRequest(isList)
  const settled = Promise.race([
    page.waitForEvent('requestfinished', isList),
    page.waitForEvent('requestfailed', isList),
  ])
  await page.getByRole('link', { name: 'Retorno de Itens', exact: true }).hover()
  await asked
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
  // Only the first start of an installation makes such a password, and this server was given one.
  const demand = async (route: Route) => {
    const response = await route.fetch()
    const { user, token } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, duty: 'choose-password' }, token } })
  }
  await page.route('**/api/auth/login', demand, { times: 1 })
  await enter(page, first)
  await expect(page.getByLabel('Senha com que você entrou')).toBeFocused()
  await expectAccessible(page, 'a password of one’s own')
  await page.keyboard.type(password)
  await page.getByLabel('Nova senha', { exact: true }).fill('uma senha minha')
  await page.getByLabel('Confirmar nova senha').fill('uma senha minha')
  await page.getByRole('button', { name: 'Salvar e continuar' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(`${url}/`)
})

// proves 2.1.7, 9.6, 18.21, 18.75
test('the profile is saved, says so for three seconds, and asks for the password before it ends other sessions', async ({
  browser,
}) => {
  await storeSession(organisation.server.ownerConnectionString, person.email)
  const page = await pageOf(browser, organisation.server, person)
  // While it is not known whose session it is, the page says that it loads.
  const known = await holdBack(page, 'GET', '/api/auth/me')
  await page.goto('/perfil')
  await expect(page.getByRole('status').filter({ hasText: 'Carregando...' })).toBeVisible()
  known()
  await expect(page.getByText('Esta sessão')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar meus dados' }).click()
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^dados-pessoais-${person.id}-.+\\.json$`))

  await page.clock.install()
  await page.getByLabel('Telefone').fill('1140001234')
  await page.getByRole('switch', { name: 'Item atribuído' }).uncheck()
  // Otherwise the three seconds of the message pass before a busy machine has looked. The moment to stop at must
  // still lie ahead when the page hears of it: ten seconds are enough on any machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await page.getByRole('button', { name: 'Salvar alterações' }).click()

  const success = page.getByRole('status').filter({ hasText: 'Perfil atualizado com sucesso!' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(success).toBeVisible({ timeout: 1000 })
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
  await resize(page, phone.viewport)
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
