import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it, vi } from 'vitest'
import { ana, carlos, debora, helena, item, itemAnswer, listOf, protocol, sent } from '../../../test/builders.ts'
import { type Api, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { isOff, keys, open, part, toast, waitFor } from '../../../test/page.ts'

type Person = typeof ana
type Detail = ReturnType<typeof protocol>

const detail = (as: Person, shown: Detail = protocol(5), api: Api = {}, tab = '') =>
  open(`/protocolos/5${tab}`, { as, api: { ...filled, 'GET /api/protocols/5': shown, ...api } })
type Page = Awaited<ReturnType<typeof detail>>

/** One answer after the other. */
const inTurn =
  (...answers: unknown[]) =>
  () =>
    answers.shift()

const offline = refusal(500)
const refused = (message: string) => refusal(422, { message, code: 'REFUSED' })

async function act(page: Page, document: string, action: string) {
  await page.press(`Ações do item ${document}`)
  await page.press(action, 'menuitem')
}

async function confirm(page: Page, document: string, action: string) {
  await act(page, document, action)
  await (await page.question()).press(action)
}

// proves 2.6.6
it('a viewer reads what is missing where something is missing', async () => {
  const bare = { id: 51, status: 'PENDENTE', reason: null, document_number: null }
  const page = await detail(ana, { id: 5, status: 'Pendente', items: [bare] } as never, {}, '?item=51')
  await page.says('Sem observações')
  await page.button('Sem número')
  const panel = await page.dialog('Detalhes do Item')
  await panel.says('Nenhum motivo registrado')
  await panel.says('Nenhum anexo disponível')
  await panel.says('Não atribuído')
  await panel.button('Cancelar Item')
})

// proves 2.1.8, 2.6.10, 7.9.3
it('a protocol that cannot be loaded and one that does not exist lead back to the list', async () => {
  const page = await detail(ana, protocol(5), { 'GET /api/protocols/5': offline })
  await page.says('Erro ao carregar protocolo')
  const back = await page.findByRole('link', { name: 'Voltar para a lista' })
  expect(back.getAttribute('href')).toBe('/protocols')
  page.api['GET /api/protocols/5'] = protocol(5)
  await page.press('Tentar novamente')
  await page.says('Observações')
  for (const nowhere of ['/protocolos/999999', '/protocols/999999', '/protocolos/abc']) {
    const none = await open(nowhere, { as: ana, api: { ...filled, 'GET /api/protocols/999999': refusal(404) } })
    await none.says('Protocolo não encontrado')
    await none.findByRole('link', { name: 'Voltar para a lista' })
  }
})

// proves 2.6.11, 8.4, 8.17, 11.1
it('a Gestor receives a protocol, is told why it failed, and a press meanwhile sends nothing', async () => {
  const answer = Promise.withResolvers<object>()
  const page = await detail(carlos, protocol(5, sent), {
    'POST /api/protocols/5/receive': inTurn(offline, refused('O malote ainda não chegou.'), answer.promise),
  })
  await page.press('Receber')
  await toast('Erro ao receber protocolo. Tente novamente.')
  await page.press('Receber')
  await page.says('O malote ainda não chegou.')
  page.api['GET /api/protocols/5'] = protocol(5)
  await keys.dblClick(await page.button('Receber'))
  expect(isOff(await page.button('Recebendo...'))).toBe(true)
  await page.press('Recebendo...')
  answer.resolve({ protocol: protocol(5) })
  await page.says('Protocolo recebido com sucesso!')
  await page.saysNo('O malote ainda não chegou.')
  expect(page.calls.filter((call) => call.startsWith('POST'))).toHaveLength(3)
  await waitFor(() => expect(page.queryByRole('button', { name: 'Receber' })).toBeNull())
})

// proves 2.6.12, 8.4, 8.17, 14.7
it('a Gestor cancels and completes a protocol, and failures are told where they are corrected', async () => {
  const page = await detail(carlos, protocol(5), {
    'POST /api/protocols/5/cancel': inTurn(offline, refused('Este protocolo está bloqueado.'), {}),
    'POST /api/protocols/5/complete': inTurn(offline, {}),
  })
  await page.press('Cancelar')
  const dialog = await page.question()
  await dialog.says(/Esta ação não pode ser desfeita\./)
  await dialog.fill(/^Motivo do cancelamento/, '   ')
  await dialog.press('Cancelar protocolo')
  await dialog.says('É necessário informar o motivo do cancelamento')
  await dialog.fill(/^Motivo do cancelamento/, 'Enviado por engano')
  await dialog.press('Cancelar protocolo')
  await dialog.says('Erro ao cancelar protocolo. Tente novamente.')
  await dialog.press('Cancelar protocolo')
  await dialog.says('Este protocolo está bloqueado.')
  await dialog.holds(/^Motivo do cancelamento/, 'Enviado por engano')
  const reason = { cancelledAt: '2026-11-20T12:00:00Z', cancelledBy: carlos.name, cancelReason: 'Enviado por engano' }
  page.api['GET /api/protocols/5'] = protocol(5, { status: protocolStatus.cancelled, ...reason })
  ;(await dialog.field(/^Motivo do cancelamento/)).focus()
  await keys.keyboard('{Control>}{Enter}{/Control}')
  await toast('Protocolo 5 cancelado com sucesso!')
  await page.says('Enviado por engano')

  const stays = await detail(carlos, protocol(5, { ...sent, requiresReturn: false }), {
    'POST /api/protocols/5/complete': inTurn(offline, {}),
  })
  const complete = async () => {
    await stays.press('Concluir')
    const question = await stays.question()
    await question.says(/todos os itens serão marcados como concluídos/)
    await question.says(/Esta ação não pode ser desfeita\./)
    await question.press('Concluir protocolo')
  }
  await complete()
  await toast('Erro ao concluir protocolo. Tente novamente.')
  await complete()
  await toast('Protocolo concluído com sucesso!')
})

// proves 2.6.8, 2.6.11, 2.6.13, 8.5, 8.18
it('items are returned, completed and cancelled, and failures are told in the right words', async () => {
  const hers = { responsible: debora.name, responsibleId: debora.id }
  const items = [item(51, '1/26', hers), item(52, '2/26', hers)]
  const page = await detail(debora, protocol(5, { items }), {
    'POST /api/protocols/items/51/return': inTurn(offline, refused('Item em auditoria.'), {}),
    'POST /api/protocols/items/52/cancel': inTurn(offline, {}),
  })
  await act(page, '1/26', 'Marcar como Retornado')
  await (await page.question()).says(/Esta ação não pode ser desfeita\./)
  await (await page.question()).press('Cancelar')
  await page.noDialog()
  await confirm(page, '1/26', 'Marcar como Retornado')
  await toast('Erro ao retornar o item. Tente novamente.')
  await page.noDialog()
  await confirm(page, '1/26', 'Marcar como Retornado')
  await toast('Item em auditoria.')
  await page.noDialog()
  await confirm(page, '1/26', 'Marcar como Retornado')
  await toast('Item retornado com sucesso!')
  await page.noDialog()

  await act(page, '2/26', 'Cancelar Item')
  const dialog = await page.question()
  await dialog.says(/Esta ação não pode ser desfeita\./)
  await dialog.press('Cancelar item')
  await dialog.says('É necessário informar o motivo do cancelamento')
  await dialog.fill(/^Motivo do cancelamento/, 'Duplicado')
  await dialog.press('Cancelar item')
  await dialog.says('Erro ao cancelar o item. Tente novamente.')
  await dialog.press('Cancelar item')
  await toast('Item cancelado com sucesso!')

  const returned = { status: itemStatus.returned, actualReturnDate: '2026-11-20T12:00:00Z' }
  const origin = await detail(ana, protocol(5, { items: [item(51, '1/26', returned)] }), {
    'POST /api/protocols/items/51/complete': inTurn(offline, {}),
  })
  await confirm(origin, '1/26', 'Marcar como Concluído')
  await toast('Erro ao concluir o item. Tente novamente.')
  await origin.noDialog()
  await confirm(origin, '1/26', 'Marcar como Concluído')
  await toast('Item concluído com sucesso!')
})

// proves 2.6.8, 2.6.9, 2.6.13, 5.4.4, 8.8, 8.18, 11.35
it('a Gestor assigns, transfers, takes a transfer back, and assigns several at once', async () => {
  const withDebora = item(51, '1/26', { responsible: debora.name, responsibleId: debora.id })
  const page = await detail(carlos, protocol(5, { items: [item(51, '1/26'), item(52, '2/26'), item(53, '3/26')] }), {
    'GET /api/protocols/5/destination-users': offline,
    'PUT /api/protocols/items/51/assign': inTurn(offline, {
      ...{ item: itemAnswer(withDebora), assignedUser: { id: debora.id, name: debora.name } },
    }),
    'POST /api/protocols/items/51/transfer': inTurn(
      offline,
      { newUser: { id: carlos.id, name: carlos.name } },
      { newUser: { id: debora.id, name: debora.name } },
    ),
    'PUT /api/protocols/items/bulk-assign': {
      ...{ results: { success: [52, 53], errors: [] }, assignedUser: { id: carlos.id, name: carlos.name } },
    },
  })
  await page.says('3 itens não atribuídos')
  await act(page, '1/26', 'Atribuir usuário')
  const assigning = await page.dialog()
  await assigning.says('Erro ao carregar usuários. Por favor, tente novamente.')
  page.api['GET /api/protocols/5/destination-users'] = filled['GET /api/protocols/5/destination-users'] as object
  await assigning.press('Tentar novamente')
  await assigning.findByRole('combobox', { name: 'Usuário' })
  await assigning.press('Atribuir')
  await assigning.says('Por favor, selecione um usuário')
  await assigning.pick('Usuário', debora.name)
  await assigning.press('Atribuir')
  await toast('Erro ao atribuir usuário. Por favor, tente novamente.')
  const left = { ...withDebora, responsibleHasLeft: true }
  page.api['GET /api/protocols/5'] = protocol(5, { items: [left, item(52, '2/26'), item(53, '3/26')] })
  await assigning.press('Atribuir')
  await toast(`Usuário ${debora.name} atribuído com sucesso!`)
  await page.noDialog()
  await page.says('Responsável fora do departamento')

  await act(page, '1/26', 'Tramitar Item')
  const transferring = await page.dialog()
  await keys.click(await transferring.findByRole('combobox', { name: 'Usuário' }))
  const options = await page.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([carlos.name])
  await keys.click(options[0] as HTMLElement)
  await transferring.press('Tramitar')
  await toast('Erro ao tramitar item. Por favor, tente novamente.')
  await transferring.press('Tramitar')
  // What is pointed at stays.
  await keys.hover(await page.says(`Item tramitado com sucesso para ${carlos.name}!`))
  await page.noDialog()
  await page.press('Desfazer')
  await toast(`Item tramitado com sucesso para ${debora.name}!`)

  await page.press('Atribuir em massa')
  const several = await page.dialog()
  const boxes = () => several.findAllByRole('checkbox')
  expect(await boxes()).toHaveLength(2)
  await several.pick('Usuário', carlos.name)
  for (const box of await boxes()) await keys.click(box)
  await several.press('Atribuir')
  await several.says('Selecione pelo menos um item.')
  for (const box of await boxes()) await keys.click(box)
  await several.press('Atribuir')
  await toast(`Usuário ${carlos.name} atribuído com sucesso!`)

  const alone = await detail(carlos, protocol(5, { items: [withDebora] }), {
    'GET /api/protocols/5/destination-users': [{ uid: debora.id, uname: debora.name }],
  })
  await act(alone, '1/26', 'Tramitar Item')
  await (await alone.dialog()).says('Não há outros usuários disponíveis para tramitação neste departamento.')
})

// proves 2.6.8, 14.19, 17.48, 21.45, 21.46
it('a sender extends a due date, and is told of the past, of a holiday and of a failure', async () => {
  const page = await detail(ana, protocol(5), {
    'PUT /api/protocols/items/51/due-date': inTurn(offline, {}),
    'GET /api/calendar/holidays': [{ date: '2098-12-25', name: 'Natal', kind: 'national' }],
  })
  await act(page, '1/26', 'Prorrogar prazo')
  const dialog = await page.dialog()
  await dialog.says(/^Prazo atual: /)
  await dialog.says(/^Um aviso vai para os gestores de /)
  await dialog.fill(/^Nova data de retorno/, '2020-01-01')
  await dialog.press('Salvar prazo')
  await dialog.says('A data deve ser hoje ou posterior.')
  await dialog.says('É necessário informar o motivo da alteração do prazo')
  await dialog.fill(/^Nova data de retorno/, '25/12/2098')
  await dialog.says(/^25\/12\/2098 é .*feriado \(Natal\): não é dia útil\.$/)
  // What is asked for most is one press.
  await dialog.press(/^\+2 semanas/)
  await waitFor(() => expect(page.queryByText(/não é dia útil/)).toBeNull())
  await dialog.fill(/^Nova data de retorno/, '31/12/2099')
  await dialog.fill(/^Motivo/, 'Aguardando parecer')
  await dialog.press('Salvar prazo')
  await toast('Erro ao alterar o prazo. Tente novamente.')
  const extended = item(51, '1/26', { returnDate: '2099-12-31', originalReturnDate: '2099-10-30' })
  page.api['GET /api/protocols/5'] = protocol(5, { items: [extended] })
  await dialog.press('Salvar prazo')
  await toast('Prazo alterado com sucesso!')
  const row = await page.row('1/26')
  await row.says('Prazo original 30/10/2099')
  page.api['GET /api/protocols/items/51/due-date'] = {
    ...{ return_date: '2099-12-31', original_return_date: '2099-10-30', sentence: 'Vence em 31/12/2099.' },
    ...{ start: null, days: null, day_count: null, skipped: [], capped_by: null },
    changes: [
      {
        ...{ from: '2099-10-30', to: '2099-12-31', by: ana.name, at: '2026-11-20T12:00:00Z' },
        ...{ reason: 'Aguardando parecer', kind: 'request' },
      },
    ],
  }
  await row.press('31/12/2099: por que esta data?')
  const why = await page.dialog('Por que 31/12/2099?')
  await why.says(/^30\/10\/2099 → 31\/12\/2099 concedido por Ana Beatriz Nogueira, a pedido, em/)
})

const comment = { id: 1, response_text: 'Chegou incompleto', created_at: '2026-11-03T12:00:00Z', created_by: ana.name }
const withComment = (shown: Detail) => ({ ...shown, responses: [{ ...comment, created_by_uid: ana.id }] })

// proves 4.11, 5.4.2, 8.6, 8.19
it('comments come and go by the rules', async () => {
  const page = await detail(
    ana,
    protocol(5),
    {
      'POST /api/protocols/5/comments': inTurn(offline, { ...comment, created_by_uid: ana.id }),
      'DELETE /api/protocols/5/comments/1': inTurn(offline, {}),
    },
    '?tab=comentarios',
  )
  const written = async () => (await page.field('Novo comentário')).value
  const send = () => page.button('Enviar')
  expect(isOff(await send())).toBe(true)
  await page.fill('Novo comentário', '   ')
  expect(isOff(await send())).toBe(true)
  await page.fill('Novo comentário', comment.response_text)
  await page.press('Enviar')
  await toast('Erro ao enviar comentário. Tente novamente.')
  expect(await written()).toBe(comment.response_text)
  page.api['GET /api/protocols/5'] = withComment(protocol(5))
  await page.press('Enviar')
  const comments = part(await page.findByRole('list', { name: 'Lista de comentários' }))
  await comments.says(comment.response_text)
  await comments.says(ana.name)
  await waitFor(async () => expect(await written()).toBe(''))

  const remove = async (answer: string) => {
    await page.press('Excluir comentário')
    const question = await page.question()
    await question.says(/Tem certeza que deseja excluir este comentário\?/)
    await question.press(answer)
  }
  await remove('Cancelar')
  await page.noDialog()
  await remove('Excluir')
  await toast('Erro ao excluir comentário. Tente novamente.')
  await page.noDialog()
  page.api['GET /api/protocols/5'] = protocol(5)
  await remove('Excluir')
  await toast('Comentário excluído com sucesso!')
  await page.says(/^Nenhum comentário ainda\./)
})

// proves 7.4.15
it('earlier comments and entries of the history are shown when asked for', async () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ ...comment, id: from + index, created_by_uid: carlos.id }))
  type Row = ReturnType<typeof numbered>[number]
  const said = (one: Row) => ({ ...one, response_text: `Recado ${one.id}.` })
  const noted = ({ id, created_at, created_by }: Row) => ({
    ...{ id, created_at, created_by, action: 'Protocolo editado', description: `Linha ${id}.` },
  })
  const shown = {
    ...{ ...protocol(5), responses: numbered(61, 110).map(said), responses_count: 110 },
    ...{ history: numbered(51, 100).map(noted).toReversed(), history_count: 100 },
  }
  const lastPage = inTurn(refusal(400), numbered(1, 10).map(said))
  const page = await detail(
    ana,
    shown,
    {
      'GET /api/protocols/5/comments': ({ query: { before } }) =>
        before === '61' ? numbered(11, 60).map(said) : before === '11' && lastPage(),
      'GET /api/protocols/5/history': numbered(1, 50).map(noted).toReversed(),
      'GET /api/protocols': listOf([protocol(6)]),
    },
    '?tab=comentarios',
  )
  const list = async () => (await page.findByRole('list', { name: 'Lista de comentários' })).textContent
  await page.press('Mostrar anteriores (60)')
  await waitFor(async () => expect(await list()).toMatch(/Recado 11\..*Recado 60\..*Recado 61\..*Recado 110\./))
  await page.press('Mostrar anteriores (10)')
  await page.says('Erro ao carregar os anteriores. Tente novamente.')
  await page.press('Mostrar anteriores (10)')
  await waitFor(async () => expect(await list()).toMatch(/^.{0,40}Recado 1\..*Recado 10\..*Recado 11\./))
  expect(page.queryByRole('button', { name: /^Mostrar anteriores/ })).toBeNull()

  await page.press('Histórico', 'tab')
  await page.press('Mostrar anteriores (50)')
  const timeline = await page.findByRole('list', { name: 'Histórico do protocolo' })
  await waitFor(() => expect(timeline.textContent).toMatch(/Linha 1\..*Linha 50\..*Linha 51\..*Linha 100\./))

  await page.press(/^Busca rápida/)
  const search = await page.dialog('Busca rápida')
  await search.findByRole('option', { name: /Protocolo #/ })
  expect(search.queryByRole('option', { name: /undefined/ })).toBeNull()
})

