import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { organisationBehindProxy } from '../../test/behind-proxy.ts'
import { buildExtensionRequest, buildManager, buildProtocol } from '../../test/builders.ts'
import { atCommit } from '../../test/fault-proxy.ts'
import { asking, at, inOrder } from '../../test/organisation.ts'

let organisation: Awaited<ReturnType<typeof asking>>
beforeAll(async () => {
  organisation = await asking({ ownDatabase: true })
})

/** A request for the first item of a protocol, by its responsible user unless the fields say otherwise. */
async function asked(by: { id: number } = organisation.responsible) {
  const protocol = await organisation.send()
  const { body } = await organisation.ask(by, protocol.items[0]?.id)
  return { protocol, itemId: protocol.items[0]?.id, id: body.id as number, itemType: body.item_type as string }
}

const changesOf = (itemId: number | undefined) =>
  organisation.db
    .selectFrom('dueDateChanges')
    .select(['kind', 'fromDate', 'toDate', 'changedBy', filledIn('reason', 'texts').as('reason')])
    .where('itemId', '=', itemId ?? 0)
    .execute()

describe('POST /api/extension-requests/{id}/decide', () => {
  // proves 21.11
  it('grants it: the due date changes with it, and whoever asked and the responsible user are told', async () => {
    const { sender, responsible, manager } = organisation
    const { protocol, itemId, id, itemType } = await asked(manager)
    const reply = await organisation.decide(sender, id, { decision: 'grant', note: ' Sem problema ' })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toMatchObject({
      ...{ id, item_id: itemId, return_date: '2026-12-10', requested_date: '2026-12-10', status: 'concedido' },
      ...{ asked_by: manager.name, decided_by: sender.name, decided_at: at, granted_date: '2026-12-10' },
      note: 'Sem problema',
    })
    expect(await organisation.stateOf(itemId)).toMatchObject({
      returnDate: '2026-12-10',
      originalReturnDate: '2026-12-01',
    })
    expect(await changesOf(itemId)).toEqual([
      {
        ...{ kind: 'request', fromDate: '2026-12-01', toDate: '2026-12-10', changedBy: sender.id },
        reason: 'Falta uma assinatura',
      },
    ])

    const sentence = `Item 1/26 (${itemType}): prazo alterado de 01/12/2026 para 10/12/2026 por ${sender.name}, a pedido de ${manager.name}. Motivo: Falta uma assinatura. Resposta: “Sem problema”`
    expect((await organisation.historyOf(protocol.id)).at(-1)).toEqual({
      ...{ action: 'Prazo alterado', description: sentence, createdBy: sender.id, itemId },
    })
    const told = (await organisation.toldOf(protocol.id)).filter(({ title }) => title === 'Pedido de prazo concedido')
    expect(told.map(({ userId }) => userId)).toEqual(inOrder([manager.id, responsible.id]))
    expect(told.find(({ userId }) => userId === manager.id)).toMatchObject({
      ...{ type: 'item_return', itemId },
      message: `Protocolo #${protocol.id}: ${sentence}\nVocê recebeu este aviso porque pediu mais prazo.`,
    })
    const { body: detail } = await organisation.as(sender).get(`/api/protocols/${protocol.id}`)
    expect(detail.items[0]).toMatchObject({ return_date: '2026-12-10', extension_request: null })
    expect(detail.version).toBe(protocol.version + 1)
  })

  // proves 21.10, 21.11
  it('asks for the first date of an item that has none, and granting it sets it', async () => {
    const { sender, responsible } = organisation
    const protocol = await organisation.send({ items: [{ responsibleId: responsible.id, returnDate: null }] })
    const itemId = protocol.items[0]?.id
    const { body } = await organisation.ask(responsible, itemId)
    expect(body).toMatchObject({ return_date: null, requested_date: '2026-12-10', status: 'aberto' })
    expect(await findBrokenInvariants(organisation.db)).toEqual([])
    expect((await organisation.decide(sender, body.id, { decision: 'grant' })).body.status).toBe('concedido')
    expect((await organisation.stateOf(itemId)).returnDate).toBe('2026-12-10')
    expect((await organisation.historyOf(protocol.id)).at(-1)?.description).toContain(
      `prazo definido para 10/12/2026 por ${sender.name}, a pedido de ${responsible.name}`,
    )
  })

  it('grants another date than the one asked for, also when whoever asked has left', async () => {
    const leaver = await buildManager(organisation.db, { departmentId: organisation.destination.id, name: 'Rui Prado' })
    const { id, itemId } = await asked(leaver)
    await organisation.db.updateTable('users').set({ isActive: false }).where('id', '=', leaver.id).execute()
    const reply = await organisation.decide(organisation.sender, id, { decision: 'grant', return_date: '2026-12-04' })
    expect(reply.body).toMatchObject({
      granted_date: '2026-12-04',
      requested_date: '2026-12-10',
      asked_by: 'Rui Prado',
    })
    expect(await organisation.stateOf(itemId)).toMatchObject({ returnDate: '2026-12-04' })
  })

  // proves 21.11
  it('denies it, with a note, and the due date stays', async () => {
    const { sender, responsible } = organisation
    const { protocol, itemId, id, itemType } = await asked()
    expect((await organisation.decide(sender, id, { decision: 'maybe' })).status).toBe(400)
    for (const note of [undefined, ' ab ', '\u200b\u200b\u200b']) {
      expect(await organisation.decide(sender, id, { decision: 'deny', note })).toMatchObject({
        status: 400,
        body: { errors: { note: 'Diga por que o pedido foi negado (de 3 a 500 caracteres)' } },
      })
    }
    const reply = await organisation.decide(sender, id, { decision: 'deny', note: 'O prazo do tribunal é fixo' })
    expect(reply.body).toMatchObject({
      ...{ status: 'negado', decided_by: sender.name, decided_at: at, granted_date: null },
      ...{ note: 'O prazo do tribunal é fixo', return_date: '2026-12-01' },
    })
    expect(await organisation.stateOf(itemId)).toMatchObject({ returnDate: '2026-12-01', originalReturnDate: null })
    expect(await changesOf(itemId)).toEqual([])
    const sentence = `${sender.name} negou o pedido de Maria Souza de prazo até 10/12/2026 para o Item 1/26 (${itemType}). Resposta: “O prazo do tribunal é fixo”`
    expect((await organisation.historyOf(protocol.id)).at(-1)).toMatchObject({
      ...{ action: 'Pedido de prazo negado', description: sentence, itemId },
    })
    const told = (await organisation.toldOf(protocol.id)).filter(({ title }) => title === 'Pedido de prazo negado')
    expect(told.map(({ userId }) => userId)).toEqual([responsible.id])
    // Asked and answered, it may be asked again.
    expect((await organisation.ask(responsible, itemId)).status).toBe(201)
  })

  // proves 21.11
  it('says so when the date asked for is not possible any more', async () => {
    const { db, sender } = organisation
    const { id, itemId } = await asked()
    // As a changed calendar moves it.
    await db
      .updateTable('items')
      .set({ returnDate: '2026-12-12' })
      .where('id', '=', itemId ?? 0)
      .execute()
    const message = 'O prazo pedido, 10/12/2026, já não é possível. O novo prazo deve ser posterior a 12/12/2026'
    for (const returnDate of [undefined, '2026-12-10']) {
      expect(await organisation.decide(sender, id, { decision: 'grant', return_date: returnDate })).toMatchObject({
        ...{ status: 400, body: { errors: { return_date: message } } },
      })
    }
    expect((await organisation.decide(sender, id, { decision: 'grant', return_date: '2026-12-14' })).status).toBe(200)
  })

  it('stands when the commit was applied and never confirmed, and the retry hears that it is decided', async () => {
    const { as, db, sender, origin, destination, proxy } = await organisationBehindProxy()
    const { items } = await buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, status: 'Em andamento' },
      items: [{ returnDate: '2030-12-01' }],
    })
    const { id } = await buildExtensionRequest(db, {
      ...{ itemId: items[0]?.id ?? 0, askedBy: sender.id, requestedDate: '2030-12-10' },
    })
    const decide = () => as(sender).post(`/api/extension-requests/${id}/decide`, { decision: 'grant' })
    await as(sender).get('/api/auth/me')
    proxy.breakOnce(atCommit('after'))
    expect(await decide()).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    expect(await decide()).toMatchObject({ status: 409, body: { code: 'REQUEST_ALREADY_DECIDED' } })
    expect(await db.selectFrom('dueDateChanges').select(['kind', 'toDate']).execute()).toEqual([
      { kind: 'request', toDate: '2030-12-10' },
    ])
  })
})

