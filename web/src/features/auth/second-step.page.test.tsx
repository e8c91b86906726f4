import { enrolledReply, secondStepMethodsWire, secondStepWanted } from '@malote/core/auth/second-step.ts'
import { type SessionUser, sessionUserWire } from '@malote/core/profile/session-user.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ana, helena, user } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { close, isOff, keys, open, type part, toast } from '../../test/page.ts'

const codes = Array.from({ length: 10 }, (_, at) => `7K2M-Q9XT-04R${at}`)
const instant = '2026-11-02T12:00:00Z'
const app = { id: 4, kind: 'totp', name: 'Aplicativo autenticador', createdAt: instant, lastUsedAt: null } as const
const methods = (...enrolled: (typeof app)[]) =>
  z.encode(secondStepMethodsWire, { required: false, methods: enrolled, recoveryCodesLeft: enrolled.length * 10 })
const me = (more: Partial<SessionUser> = {}) => z.encode(sessionUserWire, { ...ana, ...more })
const wrong = (field: string, message: string) => refusal(400, { message, errors: { [field]: message } })

const api: Api = {
  ...filled,
  'POST /api/auth/logout': {},
  'POST /api/auth/login': { user: me(), token: 'session-later' },
  'POST /api/auth/second-step/totp': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Malote?secret=ABCDEFGH' },
  'POST /api/auth/second-step/totp/confirm': z.encode(enrolledReply, { recoveryCodes: codes }),
}

type Page = ReturnType<typeof part>

async function signIn(page: Page) {
  await page.fill('E-mail', ana.email)
  await page.fill('Senha', 'senha-de-ana')
  await page.press('Entrar')
}

/** Confirms the app in the open dialog, and keeps the recovery codes. */
async function connectApp(page: Page) {
  const dialog = await page.dialog('Configurar aplicativo autenticador')
  await dialog.says('ABCD EFGH')
  await dialog.fill(/^Digite os 6 dígitos/, '123 456')
  await dialog.press('Confirmar')
  const recovery = await page.dialog('Guarde os códigos de recuperação')
  expect(recovery.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
  expect(isOff(await recovery.button('Concluir'))).toBe(true)
  await keys.click(await recovery.findByLabelText('Guardei os códigos'))
  await recovery.press('Concluir')
}

// proves 18.19
it('a user signs in with a code of the app or a recovery code, and is told what is wrong with it', async () => {
  const sent: object[] = []
  const wanted = z.encode(secondStepWanted, { token: 't1', methods: ['totp', 'recovery'] })
  const page = await open('/perfil', { as: ana, api: { ...api, 'POST /api/auth/login': { second_step: wanted } } })
  await close()
  page.api['POST /api/auth/second-step'] = refusal(401, { message: 'Código incorreto' })
  await signIn(page)
  const code = await page.field('Código')
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  await page.press('Confirmar')
  await page.says('Informe o código')
  await page.fill('Código', '000000')
  await page.press('Confirmar')
  await page.says('Código incorreto')
  await page.press('Voltar para o login')

  await signIn(page)
  await page.press('Usar um código de recuperação')
  page.api['POST /api/auth/second-step'] = ({ body }: Call) => {
    sent.push(body)
    return { user: me(), token: 'session-later' }
  }
  await page.fill('Código de recuperação', '7k2m q9xt-04r0')
  await page.press('Confirmar')
  await page.says('Meu Perfil', 'h1')
  expect(sent).toEqual([{ token: 't1', method: 'recovery', code: '7k2mq9xt04r0' }])
})

// proves 18.19
it('a user connects an app with the right code and removes it with the right password', async () => {
  let own = methods()
  const page = await open('/perfil', {
    as: ana,
    api: {
      ...api,
      'GET /api/auth/second-step/methods': () => own,
      'POST /api/auth/second-step/totp/confirm': wrong('code', 'Código incorreto'),
      'DELETE /api/auth/second-step/methods/4': wrong('currentPassword', 'Senha atual incorreta'),
    },
  })
  await page.press('Configurar aplicativo')
  const dialog = await page.dialog('Configurar aplicativo autenticador')
  await dialog.fill(/^Digite os 6 dígitos/, '000 000')
  await dialog.press('Confirmar')
  await dialog.says('Código incorreto')
  page.api['POST /api/auth/second-step/totp/confirm'] = () => {
    own = methods(app)
    return api['POST /api/auth/second-step/totp/confirm']
  }
  await connectApp(page)
  await page.says('Ativa')
  await page.says('10 códigos ainda não usados')

  await page.press('Remover Aplicativo autenticador')
  const removal = await page.question()
  await removal.fill(/^Senha atual/, 'errada')
  await removal.press('Remover')
  await removal.says('Senha atual incorreta')
  page.api['DELETE /api/auth/second-step/methods/4'] = () => {
    own = methods()
  }
  await removal.fill(/^Senha atual/, 'senha-de-ana')
  await removal.press('Remover')
  await toast('Forma de verificação removida.')
  await page.saysNo('Ativa')
})

// proves 18.19
it('an Admin resets somebody’s second step, after a question', async () => {
  const page = await open('/settings/users', {
    as: helena,
    api: {
      ...api,
      'GET /api/users': [user(5, 'Bruno Siqueira')],
      'GET /api/users/5/second-step': methods(app),
      'POST /api/users/5/second-step/reset': () => undefined,
    },
  })
  await page.press('Mais ações para Bruno Siqueira')
  await page.press('Redefinir verificação em duas etapas', 'menuitem')
  const question = await page.question('Redefinir verificação em duas etapas')
  await question.says(/^Remover 1 forma de verificação e os códigos de recuperação de Bruno Siqueira\?/)
  await question.press('Redefinir')
  await toast('Verificação em duas etapas redefinida.')
})

// proves 18.85
it('whoever must have a second step from now on signs out and leaves nothing typed, or enrols it where they are', async () => {
  const page = await open('/', { as: ana, api })
  // As a comment is kept that was not sent.
  sessionStorage.setItem(`malote:draft:${ana.id}:comment 1`, '"Só entre nós"')
  page.api['GET /api/auth/me'] = me({ duty: 'enrol-second-step' })
  await page.tell('me', {})
  await page.says('Proteja a sua conta')
  await page.press('Sair')
  await page.field('E-mail')
  expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([])

  page.api['GET /api/auth/me'] = me()
  await signIn(page)
  await page.says('Dashboard', 'h1')
  page.api['GET /api/auth/me'] = me({ duty: 'enrol-second-step' })
  page.api['GET /api/protocols'] = refusal(403, { code: 'DUTY_FIRST', message: 'Conclua primeiro o que falta' })
  // By no pointer: a link that is hovered over begins to load, and the page may be gone before it is pressed.
  ;(await page.button('Protocolos', 'link')).click()
  await page.says('Proteja a sua conta')
  page.api['GET /api/auth/me'] = me()
  page.api['GET /api/protocols'] = filled['GET /api/protocols'] as object
  // Whoever signed in a while ago is asked for the password first.
  const begin = 'POST /api/auth/second-step/totp'
  page.api[begin] = refusal(403, { code: 'PROOF_NEEDED', message: 'Confirme a sua senha para continuar' })
  await page.press('Usar um aplicativo no celular')
  const proof = await page.dialog('Confirme que é você')
  page.api[begin] = api[begin] as object
  page.api['POST /api/auth/proof'] = () => undefined
  await proof.fill('Senha', 'senha-de-ana')
  await proof.press('Confirmar')
  await connectApp(page)
  await page.says('Protocolos', 'h1')
})
