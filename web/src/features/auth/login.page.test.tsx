import { sessionUserWire } from '@malote/core/profile/session-user.ts'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { history } from '../../lib/history.ts'
import { ana } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { close, isOff, keys, open, waitFor } from '../../test/page.ts'

const user = z.encode(sessionUserWire, ana)
const common = 'Esta senha é muito comum'

/** The address, for somebody who is not signed in. */
async function visit(address: string, api: Api = {}) {
  const page = await open('/perfil', { as: ana, api: { ...filled, 'POST /api/auth/logout': {}, ...api } })
  await close()
  history.push(address)
  return page
}

// The public pages do not give way to the sign-in.
afterEach(() => history.replace('/'))

// proves 2.3.1, 2.3.2, 5.1.1, 8.1
it('the sign-in marks what is missing, and says in a banner why it failed', async () => {
  const page = await visit('/login')
  await page.press('Entrar')
  for (const name of ['E-mail', 'Senha'])
    await waitFor(async () => expect((await page.field(name)).getAttribute('aria-invalid')).toBe('true'))
  await page.fill('E-mail', 'ana')
  await page.says('Email inválido')
  await page.fill('E-mail', ana.email)
  await page.fill('Senha', 'senha-de-ana')
  for (const [answer, words] of [
    [refusal(400), 'Erro ao fazer login. Verifique suas credenciais.'],
    [refusal(429, { message: 'Volte mais tarde' }), 'Volte mais tarde'],
    ['nada disso', 'Erro ao fazer login. Tente novamente.'],
    [refusal(401, { message: 'E-mail ou senha incorretos' }), 'E-mail ou senha incorretos'],
    [() => Promise.reject(new TypeError('offline')), 'Erro ao fazer login. Tente novamente.'],
  ] as const) {
    page.api['POST /api/auth/login'] = answer
    await page.press('Entrar')
    await waitFor(() => expect(page.getByRole('alert').textContent).toBe(words))
  }
})

// proves 2.1.1, 2.1.2, 2.1.6, 2.3.1, 2.3.3, 4.1
it('somebody who signs in waits, is remembered, and has no way back to the sign-in', async () => {
  const page = await visit('/retornos')
  await waitFor(() => expect(page.address()).toBe('/login'))
  const answer = Promise.withResolvers<object>()
  const sent: object[] = []
  page.api['POST /api/auth/login'] = ({ body }: Call) => sent.push(body) && answer.promise
  await page.fill('E-mail', ana.email)
  await page.fill('Senha', 'senha-de-ana')
  await page.press('Lembrar de mim', 'checkbox')
  await page.press('Entrar')
  expect(isOff(await page.button('Entrando...'))).toBe(true)
  expect(sent).toEqual([{ email: ana.email, password: 'senha-de-ana', remember: true }])
  answer.resolve({ user, token: 'session-later' })
  await page.says('Retorno de Itens', 'h1')
  expect(page.address()).toBe('/retornos')
  expect(localStorage.getItem('malote:token')).toBe('session-later')
  history.push('/login')
  await page.says('Dashboard', 'h1')
  expect(page.address()).toBe('/')

  // What does not exist is a page of its own, also below an address that does.
  history.push('/ajuda/nada')
  await page.says('Página não encontrada', 'h1')
  await page.says(/suporte técnico/)
  expect(page.getAllByRole('main')).toHaveLength(1)
  expect((await page.button('Ir para o Dashboard', 'link')).getAttribute('href')).toBe('/')
  await page.press('Voltar')
  await page.says('Dashboard', 'h1')
})

it('a visitor of an address that does not exist is led to the sign-in, and nothing is asked for them before', async () => {
  const page = await visit('/um-lugar-que-nao-existe')
  const link = await page.button('Ir para o Dashboard', 'link')
  // A finger: what the link leads to would be loaded in advance.
  link.dispatchEvent(new Event('touchstart', { bubbles: true }))
  await keys.click(link)
  await page.field('E-mail')
  expect(page.calls.filter((call) => call.includes('/dashboard/'))).toEqual([])
})

// proves 18.22
it('a password that was made for somebody is changed before they come to where they wanted', async () => {
  const page = await visit('/retornos', {
    'POST /api/auth/login': { user: { ...user, duty: 'choose-password' }, token: 'session-later' },
    'GET /api/auth/me': { ...user, duty: 'choose-password' },
    'PUT /api/auth/profile': { user },
  })
  await page.fill('E-mail', ana.email)
  await page.fill('Senha', 'gerada')
  await page.press('Entrar')
  await page.says('Crie a sua senha', 'h1')
  await page.fill('Senha com que você entrou', 'gerada')
  await page.fill('Nova senha', 'uma senha minha')
  await page.fill('Confirmar nova senha', 'outra senha')
  await page.press('Salvar e continuar')
  await page.says('As senhas não coincidem')
  page.api['GET /api/auth/me'] = user
  await page.fill('Confirmar nova senha', 'uma senha minha')
  await page.press('Salvar e continuar')
  await page.says('Retorno de Itens', 'h1')
})

// proves 2.1.9, 18.23, 18.28, V14.2.1
it('whoever has a link chooses a good password with it, or reads that it no longer works', async () => {
  const sent: object[] = []
  const page = await visit('/redefinir-senha')
  await page.says(/^Este link está incompleto/)
  history.push('/redefinir-senha?token=12345')
  await page.fill('Nova senha', '12345')
  await page.fill('Confirmar nova senha', '12346')
  await page.press('Definir senha')
  await page.says('A nova senha deve ter pelo menos 6 caracteres')
  await page.says('As senhas não coincidem')
  page.api['POST /api/auth/password'] = refusal(400, { message: common, errors: { newPassword: common } })
  await page.fill('Nova senha', '123456')
  await page.fill('Confirmar nova senha', '123456')
  await page.press('Definir senha')
  await page.says(common)
  const late = 'Este link é inválido ou expirou. Peça um novo.'
  page.api['POST /api/auth/password'] = ({ body }: Call) => sent.push(body) && refusal(400, { message: late })
  await page.press('Definir senha')
  await page.says(late)
  expect(sent).toEqual([{ token: '12345', newPassword: '123456', signIn: true }])
  expect((await page.button('Voltar para o login', 'link')).getAttribute('href')).toBe('/login')

  page.api['POST /api/auth/address'] = refusal(400, { message: late })
  history.push('/confirmar-endereco#token=12345')
  await page.press('Confirmar o novo e-mail')
  await page.says(late)
  page.api['POST /api/auth/address'] = () => undefined
  await page.press('Confirmar o novo e-mail')
  await page.says('Novo e-mail confirmado', 'h1')
})

// proves 18.2
it('a link that ends somebody else’s sign-in at the provider signs nobody in', async () => {
  const page = await visit('/entrar/oidc?state=s&code=c')
  await page.says('Esta entrada expirou ou começou em outra janela. Tente novamente.')
  expect(page.address()).toBe('/entrar/oidc')
  expect(localStorage.getItem('malote:token')).toBeNull()
})
