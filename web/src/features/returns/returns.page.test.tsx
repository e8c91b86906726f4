import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { errors } from '@malote/core/shared/errors.ts'
import { fireEvent } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { contentId } from '../../lib/content.ts'
import { ana, carlos, debora, item, itemAnswer, listOf, protocol, returnRow } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { isOff, keys, open, openedTab, type part, toast, waitFor } from '../../test/page.ts'

const hers = { responsible: debora.name, responsibleId: debora.id }
const rows = [
  returnRow(51, 'NF-1', hers),
  returnRow(52, 'NF-2', { responsible: carlos.name, responsibleId: carlos.id }),
  returnRow(53, 'NF-3'),
  returnRow(54, 'NF-4', { ...hers, protocolStatus: protocolStatus.pending }),
  returnRow(55, 'NF-5', { ...hers, absent: 'missing', openOccurrences: 1 }),
  returnRow(56, 'NF-6', { ...hers, absent: 'lost' }),
]
const none = 'Nenhum item com retorno encontrado.'
/** Only what is pending, wherever and with whomever it is, is found. */
const found = ({ query: { status, dateFilter, department, search } }: Call) =>
  status === 'Retornado' || (dateFilter ?? 'all') !== 'all' || department || search ? listOf([]) : listOf(rows)
const api: Api = { ...filled, 'GET /api/returns': found }

type Page = ReturnType<typeof part>
const box = (page: Page, number: string) =>
  page.findByRole<HTMLInputElement>('checkbox', { name: `Selecionar ${number}` })
const choiceOf = async (page: Page, list: string) =>
  (await page.findByRole<HTMLInputElement>('combobox', { name: list })).value

// proves 2.1.4, 2.9.1, 2.9.3, 2.9.7, 14.8, 17.56, 20.57, 20.60
it('a Gestor filters what must come back, beginning with what is pending, and the address keeps it', async () => {
  const page = await open('/retornos', { as: carlos, api })
  await page.row('NF-1')
  await page.press('Mostrar filtros')
  expect(await choiceOf(page, 'Status')).toBe('Pendente')
  expect(await choiceOf(page, 'Data de Retorno')).toBe('Todas')
  for (const [field, options] of [
    ['Status', ['Todos', 'Pendente', 'Retornado']],
    ['Data de Retorno', ['Todas', 'Hoje', 'Atrasados', 'Próximos 7 dias']],
  ] as const) {
    await keys.click(await page.findByRole('combobox', { name: field }))
    await waitFor(() => expect(page.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options))
    await keys.keyboard('{Escape}')
  }
  await page.pick('Status', 'Todos')
  await page.pick('Data de Retorno', 'Atrasados')
  await page.says(none)
  await page.pick('Departamento', 'Recursos Humanos')
  await waitFor(() => expect(page.address()).toBe('/retornos?status=all&department=1&dateFilter=overdue'))
  history.back()
  await waitFor(() => expect(page.address()).toBe('/retornos?status=all&dateFilter=overdue'))
  expect(await choiceOf(page, 'Data de Retorno')).toBe('Atrasados')
  await page.press(/^Ocultar filtros/)
  await page.press('Limpar')
  await waitFor(() => expect(page.address()).toBe('/retornos'))
  await page.press('Com ocorrência')
  await waitFor(() => expect(page.address()).toBe('/retornos?occurrence=1'))
  expect((await page.row('NF-5')).text()).toContain('1 ocorrência')
  expect((await page.button('Com ocorrência')).getAttribute('aria-pressed')).toBe('true')
  await page.press('Limpar')
  await waitFor(() => expect(page.address()).toBe('/retornos'))
  // The list follows what is typed, in one step of the history; Enter does not wait.
  await page.fill(/^Buscar/, 'nf')
  await waitFor(() => expect(page.address()).toBe('/retornos?search=nf'))
  await page.fill(/^Buscar/, 'nf-a')
  await keys.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe('/retornos?search=nf-a'))

  // A quick next action, before the list has followed, does not restore the filter that was just cleared.
  const quick = await open('/retornos?status=all&dateFilter=overdue', { as: carlos, api })
  await quick.says(none)
  for (const name of ['Limpar', 'Buscar']) (await quick.button(name)).click()
  await quick.row('NF-1')
  // A text, which browsers translate and people can point at by voice, not only a name for screen readers.
  expect((await quick.button('Buscar')).textContent).toBe('Buscar')
  expect(quick.address()).toBe('/retornos')
  // What is typed before the list has followed *Limpar* stays.
  await quick.fill(/^Buscar/, 'nf-a')
  await keys.keyboard('{Enter}')
  await waitFor(() => expect(quick.address()).toBe('/retornos?search=nf-a'))
  const typed = await quick.field(/^Buscar/)
  ;(await quick.button('Limpar')).click()
  fireEvent.input(typed, { target: { value: 'nf' } })
  await waitFor(() => expect(quick.address()).toBe('/retornos?search=nf'))
  await quick.holds(/^Buscar/, 'nf')
  // One person by link: the chip says who, and goes away.
  const linked = await open(`/retornos?responsible=${debora.id}`, { as: carlos, api })
  const chip = await linked.button(`Remover o filtro de responsável: ${debora.name}`)
  expect(chip.textContent).toBe(`Responsável: ${debora.name}`)
  await keys.click(chip)
  await waitFor(() => expect(linked.address()).toBe('/retornos'))
  await waitFor(() => expect(chip.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement?.id).toBe(contentId))
  // What was returned says when.
  linked.api['GET /api/returns'] = listOf([
    returnRow(55, 'NF-5', { ...hers, status: itemStatus.returned, actualReturnDate: '2026-11-20T12:00:00Z' }),
  ])
  await linked.pick('Status', 'Retornado')
  await linked.says('Retornado em 20/11/2026')
  // A page number that no longer exists shows the last page.
  const last = await open('/retornos?page=9', {
    as: carlos,
    api: { ...api, 'GET /api/returns': ({ query }: Call) => listOf(rows, 14, Math.min(Number(query.page), 2)) },
  })
  await waitFor(() => expect(last.address()).toBe('/retornos?page=2'))
})

