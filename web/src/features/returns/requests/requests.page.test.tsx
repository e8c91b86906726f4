import { extensionRequestWire, requestStatus } from '@malote/core/due-dates/extension-request.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ana, debora, item, listOf, protocol, returnRow } from '../../../test/builders.ts'
import { type Api, type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { keys, open, toast, waitFor } from '../../../test/page.ts'

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