// proves 20.57
it('settled occurrences are shown however much has happened since', async () => {
  const about = { item_id: 51, protocol_id: 5, document_number: '1/26', item_description: null, item_type: 'Contrato' }
  const departments = {
    ...{ origin_department: 'Recursos Humanos', origin_department_id: 1 },
    ...{ destination_department: 'Jurídico', destination_department_id: 2 },
  }
  const settled = {
    ...{ ...about, ...departments, id: 9, kind: 'damaged', description: 'Capa rasgada', status: 'resolvida' },
    ...{ opened_by: ana.name, opened_by_id: ana.id, opened_at: comment.created_at, outcome: 'unfounded' },
    ...{ outcome_note: 'Já veio assim', resolved_by: carlos.name, resolved_at: comment.created_at, attachments: [] },
  }
  const page = await detail(
    ana,
    { ...protocol(5), history_count: 100 },
    { 'GET /api/protocols/5/occurrences': [settled] },
    '?item=51',
  )
  await waitFor(() => expect(page.getAllByText('1 ocorrência resolvida')).toHaveLength(2))
})

// proves 4.11
it.each([
  ['somebody else', carlos, protocolStatus.inProgress, true],
  ['its author, once the protocol is completed', ana, protocolStatus.completed, true],
  ['its author, once the protocol is cancelled', ana, protocolStatus.cancelled, false],
])('a comment cannot be deleted by %s', async (_who, as, status, mayWrite) => {
  const page = await detail(as, withComment(protocol(5, { status })), {}, '?tab=comentarios')
  await page.says(comment.response_text)
  expect(page.queryByRole('button', { name: 'Excluir comentário' })).toBeNull()
  expect(page.queryByLabelText('Novo comentário') !== null).toBe(mayWrite)
})