describe('an extension by the origin itself', () => {
  const extend = (itemId: number | undefined, returnDate: string) =>
    organisation.as(organisation.sender).put(`/api/protocols/items/${itemId}/due-date`, {
      ...{ return_date: returnDate, reason: 'Combinado por telefone' },
    })

  // proves 21.11
  it.each(['2026-12-10', '2026-12-20'])('until %s is a grant of the request', async (returnDate) => {
    const { sender, manager, responsible } = organisation
    const { protocol, itemId } = await asked(manager)
    expect((await extend(itemId, returnDate)).body.item).toMatchObject({ extension_request: null })
    expect(await organisation.requestsOf(itemId)).toMatchObject([
      { status: 'concedido', grantedDate: returnDate, decidedBy: sender.id, decidedAt: at, note: null },
    ])
    expect(await changesOf(itemId)).toMatchObject([{ kind: 'extension', reason: 'Combinado por telefone' }])
    expect((await organisation.historyOf(protocol.id)).at(-1)?.description).toMatch(
      new RegExp(`por ${sender.name}, a pedido de ${manager.name}\\. Motivo: Combinado por telefone$`),
    )
    const told = (await organisation.toldOf(protocol.id)).filter(({ title }) => title === 'Prazo de retorno alterado')
    expect(told.map(({ userId }) => userId)).toEqual(inOrder([manager.id, responsible.id]))
  })

  // proves 21.11
  it('to an earlier date leaves it open', async () => {
    const { itemId, protocol } = await asked()
    await extend(itemId, '2026-12-09')
    expect(await organisation.requestsOf(itemId)).toMatchObject([{ status: 'aberto', decidedAt: null }])
    expect((await organisation.historyOf(protocol.id)).at(-1)?.description).not.toMatch(/a pedido de/)
  })

  it('of several items grants theirs, and whoever asked is told once', async () => {
    const { sender, manager, responsible } = organisation
    const { protocol, itemId } = await asked(manager)
    const ids = protocol.items.map(({ id }) => id)
    const { body } = await organisation.as(sender).post('/api/protocols/items/bulk-due-date', {
      ...{ item_ids: ids, return_date: '2026-12-11', reason: 'Recesso' },
    })
    expect(body.results.success).toHaveLength(2)
    expect(await organisation.requestsOf(itemId)).toMatchObject([{ status: 'concedido', grantedDate: '2026-12-11' }])
    const told = (await organisation.toldOf(protocol.id)).filter(({ title }) => /^Prazo de/.test(title))
    expect(told.map(({ userId, title }) => [userId, title])).toEqual(
      [
        [manager.id, 'Prazo de retorno alterado'],
        [responsible.id, 'Prazo de 2 itens alterado'],
      ].toSorted(([one], [other]) => Number(one) - Number(other)),
    )
    const { description } = (await organisation.historyOf(protocol.id)).at(-1) ?? {}
    expect(description).toContain(`antes 01/12/2026, a pedido de ${manager.name}; Item 2/26`)
  })
})