// proves 17.55
it('a user finds the filters that they chose last, the address wins, and Limpar forgets them', async () => {
  const page = await open('/retornos', { as: debora, api })
  const mine = await page.button('Comigo')
  await keys.click(mine)
  await waitFor(() => expect(mine.getAttribute('aria-pressed')).toBe('true'))
  await page.press('Mostrar filtros')
  await page.pick('Data de Retorno', 'Próximos 7 dias')
  await waitFor(() => expect(page.address()).toBe('/retornos?dateFilter=week&responsible=me'))
  const comeBack = async (address: string) => {
    await page.press('Protocolos', 'link')
    await page.findByRole('heading', { level: 1, name: 'Protocolos' })
    await page.press('Retorno de Itens', 'link')
    await page.findByRole('heading', { level: 1, name: 'Retorno de Itens' })
    await waitFor(() => expect(page.address()).toBe(address))
  }
  await comeBack('/retornos?dateFilter=week&responsible=me')
  await page.press('Limpar')
  await waitFor(() => expect(page.address()).toBe('/retornos'))
  await comeBack('/retornos')
  // Two quick presses, the second before the list has followed the first.
  for (const name of ['Comigo', 'Para devolver']) (await page.button(name)).click()
  await comeBack('/retornos?side=toReturn&responsible=me')
})

// proves 2.9.6, 5.4.6, 6.6
it('a user learns at each box why it cannot be ticked, and the origin chooses nothing to return', async () => {
  const page = await open('/retornos', { as: debora, api })
  const boxes = await Promise.all(['NF-1', 'NF-2', 'NF-4'].map((number) => box(page, number)))
  expect(boxes.map(isOff)).toEqual([false, true, true])
  boxes[2]?.focus()
  await page.says('Este protocolo ainda não foi recebido pelo destino', '[role=tooltip]')
  expect((await page.row('NF-1')).text()).toContain('Para devolver')
  expect(page.queryByRole('button', { name: /^Atribuir usuário/ })).toBeNull()
  await page.saysNo(/item\(ns\) selecionado\(s\)/)
  await page.press('Retornar Selecionados')
  await page.says('Selecione pelo menos um item para retornar.')
  await keys.click(await box(page, 'NF-1'))
  await page.saysNo('Selecione pelo menos um item para retornar.')

  const origin = await open('/retornos', { as: ana, api })
  expect((await origin.row('NF-1')).text()).toContain('A receber de volta')
  expect(isOff(await box(origin, 'NF-1'))).toBe(true)
  expect(origin.queryByRole('button', { name: 'Retornar Selecionados' })).toBeNull()
})

// proves 4.15, 6.6
it('a Usuário returns an item by the act that its row names, and finds what remains in its menu', async () => {
  const calls: string[] = []
  const page = await open('/retornos', {
    as: debora,
    api: {
      ...api,
      'GET /api/protocols/5': protocol(5, { items: [item(51, 'NF-1', hers)] }),
      'POST /api/protocols/items/51/return': () => {
        calls.push('return')
        page.api['GET /api/returns'] = listOf(rows.slice(1))
        return { item: itemAnswer(item(51, 'NF-1', { ...hers, status: itemStatus.returned })) }
      },
    },
  })
  // What somebody else answers for is returned from its menu, as from its details.
  await page.row('NF-2')
  expect(page.queryByRole('button', { name: 'Retornar: NF-2' })).toBeNull()
  await page.press('Ações do item NF-2')
  await page.button('Marcar como Retornado', 'menuitem')
  await keys.keyboard('{Escape}')
  await page.press('Retornar: NF-1')
  const question = await page.question('Marcar como Retornado')
  await question.says(/NF-1 será marcado como retornado/)
  await question.press('Marcar como Retornado')
  await toast('Item retornado com sucesso!')
  await waitFor(() => expect(page.queryByRole('button', { name: 'Ver detalhes: NF-1' })).toBeNull())
  expect(calls).toEqual(['return'])
})

