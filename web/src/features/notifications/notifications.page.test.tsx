import { MutationObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { ana, debora, item, listOf, protocol, returnRow, sent } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, waitFor } from '../../test/page.ts'
import { type Inbox, inboxQuery, readAllNotifications } from './notifications.api.ts'

// Only the fields of the contract, and one about several protocols.
const bare = { id: 1, title: 'Aviso', message: 'Olá', created_at: new Date().toISOString(), is_read: 0 }
const grouped = {
  ...bare,
  id: 2,
  type: 'item_return',
  title: '1 item atrasado e 1 vence hoje',
  message: 'Item 1, protocolo #1: atrasado há 1 dia (19/11/2026)\nItem 2, protocolo #2: vence hoje\nVocê recebeu…',
  protocol_id: null,
}

// proves 7.9.2, 8.3
it('what fails about notifications is logged and not shown, and what is missing in one breaks nothing', async () => {
  const all = `/notifications/mark-all-read/${debora.id}` as const
  const page = await open('/perfil', {
    as: debora,
    api: {
      ...filled,
      [`GET /notifications/${debora.id}`]: { notifications: [grouped, bare] },
      [`PUT ${all}`]: refusal(500, { message: 'Falhou' }),
      'PUT /notifications/1/read': () => undefined,
      'PUT /notifications/2/read': () => undefined,
    },
  })
  await page.press(/^Notificações, 2 não lidas/)
  const list = await page.dialog('Notificações')
  await list.press('Marcar todas como lidas')
  await waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.stringContaining(all), expect.anything()))
  await page.button(/^Notificações, 2 não lidas/)
  expect(page.queryByText('Falhou')).toBeNull()
  expect(page.queryByRole('alert')).toBeNull()

  await list.press(/Aviso/)
  await waitFor(() => expect(page.calls).toContain('PUT /notifications/1/read'))
  expect(page.address()).toBe('/perfil')
  await page.press(/1 item atrasado/)
  await waitFor(() => expect(page.address()).toMatch(/^\/retornos\?.*status=Pendente/))
})

// proves 21.56
it('a reminder leads to exactly its items, and each of them is answered in the list', async () => {
  const hers = { responsible: debora.name, responsibleId: debora.id, returnDate: '2020-01-02' }
  const row = returnRow(51, 'MP-2', hers)
  const asked: string[] = []
  const sent: object[] = []
  const page = await open('/perfil', {
    as: debora,
    api: {
      ...filled,
      [`GET /notifications/${debora.id}`]: { notifications: [{ ...grouped, items: 2 }, bare] },
      'GET /api/returns': ({ query }: Call) => asked.push(String(query.notice)) && listOf([row]),
      [`GET /api/protocols/${row.protocol_id}`]: protocol(row.protocol_id, { items: [item(51, 'MP-2', hers)] }),
      'POST /api/protocols/items/51/occurrences': ({ body }: Call) => sent.push(body) && {},
      'PUT /notifications/2/read': () => undefined,
    },
  })
  await page.press(/^Notificações, 2 não lidas/)
  await page.press('Não está comigo: MP-2')
  expect(asked).toEqual(['2'])
  const dialog = await page.dialog('Responder ao lembrete')
  expect(((await dialog.findByRole('radio', { name: /Não está comigo/ })) as HTMLInputElement).checked).toBe(true)
  await dialog.press('Enviar resposta')
  await page.noDialog()
  expect(sent).toHaveLength(1)
  await page.press(/^Notificações/)
  await page.press(/1 item atrasado/)
  await waitFor(() => expect(page.address()).toMatch(/^\/retornos\?.*notice=2/))
})

