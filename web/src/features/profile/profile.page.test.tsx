import { ownSessionWire } from '@malote/core/auth/own-session.ts'
import { sessionUserWire } from '@malote/core/profile/session-user.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { debora, frameOf } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, part, toast, waitFor } from '../../test/page.ts'

const saved = (more: object = {}) => ({
  success: true,
  message: 'Perfil atualizado com sucesso!',
  user: z.encode(sessionUserWire, { ...debora, ...more }),
})

/** The profile; `sent` has what was saved. */
async function profile(api: Api = {}) {
  const sent: Record<string, unknown>[] = []
  const save = ({ body }: Call) => {
    sent.push(body)
    return saved({ phone: body.phone, notifyProtocolEdited: body.notify_protocol_edited })
  }
  const page = await open('/perfil', { as: debora, api: { ...filled, 'PUT /api/auth/profile': save, ...api } })
  await page.says('Esta sessão')
  const box = (name: string) => page.findByRole<HTMLInputElement>('switch', { name })
  return { page, sent, box, save: () => page.press('Salvar alterações') }
}

// proves 2.1.4, 2.2.4, 2.13.1, 2.13.2, 2.13.3, 8.19, 18.83
it('the profile shows what is fixed and saves what is not', async () => {
  const { page, sent, box, save } = await profile()
  expect((await page.findByRole('link', { name: 'Perfil' })).getAttribute('aria-current')).toBe('page')
  for (const [field, value] of [
    ['Nome', debora.name],
    ['E-mail', debora.email],
  ] as const) {
    const input = await page.field(field)
    expect([input.value, input.readOnly]).toEqual([value, true])
  }
  await page.says('Esta informação não pode ser alterada')
  const switches = page.getAllByRole<HTMLInputElement>('switch')
  expect(switches.map(({ checked }) => checked)).toEqual(Array(10).fill(true))
  const group = (name: string) => part(page.getByRole('group', { name })).getAllByRole('switch')
  expect(group('Notificações de protocolos')).toHaveLength(6)
  expect(group('Notificações de itens')).toHaveLength(4)

  await keys.type(await page.field('Telefone'), '1140001234')
  await page.holds('Telefone', '(11) 4000-1234')
  await keys.click(await box('Item atribuído'))
  await save()
  await page.says('Perfil atualizado com sucesso!')
  expect(Object.keys(sent[0] ?? {}).filter((name) => name.startsWith('notify_'))).toHaveLength(10)
  expect(sent[0]).toMatchObject({ phone: '(11) 4000-1234', notify_item_assigned: false, notify_item_return: true })
  expect(sent[0]).not.toHaveProperty('newPassword')

  await page.press('Privacidade', 'link')
  await page.says('Privacidade', 'h1')
  await page.press('Voltar para o Malote', 'link')
  await page.says('Dashboard', 'h1')
})

it('a user changes a switch during a save, and saves it next', async () => {
  const answer = Promise.withResolvers<void>()
  const { page, sent, box, save } = await profile()
  const saving = page.api['PUT /api/auth/profile'] as (call: Call) => object
  page.api['PUT /api/auth/profile'] = (call: Call) => answer.promise.then(() => saving(call))
  await keys.click(await box('Protocolo editado'))
  await save()
  await keys.click(await box('Item concluído'))
  answer.resolve()
  await page.says('Perfil atualizado com sucesso!')
  expect([(await box('Protocolo editado')).checked, (await box('Item concluído')).checked]).toEqual([false, false])
  await save()
  await waitFor(() => expect(sent[1]).toMatchObject({ notify_protocol_edited: false, notify_item_completed: false }))
})