// proves 11.24
it('a comment that is being written waits, whatever its author looks at meanwhile', async () => {
  const page = await detail(ana, protocol(5), { 'GET /api/protocols/6': protocol(6) }, '?tab=comentarios')
  const title = (name: string) => page.findByRole('heading', { name, level: 1 })
  await page.fill('Novo comentário', 'Falta a página 3')
  await page.press(/^Histórico/, 'tab')
  await page.press(/^Comentários/, 'tab')
  await page.holds('Novo comentário', 'Falta a página 3')
  await page.press('Protocolos', 'link')
  await title('Protocolos')
  page.api['GET /api/protocols'] = listOf([protocol(5), protocol(6)])
  history.back()
  await title('Protocolo #5')
  await page.press(/^Comentários/, 'tab')
  await page.holds('Novo comentário', 'Falta a página 3')
})

// proves 6.9, 8.7
it('a viewer is told why a protocol is not printed', async () => {
  const sentence = 'Não é possível imprimir protocolos cancelados.'
  const page = await detail(ana, protocol(5), {
    'GET /api/protocols/5/print': inTurn(
      ...[offline, refusal(403), refusal(403, { message: 'Impressão só na sede.', code: 'REFUSED' })],
      refusal(409, { message: sentence, code: 'REFUSED' }),
    ),
  })
  const closed = vi.fn()
  const opening = vi.spyOn(window, 'open').mockImplementation(() => ({ document: {}, close: closed }) as never)
  for (const words of [
    'Ocorreu um erro ao preparar a impressão do protocolo.',
    'Você não tem permissão para imprimir este protocolo.',
    'Impressão só na sede.',
    sentence,
  ]) {
    await page.press('Imprimir')
    await toast(words)
  }
  expect(closed).toHaveBeenCalledTimes(4)
  opening.mockReturnValue(null)
  await page.press('Imprimir')
  await toast('Por favor, permita pop-ups para esta página para imprimir o protocolo.')
})