// proves 15.1, 17.67
it('all notifications are a page, which is searched, and says once what a protocol is about', async () => {
  const about = { ...bare, type: 'new_protocol', protocol_id: 7, subject: 'Pastas de admissão' }
  const all = [
    { ...about, id: 3, title: 'Protocolo #7 recebido', message: 'Ana recebeu.\nVocê recebeu este aviso porque criou.' },
    { ...about, id: 4, title: 'Novo protocolo #7' },
    { ...bare, is_read: 1 },
  ]
  const asked: Record<string, string>[] = []
  const timers = vi.spyOn(globalThis, 'setInterval')
  const page = await open('/perfil', {
    as: debora,
    api: {
      ...filled,
      [`GET /notifications/${debora.id}`]: ({ query }: Call) => {
        asked.push(query)
        const notifications = query.unread ? all.slice(0, 2) : all
        const pages = { total: notifications.length, per_page: 25, current_page: 1, last_page: 1 }
        return { notifications, meta: { unread: 2, ...pages } }
      },
    },
  })
  await page.press(/^Notificações, 2 não lidas/)
  const bell = await page.dialog('Notificações')
  expect(bell.getAllByText('Pastas de admissão')).toHaveLength(1)
  await bell.press('Ver todas', 'link')
  await waitFor(() => expect(page.address()).toBe('/notificacoes'))
  await page.says('2 não lidas')
  await page.says('porque criou')
  all.push({ ...bare, id: 9, title: 'Item cobrado' })
  await page.tell('inbox', { unread: 3 })
  await page.says('Item cobrado')
  expect(asked.filter(({ limit }) => limit === '25')).toHaveLength(2)
  // Nobody touches it, and no event comes.
  await page.says('Agora')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
  const after = (milliseconds: number) => {
    for (const [run, pause] of timers.mock.calls) if (pause === milliseconds) run()
  }
  after(60_000)
  await waitFor(() => expect(page.text()).not.toContain('Agora'))
  all.push({ ...bare, id: 10, title: 'Prazo vencido' })
  after(30_000)
  await page.says('Prazo vencido')
  await page.press('Não lidas')
  await waitFor(() => expect(page.address()).toBe('/notificacoes?unread=1'))
  await page.says('2 encontradas')
  await keys.type(await page.findByRole('searchbox'), 'admissão{Enter}')
  await waitFor(() => expect(asked).toContainEqual({ limit: '25', page: '1', search: 'admissão', unread: '1' }))
})

it('what was read is not unread again by an answer from before', async () => {
  const client = createQueryClient()
  const { queryKey } = inboxQuery(ana.id)
  client.setQueryData(queryKey, { notifications: [], unread: 3 })
  const answer = Promise.withResolvers<Inbox>()
  const poll = client.fetchQuery({ queryKey, queryFn: () => answer.promise, staleTime: 0 }).catch(() => undefined)
  vi.stubGlobal('fetch', () => Promise.withResolvers().promise)
  void new MutationObserver(client, readAllNotifications(client, ana.id)).mutate()
  await waitFor(() => expect(client.getQueryData(queryKey)?.unread).toBe(0))
  answer.resolve({ notifications: [], unread: 3 })
  await poll
  expect(client.getQueryData(queryKey)?.unread).toBe(0)
})

// proves 15.6
it('what the bell opens is never older than what it says, also where no event has come', async () => {
  const bell = `GET /notifications/${ana.id}` as const
  const known = protocol(5, sent)
  const api = { ...filled, 'GET /api/protocols': listOf([known]), 'GET /api/protocols/5': known }
  const page = await open('/protocolos/5', { as: ana, api: { ...api, 'PUT /notifications/1/read': () => undefined } })
  await page.says('Aguardando recebimento')
  await page.press('Protocolos', 'link')
  await page.row('#5')
  const answer = Promise.withResolvers<object>()
  page.api['GET /api/protocols/5'] = () => answer.promise
  page.api[bell] = { notifications: [{ ...bare, title: 'Protocolo #5 recebido', protocol_id: 5 }] }
  await page.press(/^Notificações/)
  await page.dialog('Notificações').then(({ press }) => press(/^Não lida: .*recebido/))
  await waitFor(() => expect(page.calls.filter((call) => call === 'GET /api/protocols/5')).toHaveLength(2))
  expect(page.text()).not.toContain('Aguardando recebimento')
  answer.resolve(protocol(5))
  await page.says('Em andamento')
})