// proves 5.6.1, 17.79
it('a user who changes the password is told at each field what is wrong with it', async () => {
  const { page, sent, save } = await profile()
  await page.fill('Nova senha', '12345')
  await save()
  await page.says('Senha atual é obrigatória para alterar a senha')
  await page.says('A nova senha deve ter pelo menos 6 caracteres')
  await page.says('As senhas não coincidem')
  await page.says(/campos para corrigir/)
  const links = page.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links.filter((text) => /senha/i.test(text ?? '')).length).toBeGreaterThanOrEqual(3)
  await page.fill('Senha atual', 'errada')
  await page.fill('Nova senha', 'abcdef')
  await page.fill('Confirmar nova senha', 'abcdef')
  await page.saysNo(/para corrigir/)
  const saving = page.api['PUT /api/auth/profile'] as object
  const wrong = 'Senha atual incorreta'
  page.api['PUT /api/auth/profile'] = refusal(400, { message: wrong, errors: { currentPassword: wrong } })
  await save()
  await page.says(wrong)
  page.api['PUT /api/auth/profile'] = saving
  await page.fill('Senha atual', 'senha-de-debora')
  await save()
  await page.says('Perfil atualizado com sucesso!')
  expect(sent).toMatchObject([{ currentPassword: 'senha-de-debora', newPassword: 'abcdef' }])
  await page.holds('Nova senha', '')
})

// proves 8.2, 11.25
it('a user is told that a save failed, and is asked before unsaved changes are lost', async () => {
  const { page, save } = await profile()
  const saving = page.api['PUT /api/auth/profile'] as object
  await page.fill('Telefone', '123')
  page.api['PUT /api/auth/profile'] = refusal(500)
  await save()
  await page.says('Erro ao atualizar perfil. Tente novamente.')
  page.api['PUT /api/auth/profile'] = refusal(422, { message: 'O sistema está em manutenção', code: 'REFUSED' })
  await save()
  await page.says('O sistema está em manutenção')
  await page.press('Protocolos', 'link')
  await page.says('As alterações feitas nesta página ainda não foram salvas.')
  await page.press('Continuar editando')
  expect(page.address()).toBe('/perfil')
  await page.noDialog()
  page.api['PUT /api/auth/profile'] = saving
  await save()
  await page.says('Perfil atualizado com sucesso!')
  await page.press('Protocolos', 'link')
  await waitFor(() => expect(page.address()).toBe('/protocolos'))
})

// proves 11.24
it('a session that ends gives everything back but passwords, and whoever leaves on purpose loses it', async () => {
  const { page, save } = await profile({
    'PUT /api/auth/profile': refusal(401),
    'POST /api/auth/login': { token: 'session-later', user: frameOf(debora)['GET /api/auth/me'] as object },
  })
  await page.fill('Telefone', '11987654321')
  await page.fill('Nova senha', 'uma senha que ninguém guarda')
  await page.fill('Confirmar nova senha', 'uma senha que ninguém guarda')
  await page.fill('Senha atual', 'a senha de antes')
  await save()
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(JSON.stringify(sessionStorage)).not.toMatch(/senha de antes|ninguém guarda/)
  await page.fill('E-mail', debora.email)
  await page.fill('Senha', 'senha-de-debora')
  await page.press('Entrar')
  await page.says(/^Recuperamos o que você estava digitando/)
  await page.holds('Telefone', '(11) 98765-4321')
  await page.holds('Nova senha', '')
  await page.press('Protocolos', 'link')
  await page.press('Sair sem salvar')
  await page.findByRole('heading', { name: 'Protocolos', level: 1 })
  history.back()
  await page.holds('Telefone', '')
})

it('what was changed elsewhere replaces what the profile showed, except what was typed, and is not written back', async () => {
  const { page, sent, box, save } = await profile()
  expect((await box('Comentário em protocolo')).checked).toBe(true)
  await page.fill('Telefone', '(11) 90000-0000')
  page.api['GET /api/auth/me'] = z.encode(sessionUserWire, { ...debora, notifyProtocolComment: false })
  await page.tell('me', {})
  await waitFor(async () => expect((await box('Comentário em protocolo')).checked).toBe(false))
  await page.holds('Telefone', '(11) 90000-0000')
  await save()
  await waitFor(() => expect(sent).toMatchObject([{ phone: '(11) 90000-0000', notify_protocol_comment: false }]))
})

const instant = '2026-11-02T12:00:00Z'
const session = (id: number, isCurrent: boolean) =>
  z.encode(ownSessionWire, {
    ...{
      id,
      isCurrent,
      createdAt: instant,
      lastSeenAt: new Date().toISOString(),
      expiresAt: instant,
      network: '127.0.0.*',
    },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Mobile Safari/604.1',
  })