// proves 7.9.3, 8.10
it('a Gestor is told which items of several did not return, that none did, and that nothing was loaded', async () => {
  const page = await open('/retornos', {
    as: carlos,
    api: { ...api, 'POST /api/protocols/items/bulk-return': refusal(500, { message: 'Servidor ocupado.' }) },
  })
  expect(isOff(await box(page, 'NF-3'))).toBe(true)
  // What did not come or was lost is named, and stays out.
  const tick = async () => {
    for (const number of ['NF-5', 'NF-6']) await keys.click(await box(page, number))
  }
  await tick()
  await page.press('Retornar Selecionados')
  const without = await page.question('Confirmar Retorno em Massa')
  await without.says('NF-5 não veio: fica de fora')
  await without.says('NF-6 foi extraviado: fica de fora')
  expect(isOff(await without.button('Retornar'))).toBe(true)
  await without.press('Cancelar')
  await page.noDialog()
  await tick()
  await keys.click(await box(page, 'NF-1'))
  await keys.click(await box(page, 'NF-2'))
  const confirm = async () => {
    await page.press('Retornar Selecionados')
    const question = await page.question('Confirmar Retorno em Massa')
    await question.says('Esta ação não pode ser desfeita.')
    await question.press(/^Retornar/)
  }
  await confirm()
  await toast('Erro ao processar retorno em massa: Servidor ocupado.')
  await page.noDialog()
  await page.says('2 item(ns) selecionado(s)')
  page.api['POST /api/protocols/items/bulk-return'] = {
    results: { success: [{ id: 52 }], errors: [{ id: 51, message: errors.ITEM_ALREADY_RETURNED.message }] },
  }
  await confirm()
  await page.says('1 item retornado com sucesso!')
  await page.says('1 item não pôde ser retornado. Verifique as permissões.')
  await page.says('NF-1: Este item já foi retornado')

  const failed = await open('/retornos', { as: carlos, api: { ...api, 'GET /api/returns': refusal(500) } })
  await failed.says('Erro ao carregar itens. Tente novamente.')
  failed.api['GET /api/returns'] = found
  await failed.press('Tentar novamente')
  await failed.row('NF-1')
})

// proves 22.13
it('a Gestor gets labels and a receipt of the items that they chose', async () => {
  let asked = {}
  const receipt = ({ query }: Call) => {
    asked = query
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
  }
  openedTab()
  const page = await open('/retornos', { as: carlos, api: { ...api, 'GET /api/documents/return-receipt': receipt } })
  await keys.click(await box(page, 'NF-1'))
  await keys.click(await box(page, 'NF-2'))
  await page.press('Mais ações')
  await page.press('Recibo de devolução', 'menuitem')
  await waitFor(() => expect(asked).toEqual({ item_ids: '51,52' }))
  await page.press('Mais ações')
  await page.press('Etiquetas', 'menuitem')
  await (await page.dialog('Imprimir etiquetas')).button('2 etiquetas')
})

// proves 2.9.7, 5.4.3, 6.7, 8.11, 8.18
it('a Gestor who assigns an item is told at each step why not', async () => {
  const users = 'GET /api/protocols/5/destination-users'
  const page = await open('/retornos', {
    as: carlos,
    api: { ...api, [users]: refusal(500, { message: 'Sem rede interna.' }) },
  })
  // What was asked before it in another dialog of this screen does not come back.
  await keys.click(await box(page, 'NF-1'))
  await page.press('Retornar Selecionados')
  await (await page.question()).press('Cancelar')
  await page.noDialog()
  await page.row('NF-3').then(({ press }) => press(/^Atribuir usuário/))
  const dialog = await page.dialog('Atribuir Usuário')
  expect(page.queryAllByRole('alertdialog')).toEqual([])
  await dialog.says('Erro ao buscar usuários disponíveis: Sem rede interna.')
  page.api[users] = filled['GET /api/departments/2/users'] as object
  await dialog.press('Tentar novamente')
  await dialog.findByRole('combobox', { name: 'Usuário' })
  await dialog.press('Atribuir')
  await dialog.says('Selecione um usuário para atribuir.')
  await dialog.pick('Usuário', debora.name)
  page.api['PUT /api/protocols/items/53/assign'] = refusal(500, { message: 'Tente mais tarde.' })
  await dialog.press('Atribuir')
  await toast('Erro ao atribuir usuário: Tente mais tarde.')
  page.api['PUT /api/protocols/items/53/assign'] = { item: itemAnswer(item(53, 'NF-3', hers)) }
  await dialog.press('Atribuir')
  await toast('Usuário atribuído com sucesso!')
  await page.noDialog()
})

