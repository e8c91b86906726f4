import { extensionRequestWire, requestStatus } from '@malote/core/due-dates/extension-request.ts'
import { calendarDaysWire } from '@malote/core/returns/returns-calendar.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ana, carlos, debora, item, listOf, protocol, returnRow } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, toast, waitFor } from '../../test/page.ts'

const request = (more: object = {}) =>
  z.encode(extensionRequestWire, {
    ...{ id: 9, protocolId: 5, itemId: 51, documentNumber: 'MP-3', itemType: 'Contrato', itemDescription: null },
    ...{ originDepartment: 'Recursos Humanos', originDepartmentId: 1 },
    ...{ destinationDepartment: 'Jurídico', destinationDepartmentId: 2 },
    ...{ returnDate: '2026-11-20', requestedDate: '2099-12-04', reason: 'Falta uma assinatura' },
    ...{ status: requestStatus.open, askedBy: debora.name, askedById: debora.id, askedAt: '2026-11-18T12:00:00Z' },
    ...{ decidedBy: null, decidedAt: null, grantedDate: null, note: null },
    ...more,
  })

const asked = {
  ...{ id: 9, requestedDate: '2099-12-04', reason: 'Falta uma assinatura' },
  ...{ askedBy: debora.name, askedAt: '2026-11-18T12:00:00Z' },
}

const returns = (path: string, api: Api, as = ana) => open(path, { as, api: { ...filled, ...api } })

// proves 21.51, 21.52
it('a sender who denies a request says why, and the list keeps it', async () => {
  const decided: object[] = []
  const page = await returns('/retornos?dateFilter=overdue&side=toReceive', {
    'GET /api/extension-requests': listOf([request()]),
    'GET /api/deadlines/typical': refusal(404),
    'GET /api/protocols/5': protocol(5, { items: [item(51, 'MP-3', { extensionRequest: asked })] }),
    'POST /api/extension-requests/9/decide': ({ body }: Call) => {
      decided.push(body)
      const denial = { decidedBy: ana.name, decidedAt: '2026-11-20T12:00:00Z', note: 'O cliente vem buscar amanhã' }
      page.api['GET /api/extension-requests'] = listOf([request({ status: requestStatus.denied, ...denial })])
      return {}
    },
  })
  const view = async (name: RegExp) => keys.click(await page.says(name, 'label'))
  const isAt = (address: string) => waitFor(() => expect(page.address()).toBe(address))
  await view(/^Pedidos de prazo/)
  await isAt('/retornos?view=pedidos')
  await keys.click(await page.says('A decidir', 'label'))
  await waitFor(() => expect(page.address()).toContain('side=to_decide'))
  // The list is found as it was left.
  await view(/^Lista$/)
  await isAt('/retornos?dateFilter=overdue&side=toReceive')
  await view(/^Pedidos de prazo/)
  await page.press('Decidir pedido de prazo: MP-3')
  const dialog = await page.dialog('Pedido de prazo')
  await dialog.says(/Débora Lima pediu mais prazo para MP-3/)
  await keys.click(await dialog.says('Negar', 'label'))
  await dialog.press('Negar pedido')
  await dialog.says('Diga por que o pedido foi negado (de 3 a 500 caracteres)')
  await dialog.fill(/^Por que não\?/, 'O cliente vem buscar amanhã')
  await dialog.press('Negar pedido')
  await page.noDialog()
  const row = await page.row('MP-3')
  await waitFor(() => expect(row.text()).toContain('Negado'))
  expect(row.text()).toContain('O cliente vem buscar amanhã')
  expect(row.text()).toContain('por Ana Beatriz Nogueira')
  expect(decided).toEqual([{ decision: 'deny', note: 'O cliente vem buscar amanhã' }])
})

it('a request of their own offers a Usuário no decision, and an empty list says so', async () => {
  const page = await returns(
    '/retornos?view=pedidos&side=asked',
    { 'GET /api/extension-requests': ({ query }: Call) => listOf(query.status ? [] : [request()]) },
    debora,
  )
  await page.row('MP-3')
  expect(page.queryByRole('button', { name: /^Decidir/ })).toBeNull()
  await page.pick('Situação', 'Encerrado')
  await page.says('Nenhum pedido de prazo encontrado')
})