describe('whatever settles the item ends its open request', () => {
  const reason = { reason: 'Engano' }
  // proves 21.14
  it.each<[string, string, (item: string, protocol: string) => [path: string, by: { id: number }]]>([
    ['its return', 'retornado', (item) => [`items/${item}/return`, organisation.recipient]],
    ['its cancellation', 'cancelado', (item) => [`items/${item}/cancel`, organisation.sender]],
    ['the cancellation of its protocol', 'cancelado', (_, protocol) => [`${protocol}/cancel`, organisation.sender]],
  ])('%s', async (_, status, act) => {
    const { protocol, itemId, id } = await asked()
    await organisation.ask(organisation.responsible, protocol.items[1]?.id)
    const [path, by] = act(`${itemId}`, `${protocol.id}`)
    expect((await organisation.as(by).post(`/api/protocols/${path}`, reason)).status).toBe(200)
    expect(await organisation.stateOf(itemId)).toMatchObject({ status })
    const ended = { status: 'encerrado', decidedAt: at, decidedBy: null }
    expect(await organisation.requestsOf(itemId)).toMatchObject([ended])
    const other = path.includes('items') ? { status: 'aberto' } : ended
    expect(await organisation.requestsOf(protocol.items[1]?.id)).toMatchObject([other])
    expect(await organisation.decide(organisation.sender, id)).toMatchObject({
      status: 409,
      body: { message: 'Este pedido de prazo foi encerrado, porque o item não está mais pendente' },
    })
  })
})

it.each([
  `update extension_requests set requested_date = '2026-12-31'`,
  'update extension_requests set asked_at = now()',
  `update extension_requests set status = 'aberto', decided_at = null where status = 'negado'`,
  `update extension_requests set decided_at = now() where status = 'negado'`,
  'delete from extension_requests',
  'truncate extension_requests',
])('a request is a record: %s is refused', async (statement) => {
  const { items } = await organisation.send()
  const denied = (await organisation.ask(organisation.responsible, items[0]?.id)).body.id
  await organisation.decide(organisation.sender, denied, { decision: 'deny', note: 'É urgente' })
  await expect(sql.raw(statement).execute(organisation.db)).rejects.toThrow(/refused/)
})

it('verify finds one that outlived its item, and the repair ends it', async () => {
  const { db } = organisation
  const { itemId, id } = await asked()
  expect(await findBrokenInvariants(db)).toEqual([])
  await sql`alter table items disable trigger items_end_their_request`.execute(db)
  await organisation.as(organisation.recipient).post(`/api/protocols/items/${itemId}/return`)
  await sql`alter table items enable trigger items_end_their_request`.execute(db)
  expect(await findBrokenInvariants(db)).toEqual([
    'as cópias em extension_requests, e os que já não podem estar abertos: 1 linha(s) que os fatos não confirmam, 1 que faltam.',
  ])
  await sql`select rebuild_derived()`.execute(db)
  expect(await findBrokenInvariants(db)).toEqual([])
  const request = (await organisation.requestsOf(itemId)).find((one) => one.id === id)
  expect(request).toMatchObject({ status: 'encerrado', decidedBy: null })
})