// proves 17.52, 17.58
it('items of a protocol are returned and completed together on its page', async () => {
  const mine = { responsible: carlos.name, responsibleId: carlos.id }
  const items = ['A-1', 'A-2', 'A-3'].map((number, index) => item(51 + index, number, mine))
  const asked: number[][] = []
  const done = ({ body }: { body: { itemIds?: number[]; item_ids?: number[] } }) => {
    const ids = body.itemIds ?? body.item_ids ?? []
    asked.push(ids)
    return { results: { success: ids.map((id) => ({ id })), errors: [] } }
  }
  const api = { 'POST /api/protocols/items/bulk-return': done, 'POST /api/protocols/items/bulk-complete': done }
  const page = await detail(carlos, protocol(5, { items }), api)
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar todos' }))
  await page.says('3 item(ns) selecionado(s)')
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar A-2' }))
  await page.press('Retornar Selecionados')
  await (await page.question()).press('Retornar 2 itens')
  await toast('2 itens retornados com sucesso!')

  const returned = { status: itemStatus.returned, actualReturnDate: '2026-11-20T12:00:00Z' }
  const origin = await detail(ana, protocol(5, { items: items.map((one) => ({ ...one, ...returned })) }), api)
  for (const number of ['A-1', 'A-3']) {
    await keys.click(await origin.findByRole('checkbox', { name: `Selecionar ${number}` }))
  }
  await origin.press('Concluir selecionados')
  await (await origin.question()).press('Concluir 2 itens')
  await toast('2 itens concluídos')
  await origin.noDialog()
  expect(asked).toEqual([
    [51, 53],
    [51, 53],
  ])
  await origin.press('A-1')
  await (await origin.dialog()).findByRole('heading', { name: 'A-1' })
  await keys.keyboard('j')
  await (await origin.dialog()).findByRole('heading', { name: 'A-2' })
})