// proves 21.53
it('a Usuário answers a reminder on the row: it was returned, or more time is needed', async () => {
  const mine = { responsible: debora.name, responsibleId: debora.id, returnDate: '2020-01-02' }
  const sent: object[] = []
  const page = await returns(
    '/retornos',
    {
      'GET /api/protocols/5': protocol(5, { items: [item(51, 'MP-6', mine), item(52, 'MP-7', mine)] }),
      'GET /api/returns': listOf([returnRow(51, 'MP-6', mine), returnRow(52, 'MP-7', mine)]),
      'POST /api/protocols/items/51/occurrences': ({ body }: Call) => sent.push(body) && {},
      'POST /api/protocols/items/52/extension-requests': ({ body }: Call) => sent.push(body) && {},
    },
    debora,
  )
  const answer = async (number: string) => {
    await page.press(`Ações do item ${number}`)
    await page.press('Responder ao lembrete', 'menuitem')
  }
  await answer('MP-6')
  let dialog = await page.dialog('Responder ao lembrete')
  await dialog.press('Enviar resposta')
  await dialog.says('Selecione uma resposta')
  await keys.click(await dialog.findByRole('radio', { name: /^Já devolvi/ }))
  await dialog.press('Enviar resposta')
  await toast('Resposta enviada: já devolvi.')
  await page.noDialog()
  await answer('MP-7')
  dialog = await page.dialog('Responder ao lembrete')
  await keys.click(await dialog.findByRole('radio', { name: /^Preciso de mais prazo/ }))
  await dialog.press(/^\+2 semanas/)
  await dialog.fill(/^Por que precisa de mais prazo\?/, 'Falta a segunda via')
  await dialog.press('Pedir mais prazo')
  await page.noDialog()
  expect(sent[1]).toMatchObject({ reason: 'Falta a segunda via' })
})

describe('the calendar', () => {
  const path = '/retornos?view=calendario'
  const days = (...all: z.input<typeof calendarDaysWire>) => all
  const late = z.encode(calendarDaysWire, [{ date: '2025-03-10', toReturn: 2, toReceive: 1, overdue: 3 }])
  const christmas = [{ date: '2025-12-25', name: 'Natal', kind: 'national' }]

  const calendar = (month: string, api: Api = {}) =>
    open(`${path}&month=${month}`, {
      as: carlos,
      api: {
        ...{ ...filled, 'GET /api/returns/calendar': days(), 'GET /api/calendar/holidays': christmas },
        // Asked when somebody types slowly.
        'GET /api/search': { protocols: [], documents: [], suppliers: [], supplies: [] },
        ...api,
      },
    })

  // proves 21.40, 21.41, 21.44
  it('months follow each other to the end of the calendar, and holidays have their names', async () => {
    const page = await calendar('2025-12')
    const isMonth = (name: string) => page.findByRole('heading', { name: new RegExp(`^${name}$`, 'i'), level: 2 })
    await page.says(/^Feriado: Natal$/)
    await page.press('Mês anterior, novembro de 2025', 'link')
    await isMonth('novembro de 2025')
    await waitFor(() => expect(page.address()).toContain('month=2025-11'))
    await page.press('Próximo mês, dezembro de 2025', 'link')
    await isMonth('dezembro de 2025')
    const last = await calendar('2100-12')
    await last.findByRole('heading', { name: /dezembro de 2100/i, level: 2 })
    expect(last.queryByRole('link', { name: /^Próximo mês/ })).toBeNull()
    await last.press('Hoje', 'link')
    await waitFor(() => expect(last.address()).toBe(path))
    await last.press('Dashboard', 'link')
    await last.findByRole('heading', { name: 'Dashboard', level: 1 })
    await keys.keyboard('{Control>}k{/Control}')
    await keys.type(await (await last.dialog('Busca rápida')).findByRole('combobox'), 'calendário de dev')
    await keys.click(await last.findByRole('option', { name: /^Calendário de devoluções/ }))
    await waitFor(() => expect(last.address()).toBe(path))
  })

  // proves 21.40, 21.41
  it('a day says what is due and what is late, and the month leads to the list of what is late', async () => {
    const page = await calendar('2025-03', {
      'GET /api/returns/calendar': ({ query }: Call) => (String(query.from) <= '2025-03-10' ? late : []),
    })
    await page.findByRole('link', { name: '2 a devolver, atrasados, em 10 de março de 2025' })
    await page.findByRole('link', { name: '1 a receber, atrasado, em 10 de março de 2025' })
    await page.says(/^Em março de 2025: 2 a devolver e 1 a receber/)
    await page.press('3 itens atrasados', 'link')
    await waitFor(() => expect(page.address()).toMatch(/dateFilter=overdue.*dateFrom=2025-03-01.*dateTo=2025-03-31/))
  })

  // proves 21.44
  it('a calendar without holidays says so, and one that does not load is loaded with one press', async () => {
    const page = await calendar('2025-04', { 'GET /api/calendar/holidays': refusal(500) })
    await page.says(/^Não foi possível carregar os feriados deste mês\./)
    await page.findByRole('table')
    const failed = await calendar('2025-05', { 'GET /api/returns/calendar': refusal(500) })
    await failed.says(/^Erro ao carregar o calendário\. Tente novamente\./)
    failed.api['GET /api/returns/calendar'] = days()
    await failed.press('Tentar novamente')
    await failed.says(/^Nada vence em maio de 2025/)
  })
})