// proves 2.13.4, 18.21
it('a user sees where they are signed in and ends it from here, after the password when the server asks for it', async () => {
  const needed = refusal(403, { code: 'PROOF_NEEDED', message: 'Confirme a sua senha para continuar' })
  const { page } = await profile({
    'GET /api/auth/sessions': [session(1, true), session(2, false)],
    'DELETE /api/auth/sessions/2': refusal(500),
  })
  const [own, other] = part(page.getByRole('list', { name: 'Sessões' }))
    .getAllByRole('listitem')
    .map(part)
  if (!own || !other) throw new Error('two sessions')
  expect(other.text()).toMatch(
    /Safari no iPhone.*Início em 02\/11\/2026 às 09:00 · Último uso: agora · Rede 127\.0\.0\.\*/,
  )
  expect(own.queryByRole('button')).toBeNull()
  await other.press(/^Encerrar/)
  await toast('Erro ao encerrar sessão. Tente novamente.')

  page.api['DELETE /api/auth/sessions/2'] = needed
  await other.press(/^Encerrar/)
  await page.dialog('Confirme que é você')
  await keys.keyboard('{Escape}')
  await toast('Confirme a sua senha para continuar')
  await page.noDialog()
  await other.press(/^Encerrar/)
  const dialog = await page.dialog('Confirme que é você')
  page.api['POST /api/auth/proof'] = refusal(400, {
    message: 'Senha atual incorreta',
    errors: { currentPassword: 'Senha atual incorreta' },
  })
  await dialog.fill('Senha', 'errada')
  await dialog.press('Confirmar')
  await dialog.says('Senha atual incorreta')
  page.api['POST /api/auth/proof'] = () => undefined
  page.api['DELETE /api/auth/sessions/2'] = () => undefined
  page.api['GET /api/auth/sessions'] = [session(1, true)]
  await dialog.fill('Senha', 'senha-de-debora')
  await dialog.press('Confirmar')
  await toast('Sessão encerrada.')
  await page.noDialog()
  await waitFor(() => expect(page.queryByRole('button', { name: /^Encerrar/ })).toBeNull())
})

it('a user ends all other sessions at once', async () => {
  const { page } = await profile({
    'GET /api/auth/sessions': [session(1, true), session(2, false), session(3, false)],
    'DELETE /api/auth/sessions': () => undefined,
  })
  page.api['GET /api/auth/sessions'] = [session(1, true)]
  await page.press('Encerrar as outras')
  await toast('Outras sessões encerradas.')
  await waitFor(() => expect(page.queryByRole('button', { name: /^Encerrar/ })).toBeNull())
})

// proves 21.43
it('a user makes an address for other calendars, which is shown once, replaces it and ends it', async () => {
  const feed = (last: string) => ({ url: `https://malote.test/calendario/${last}.ics` })
  const { page } = await profile({ 'POST /api/profile/calendar-feed': refusal(500) })
  const shown = () => waitFor(() => page.getByLabelText<HTMLInputElement>('Endereço do calendário').value)
  await page.press('Criar endereço')
  await toast('Erro ao criar endereço. Tente novamente.')
  const make = (last: string) => () => {
    page.api['GET /api/profile/calendar-feed'] = { created_at: instant }
    return feed(last)
  }
  page.api['POST /api/profile/calendar-feed'] = make('um')
  await page.press('Criar endereço')
  expect(await shown()).toBe(feed('um').url)
  // It is not shown again.
  await page.press('Protocolos', 'link')
  await page.findByRole('heading', { level: 1, name: 'Protocolos' })
  history.back()
  await page.says('Criado em 02/11/2026 às 09:00')
  expect(page.queryByLabelText('Endereço do calendário')).toBeNull()
  await page.press('Criar um novo')
  const question = await page.question('Criar um novo endereço')
  await question.says(/O endereço atual deixa de funcionar na hora/)
  await question.press('Cancelar')
  await page.noDialog()
  page.api['POST /api/profile/calendar-feed'] = make('dois')
  await page.press('Criar um novo')
  await page.question('Criar um novo endereço').then(({ press }) => press('Criar um novo'))
  await page.noDialog()
  expect(await shown()).toBe(feed('dois').url)
  page.api['DELETE /api/profile/calendar-feed'] = () => {
    page.api['GET /api/profile/calendar-feed'] = { created_at: null }
  }
  await page.press('Desativar')
  await page.question('Desativar endereço').then(({ press }) => press('Desativar'))
  await toast('Endereço desativado.')
  await page.button('Criar endereço')
})