const completed = { status: protocolStatus.completed, completedAt: '2026-11-20T12:00:00Z', completedBy: ana.name }
const returnedItem = item(51, '1/26', { status: itemStatus.returned, actualReturnDate: '2026-11-20T12:00:00Z' })
const states = {
  sent: protocol(5, sent),
  received: protocol(5, {
    items: [item(51, '1/26'), item(52, '2/26', { responsible: debora.name, responsibleId: debora.id })],
  }),
  returned: protocol(5, { items: [returnedItem], returnedItems: 1 }),
  stays: protocol(5, {
    ...sent,
    requiresReturn: false,
    items: [item(51, '1/26', { responsible: debora.name, responsibleId: debora.id })],
  }),
  completed: protocol(5, { ...completed, items: [{ ...returnedItem, status: itemStatus.completed }] }),
  cancelled: protocol(5, {
    status: protocolStatus.cancelled,
    items: [{ ...returnedItem, status: itemStatus.cancelled }],
  }),
}

const people = {
  'a sender': ana,
  'a Gestor of the destination': carlos,
  'a responsible Usuário': debora,
  'an Admin elsewhere': { ...helena, departmentId: 3 },
}

// Who, what the protocol is, what is offered on it, and on each of its items. Written by hand, without the product's
// rules, which tests of core prove for everybody (who-may.test.ts).
const offers = `
a sender | sent | Editar, Redirecionar, Imprimir, Cancelar, Enviar de novo | Cobrar, Prorrogar prazo, Registrar ocorrência, Cancelar Item
a sender | returned | Imprimir, Cancelar, Concluir, Enviar de novo | Marcar como Concluído, Registrar ocorrência
a sender | cancelled | Enviar de novo |
a Gestor of the destination | sent | Receber, Conferir e receber, Imprimir, Recusar, Cancelar | Pedir mais prazo, Atribuir usuário, Registrar ocorrência, Cancelar Item
a Gestor of the destination | received | Encaminhar, Imprimir, Cancelar | Marcar como Retornado, Pedir mais prazo, Atribuir usuário, Registrar ocorrência, Cancelar Item | Marcar como Retornado, Pedir mais prazo, Tramitar Item, Registrar ocorrência, Cancelar Item
a Gestor of the destination | stays | Encaminhar, Imprimir, Recusar, Cancelar, Concluir | Tramitar Item, Registrar ocorrência, Cancelar Item
a responsible Usuário | received | Encaminhar, Imprimir, Cancelar | Marcar como Retornado, Registrar ocorrência, Cancelar Item | Marcar como Retornado, Pedir mais prazo, Registrar ocorrência, Cancelar Item
an Admin elsewhere | received | Imprimir, Cancelar | Registrar ocorrência, Cancelar Item | Registrar ocorrência, Cancelar Item
an Admin elsewhere | completed | Imprimir |`