// proves 17.51
it('what a user chose stays when the whole list cannot be loaded', async () => {
  const many = Array.from({ length: 12 }, (_, at) => returnRow(60 + at, `F-${at}`, hers))
  const whole = listOf(many.slice(0, 10), 12)
  const page = await open('/retornos', { as: debora, api: { ...api, 'GET /api/returns': whole } })
  await page.row('F-9')
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar todos' }))
  await page.says('10 item(ns) selecionado(s)')
  page.api['GET /api/returns'] = refusal(500)
  await page.press('Selecionar todos os 12')
  await toast('Erro ao selecionar todos. Tente novamente.')
  await page.says('10 item(ns) selecionado(s)')
  page.api['GET /api/returns'] = ({ query }: Call) => {
    if (query.per_page !== '50') return whole
    return query.page === '2' ? listOf([], 12, 2) : listOf(many)
  }
  await page.press('Selecionar todos os 12')
  await page.says('12 item(ns) selecionado(s)')

  // Who clears the selection meanwhile gets no other.
  const late = Promise.withResolvers<void>()
  page.api['GET /api/returns'] = async () => {
    await late.promise
    return listOf(many)
  }
  await page.press('Desmarcar todos')
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar todos' }))
  await page.press('Selecionar todos os 12')
  await page.press('Desmarcar todos')
  late.resolve()
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar todos' }))
  await page.says('10 item(ns) selecionado(s)')
})

// proves 14.8
it('a search that is still to be made keeps nobody from another page', async () => {
  const page = await open('/retornos', { as: carlos, api: { ...api, 'GET /api/protocols': listOf([]) } })
  const field = await page.findByRole('searchbox')
  const link = await page.findByRole('link', { name: 'Protocolos' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.input(field, { target: { value: 'NF-1' } })
  fireEvent.click(link)
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await page.findByRole('heading', { name: 'Protocolos', level: 1 })
  expect(page.address()).toBe('/protocolos')
})

// proves 17.53
it('an origin asks for items, at once and one by one, and is told what stays out; the holder reads it and answers', async () => {
  const reminded = { ...hers, remindedBy: ana.name, remindedAt: new Date().toISOString() }
  const asked = returnRow(55, 'NF-5', reminded)
  const page = await open('/retornos?side=toReceive', {
    as: ana,
    api: { ...api, 'GET /api/returns': listOf([...rows.slice(0, 2), asked]) },
  })
  const once = await page.button('Cobrar: NF-5')
  expect(once.getAttribute('aria-description')).toBe(`Já cobrado hoje por ${ana.name}.`)
  await page.row('NF-1')
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar todos' }))
  await page.press('Cobrar selecionados')
  const asking = await page.dialog('Cobrar devolução')
  await asking.says(/1 item fica de fora/)
  await asking.button('Cobrar 2 itens')
  await asking.press('Cancelar')
  await page.noDialog()
  // Asking for one does not wait for the answer about another.
  const answer = Promise.withResolvers<object>()
  const sent: number[][] = []
  page.api['POST /api/returns/remind'] = ({ body }: Call) => {
    sent.push(body.item_ids)
    return answer.promise
  }
  for (const number of ['NF-1', 'NF-2']) await page.press(`Cobrar: ${number}`)
  await waitFor(() => expect(sent).toEqual([[51], [52]]))
  answer.resolve({ results: { success: [51, 52], errors: [] } })

  const holder = await open('/retornos?item=55', {
    as: debora,
    api: {
      ...{ ...api, 'GET /api/returns': listOf([asked]) },
      'GET /api/protocols/5': protocol(5, { items: [item(55, 'NF-5', reminded)] }),
    },
  })
  const details = await holder.dialog('Detalhes do Item')
  await details.says(`Cobrado hoje por ${ana.name}`)
  await details.press('Responder nos comentários', 'link')
  await holder.field('Novo comentário')
})

it('a page that stays open over midnight counts from the new day', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:58:00-03:00') })
  const due = returnRow(51, 'NF-1', { returnDate: '2026-11-20' })
  const page = await open('/retornos', { as: ana, api: { ...api, 'GET /api/returns': listOf([due]) } })
  await page.row('NF-1').then(({ says }) => says('Retorno Hoje'))
  vi.setSystemTime(new Date('2026-11-21T00:01:00-03:00'))
  for (const [run, pause] of timers.mock.calls) if (pause === 60_000) run()
  await page.row('NF-1').then(({ says }) => says('Atrasado'))
  expect((await page.row('NF-1')).text()).toContain('há 1 dia')
})
