import { removedText } from '@malote/core/black-outs/black-out.ts'
import { expect, it } from 'vitest'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import { verifyChain } from '../../platform/db/chain/verify-chain.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildAdmin } from '../../test/builders.ts'
import { untilWaiting } from '../../test/database.ts'
import { testChain } from '../protocols/forward/forward.test-setup.ts'
import type { Entry } from './black-outs.repo.ts'
import { placesOf, reason } from './black-outs.test-setup.ts'
import { quotedBefore, typedTexts } from './quotes-before.ts'
import type { RemovalTarget } from './removal-target.ts'

/** A to B, there passed on to C, redirected to D before C received it, and passed on to E. */
async function longWay() {
  const chain = await testChain({ ownDatabase: true })
  const { a, b, c, d, e, db, as } = chain
  const words = { description: 'Pasta segredo-descrito', reason: 'Por segredo-motivo' }
  // What stays of an item: the next one is a different thing with the same texts.
  const first = await chain.send(a, b, { items: [words, words, { description: 'Outra', reason: 'Outro' }] })
  await chain.receive(b, first)
  const toC = await chain.passOn(b, first, c, [first.items[0], first.items[2]] as number[])
  const redirected = await b.client.post(`/api/protocols/${toC.id}/redirect`, {
    ...{ destination_department_id: d.id, reason: 'Departamento errado' },
  })
  expect(redirected.status, JSON.stringify(redirected.body)).toBe(201)
  const toD = { id: redirected.body.protocol_id as number, items: [] as number[] }
  toD.items = (await chain.detail(d, toD)).items.map(({ id }: { id: number }) => id)
  await chain.receive(d, toD)
  const toE = await chain.passOn(d, toD, e, toD.items.slice(0, 1))
  const reminded = await d.client.post('/api/returns/remind', { item_ids: toE.items.slice(0, 1) })
  expect(reminded.body.results).toMatchObject({ success: toE.items.slice(0, 1), errors: [] })
  expect(await placesOf(db, 'segredo-descrito')).toEqual(['items', 'typed_texts'])
  const admin = await buildAdmin(db, { name: 'Célia Rocha', departmentId: null })
  const remove = (place: string, field: string) =>
    as(admin).post(`/api/protocols/${place}/black-out`, { reason, field })
  await chainWholeHistory(db)
  return { ...chain, first, toC, toD, toE, remove }
}

// proves 20.45
it.each(['first', 'toC', 'toE'] as const)(
  'a text that was copied by passing on and redirecting goes everywhere, removed at %s',
  async (where) => {
    const { db, a, b, d, first, toC, toD, toE, remove, detail, ...way } = await longWay()
    const item = { first, toC, toD, toE, ...way }[where].items[0]
    expect((await remove(`items/${item}`, 'description')).status).toBe(200)
    expect((await remove(`items/${item}`, 'reason')).status).toBe(200)
    const seen = [await detail(a, first), await detail(b, toC), await detail(d, toD), await detail(d, toE)]
    for (const [index, { items, removals, history }] of seen.entries()) {
      expect(items[0]).toMatchObject({ description: removedText, reason: removedText })
      expect(removals).toMatchObject([
        { kind: 'item_description', target_id: items[0].id },
        { kind: 'item_reason', target_id: items[0].id },
      ])
      expect(history.filter(({ action }: { action: string }) => action === 'Conteúdo removido')).toHaveLength(2)
      if (index > 0 && index < 3) expect(items[1]).toMatchObject({ description: 'Outra', reason: 'Outro' })
    }
    // A different item, which says the same.
    expect(seen[0].items[1]).toMatchObject({ description: 'Pasta segredo-descrito' })
    expect(await placesOf(db, 'segredo')).toEqual(['items'])
    await remove(`items/${first.items[1]}`, 'description')
    await remove(`items/${first.items[1]}`, 'reason')
    expect(await placesOf(db, 'segredo')).toEqual([])
    expect(await findBrokenInvariants(db)).toEqual([])
    await chainWholeHistory(db)
    expect(await verifyChain(db)).toMatchObject({ broken: [] })
  },
)

// proves 20.45
it('a text that says something else further on stays there', async () => {
  const { b, c, a, send, receive, passOn, detail, itemType, db, as } = await testChain()
  const first = await send(a, b, { items: [{ description: 'Pasta azul' }] })
  await receive(b, first)
  const next = await passOn(b, first, c)
  const edited = await b.client.put(`/api/protocols/${next.id}`, {
    remarks: 'Segue para parecer',
    items: [{ id: next.items[0], item_type_id: itemType.id, description: 'Pasta verde' }],
  })
  expect(edited.status).toBe(200)
  await chainWholeHistory(db)
  const admin = as(await buildAdmin(db))
  const path = `/api/protocols/items/${first.items[0]}/black-out`
  expect((await admin.post(path, { reason, field: 'description' })).status).toBe(200)
  expect((await detail(a, first)).items[0].description).toBe(removedText)
  expect(await detail(b, next)).toMatchObject({ removals: [], items: [{ description: 'Pasta verde' }] })
})