// proves 2.5.8, 2.6.1, 2.6.8, 6.2, 6.8, 20.50, 20.62
it.each(
  offers
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()) as [keyof typeof people, keyof typeof states, string]),
)(
  'the list and the detail offer %s what they may do with a protocol that is “%s”, and nothing else',
  async (who, state, onProtocol, ...onItems: string[]) => {
    const { items: _, history: __, responses: ___, ...row } = states[state]
    const page = await open('/protocolos', {
      as: people[who],
      api: { ...filled, 'GET /api/protocols': listOf([row]), 'GET /api/protocols/5': states[state] },
    })
    const words = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent?.trim())
    const entries = async (button: HTMLElement) => {
      await keys.click(button)
      const [first, ...others] = words(part(await page.findByRole('menu')).getAllByRole('menuitem'))
      expect(first).toBe('Ver detalhes')
      await keys.keyboard('{Escape}')
      await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
      return others.join(', ')
    }
    const sorted = (names: string) => names.split(', ').sort()
    const inList = await entries(await page.button('Ações do protocolo 5'))
    // What can be printed has a label.
    const labelled = onProtocol.replace('Imprimir', 'Imprimir, Etiqueta')
    expect(sorted(inList), 'the list').toEqual(sorted(labelled))
    await page.press('#5', 'link')
    // The heading is there before the protocol is.
    await page.button('Papéis')
    const header = (await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })).closest(
      'header',
    ) as HTMLElement
    const buttons = words([...header.querySelectorAll<HTMLElement>('button')]).filter(Boolean)
    // What the contract names is a button; one of them is the primary one, the others are in the menu.
    const inMenu = header.querySelector<HTMLElement>('[aria-label="Outras ações do protocolo"]')
    if (inMenu) await keys.click(inMenu)
    const more = inMenu ? words(part(await page.findByRole('menu')).getAllByRole('menuitem')) : []
    // The papers have a menu of their own beside the actions.
    expect([...buttons, ...more].sort(), 'the detail').toEqual([...sorted(onProtocol), 'Papéis'].sort())
    for (const name of buttons)
      expect(['Receber', 'Concluir', 'Imprimir', 'Papéis', 'Editar', 'Cancelar']).toContain(name)
    await keys.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
    const menus = await page.findAllByRole('button', { name: /^Ações do item/ })
    expect(menus).toHaveLength(onItems.length)
    for (const [index, menu] of menus.entries()) expect(await entries(menu), 'an item').toBe(onItems[index])
  },
)