// proves 20.45
it('remarks go from the protocol that was redirected and from the new one', async () => {
  const { b, c, a, send, detail, db, as } = await testChain()
  const sent = await send(a, b)
  const { body } = await a.client.post(`/api/protocols/${sent.id}/redirect`, {
    ...{ destination_department_id: c.id, reason: 'Departamento errado' },
  })
  await chainWholeHistory(db)
  const admin = as(await buildAdmin(db))
  const reply = await admin.post(`/api/protocols/${body.protocol_id}/black-out`, { reason, field: 'remarks' })
  expect(reply.status).toBe(200)
  for (const id of [sent.id, body.protocol_id]) {
    expect(await detail(a, { id, items: [] })).toMatchObject({ remarks: removedText, removals: [{ kind: 'remarks' }] })
  }
})

// proves 20.45
it('remarks also go from a protocol that a redirection creates at that moment', async () => {
  const { a, b, c, d, send, detail, db, as } = await testChain()
  const first = await send(a, b)
  const redirect = (id: number, to: { id: number }) =>
    a.client.post(`/api/protocols/${id}/redirect`, { destination_department_id: to.id, reason: 'Departamento errado' })
  const second: number = (await redirect(first.id, c)).body.protocol_id
  await chainWholeHistory(db)
  const admin = as(await buildAdmin(db))
  let replies: Promise<Awaited<ReturnType<typeof redirect>>[]> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', second).forUpdate().execute()
    const redirected = redirect(second, d)
    await untilWaiting(db, 1)
    const removed = admin.post(`/api/protocols/${first.id}/black-out`, { reason, field: 'remarks' })
    await untilWaiting(db, 2)
    replies = Promise.all([redirected, removed])
  })
  const [redirected, removed] = (await replies) ?? []
  expect([redirected?.status, removed?.status]).toEqual([201, 200])
  for (const id of [first.id, second, redirected?.body.protocol_id]) {
    expect(await detail(a, { id, items: [] })).toMatchObject({ remarks: removedText })
  }
})

it.each([
  ['Ana criou o protocolo', []],
  ['Ana cancelou o protocolo. Motivo: Veio em dobro', ['Veio em dobro']],
  ['Ana pediu prazo até 10/12/2026. Motivo: “Falta uma via”', ['Falta uma via']],
  ['Mensagem: “Volta hoje?\nDiga “sim””', ['Volta hoje?\nDiga “sim”']],
  ['Contrato: Dano. Descrição: “Rasgado”', ['Rasgado']],
  ['prazo alterado, a pedido de Eva. Motivo: Falta uma via. Resposta: “Pode ser”', ['Falta uma via', 'Pode ser']],
])('finds what was typed into %j of 1.0.0', (sentence, texts) => expect(typedTexts(sentence)).toEqual(texts))

it.each([
  ['extension_request_reason', 'Prazo alterado', 'Ana alterou o prazo do Item A-1 (Contrato). Motivo: prazo', true],
  ['extension_request_reason', 'Prazo alterado', 'Prazo concedido. Motivo: prazo. Resposta: “Sim”', true],
  ['extension_request_reason', 'Prazo solicitado', 'Ana pediu prazo até 10/12/2026. Motivo: “prazo”', true],
  ['extension_request_reason', 'Prazo alterado', 'Ana alterou o prazo. Motivo: o prazo venceu', false],
  ['extension_request_note', 'Pedido de prazo negado', 'Ana negou o prazo. Resposta: “prazo”', true],
  ['extension_request_note', 'Pedido de prazo negado', 'Ana negou o prazo. Resposta: “Fica”', false],
  ['occurrence_description', 'Ocorrência registrada', 'Item A-1: Dano. Descrição: “prazo”', true],
  ['occurrence_description', 'Ocorrência registrada', 'Item A-1: Dano. Descrição: “Fora do prazo”', false],
  ['attachment', 'Protocolo editado', 'anexo “prazo” adicionado', true],
  ['attachment', 'Protocolo editado', 'anexo “prazo” e mais', false],
  ['item_description', 'Protocolo editado', 'Item A-1 (Contrato): descrição “a” adicionada', true],
  ['item_description', 'Protocolo editado', 'Item A-1 (Contrato): descrição de “a” para “b”', true],
  ['item_description', 'Protocolo editado', 'Item A-1 (Contrato): prazo, descrição alterada', false],
  ['remarks', 'Protocolo editado', 'Observações: “a”', true],
  ['remarks', 'Protocolo editado', 'Observações alteradas', false],
] as const)('of the entries of 1.0.0, %s is in %s: %s', (kind, action, description, isQuoted) => {
  const target = { kind, id: 3, text: 'prazo', item: { id: 7, documentNumber: 'A-1' } } as RemovalTarget
  const ofProtocol = kind === 'remarks' ? { ...target, item: undefined } : target
  const entry = { action, description, itemIds: [7] } as unknown as Entry
  expect(quotedBefore(ofProtocol as RemovalTarget, { kind, targetId: 3 }, entry)).toBe(isQuoted)
})
