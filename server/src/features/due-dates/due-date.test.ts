import { dayCount } from '@malote/core/shared/due-date.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compareDerived, findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildAdmin, buildCategory, buildProtocol, buildUser } from '../../test/builders.ts'
import type { Client } from '../../test/client.ts'
import { type Organisation, type Sent, testChain } from '../protocols/forward/forward.test-setup.ts'

let chain: Awaited<ReturnType<typeof testChain>>
let a: Organisation
let b: Organisation
let c: Organisation
let d: Organisation
let admin: Client
let urgent: { id: number }
let routine: { id: number }

const sentOn = '2026-11-19T15:00:00Z'

beforeAll(async () => {
  chain = await testChain({ ownDatabase: true, now: sentOn })
  ;({ a, b, c, d } = chain)
  admin = chain.as(await buildAdmin(chain.db, { name: 'Helena Prado', departmentId: null }))
  urgent = await buildCategory(chain.db, { name: 'Urgente', returnDays: 1 })
  routine = await buildCategory(chain.db, { name: 'Rotina', returnDays: 5 })
})
beforeEach(async () => {
  chain.clock.set(sentOn)
  await chain.db.deleteFrom('holidays').execute()
  await chain.db.insertInto('holidays').values({ date: '2026-11-20', name: 'Consciência Negra' }).execute()
})

const skipped = [
  { date: '2026-11-20', reason: 'Consciência Negra' },
  { date: '2026-11-21', reason: 'sábado' },
  { date: '2026-11-22', reason: 'domingo' },
]
const counted = { start: '2026-11-19', days: 5, day_count: 'Dias úteis', skipped }
const uncounted = { start: null, days: null, day_count: null, skipped: [] }
const told =
  'Enviado em 19/11/2026 (quinta-feira), com 5 dias úteis: sem contar 21 e 22/11 (fim de semana) e 20/11 (Consciência Negra)'

const why = (by: Client, { items }: Sent, index = 0) => by.get(`/api/protocols/items/${items[index]}/due-date`)
const explained = async (by: Organisation, sent: Sent, index = 0) => (await why(by.client, sent, index)).body
const extend = (by: Organisation, sent: Sent, return_date: string, reason = 'Auditoria em andamento') =>
  by.client.put(`/api/protocols/items/${sent.items[0]}/due-date`, { return_date, reason })
const edit = (by: Organisation, sent: Sent, fields: object) =>
  by.client.put(`/api/protocols/${sent.id}`, {
    remarks: 'Contratos para assinatura',
    items: [{ id: sent.items[0], item_type_id: chain.itemType.id, ...fields }],
  })
const basisOf = (sent: Sent) =>
  chain.db
    .selectFrom('items')
    .select(['dueDays', 'dueInBusinessDays', 'dueHolidays'])
    .where('protocolId', '=', sent.id)
    .orderBy('position')
    .execute()
const toB = async (item: object = {}) => chain.send(a, b, { items: [item] })

describe('the first date', () => {
  // proves 21.3
  it('is explained by the days that were counted, and those that were not', async () => {
    const sent = await toB()
    for (const organisation of [a, b]) {
      expect(await why(organisation.client, sent)).toMatchObject({
        status: 200,
        body: {
          ...{ return_date: '2026-11-27', original_return_date: null, changes: [], capped_by: null },
          ...{ ...counted, sentence: `${told}, o prazo é 27/11/2026.` },
        },
      })
    }
  })

  // proves 21.3
  it('keeps the holidays and the days of the category of then', async () => {
    const category = await buildCategory(chain.db, { returnDays: 5 })
    const sent = await toB({ category_id: category.id })
    const before = await explained(b, sent)
    await chain.db.updateTable('holidays').set({ name: 'Outro nome' }).where('date', '=', '2026-11-20').execute()
    await chain.db.deleteFrom('holidays').where('date', '=', '2026-11-20').execute()
    await chain.db.updateTable('categories').set({ returnDays: 30 }).where('id', '=', category.id).execute()
    expect(await explained(b, sent)).toEqual(before)
  })

  // proves 21.3
  it('is kept by every way of sending', async () => {
    const days = await buildCategory(chain.db, { returnDays: 30, dayCount: dayCount.calendar })
    const kept = {
      dueDays: 5,
      dueInBusinessDays: true,
      dueHolidays: [{ date: '2026-11-20', name: 'Consciência Negra' }],
    }
    const none = { dueDays: null, dueInBusinessDays: null, dueHolidays: null }
    const sent = await chain.send(a, b, { items: [{}, { category_id: days.id }, { category_id: null }] })
    expect(await basisOf(sent)).toEqual([kept, { dueDays: 30, dueInBusinessDays: false, dueHolidays: null }, none])
    expect(await explained(b, sent, 1)).toMatchObject({
      ...{ return_date: '2026-12-19', start: '2026-11-19', days: 30, day_count: 'Dias corridos', skipped: [] },
      sentence: 'Enviado em 19/11/2026 (quinta-feira), com 30 dias corridos: o prazo é 19/12/2026.',
    })
    expect(await explained(b, sent, 2)).toMatchObject({
      ...{ return_date: null, ...uncounted, sentence: 'Este item não tem prazo de retorno.' },
    })

    const { body: moved } = await a.client.post(`/api/protocols/${sent.id}/redirect`, {
      ...{ destination_department_id: c.id, reason: 'Departamento errado' },
    })
    expect(await basisOf({ id: moved.protocol_id, items: [] })).toMatchObject([kept, { dueDays: 30 }, none])

    const { body: several } = await a.client.post('/api/protocols', {
      ...{ remarks: 'Circular', origin_department_id: a.id, destination_department_ids: [b.id, c.id] },
      ...{ requires_return: true },
      items: [{ item_type_id: chain.itemType.id, category_id: chain.category.id, reason: 'Assinar' }],
    })
    for (const id of several.protocol_ids) expect(await basisOf({ id, items: [] })).toEqual([kept])

    const noReturn = await chain.send(a, b, { requiresReturn: false })
    expect(await basisOf(noReturn)).toEqual([none])
    expect((await explained(a, noReturn)).sentence).toBe('Este item não tem prazo de retorno.')
  })

  // proves 21.3
  it('of an item that was passed on says what its days would have given', async () => {
    const first = await toB({ category_id: chain.short.id })
    await chain.receive(b, first)
    const next = await chain.passOn(b, first, c)
    await chain.db
      .updateTable('items')
      .set({ categoryId: routine.id })
      .where('id', '=', next.items[0] as number)
      .execute()
    expect(await explained(c, next)).toMatchObject({
      return_date: '2026-11-24',
      days: 2,
      capped_by: capped('2026-11-24'),
    })

    const long = await toB({ category_id: routine.id })
    await chain.receive(b, long)
    chain.clock.set('2026-11-23T15:00:00Z')
    const late = await chain.passOn(b, long, c)
    for (const organisation of [b, c]) {
      expect(await explained(organisation, late)).toMatchObject({
        ...{ return_date: '2026-11-27', start: '2026-11-23', days: 5, skipped: [], capped_by: capped('2026-11-27') },
        sentence: `Enviado em 23/11/2026 (segunda-feira), com 5 dias úteis, o prazo seria 30/11/2026, mas é 27/11/2026, quando o item deve voltar a ${a.name}.`,
      })
    }
  })

  // proves 21.3
  it('of an item of before is explained by its category while that gives it, else as set by hand', async () => {
    const ends = { originDepartmentId: a.id, destinationDepartmentId: b.id, createdAt: sentOn }
    const old = async (item: object) => {
      const { id, items } = await buildProtocol(chain.db, { ...ends, items: [{ categoryId: routine.id, ...item }] })
      return explained(a, { id, items: items.map((one) => one.id) })
    }
    expect(await old({ returnDate: '2026-11-27' })).toMatchObject({
      ...counted,
      sentence: `${told}, o prazo é 27/11/2026.`,
    })
    expect(await old({ returnDate: '2026-12-04', originalReturnDate: '2026-11-27' })).toMatchObject({
      ...{ ...counted, original_return_date: '2026-11-27', changes: [] },
      sentence: `${told}, o prazo era 27/11/2026. Depois foi prorrogado para 04/12/2026.`,
    })
    for (const item of [{ returnDate: '2026-11-30' }, { returnDate: '2026-11-30', categoryId: null }]) {
      expect(await old(item)).toMatchObject({ ...uncounted, sentence: 'O prazo é 30/11/2026, definido à mão.' })
    }
  })
})

const capped = (return_date: string) => ({ department: a.name, return_date })

describe('changes', () => {
  // proves 21.5
  it('of the origin are told with who made them, when and why', async () => {
    const sent = await toB()
    chain.clock.set('2026-11-25T15:00:00Z')
    expect((await extend(a, sent, '2026-12-04')).status).toBe(200)
    const change = {
      ...{ from: '2026-11-27', to: '2026-12-04', by: a.person, at: '2026-11-25T15:00:00.000Z' },
      ...{ reason: 'Auditoria em andamento', kind: 'extension' },
    }
    for (const organisation of [a, b]) {
      expect(await explained(organisation, sent)).toEqual({
        ...{ return_date: '2026-12-04', original_return_date: '2026-11-27', ...counted },
        ...{ changes: [change], capped_by: null },
        sentence: `${told}, o prazo era 27/11/2026. ${a.person} prorrogou para 04/12/2026 em 25/11: “Auditoria em andamento”.`,
      })
    }
    await extend(a, sent, '2026-12-11', 'Recesso')
    expect(await explained(a, sent)).toMatchObject({
      ...{ return_date: '2026-12-11', original_return_date: '2026-11-27', ...counted },
      changes: [change, { ...change, from: '2026-12-04', to: '2026-12-11', reason: 'Recesso' }],
      sentence: expect.stringContaining('O prazo mudou 2 vezes; por último,'),
    })
  })

  // proves 21.5
  it('of several items are told for each', async () => {
    const sent = await chain.send(a, b, { items: [{}, { category_id: null }] })
    await a.client.post('/api/protocols/items/bulk-due-date', {
      ...{ item_ids: sent.items, return_date: '2026-12-04', reason: 'Recesso' },
    })
    const change = { to: '2026-12-04', by: a.person, reason: 'Recesso', kind: 'extension' }
    expect((await explained(b, sent)).changes).toMatchObject([{ ...change, from: '2026-11-27' }])
    expect(await explained(b, sent, 1)).toMatchObject({
      ...{ changes: [{ ...change, from: null }], original_return_date: null, ...uncounted },
      sentence: `Enviado em 19/11/2026 (quinta-feira) sem prazo. ${a.person} definiu o prazo para 04/12/2026 em 19/11: “Recesso”.`,
    })
  })

  // proves 21.5
  it('of the calendar are those of the Admin who applied them', async () => {
    const sent = await toB()
    await admin.post('/api/calendar/holidays', { date: '2026-11-25', name: 'Aniversário da cidade' })
    expect((await admin.post('/api/calendar/apply', { added: '2026-11-25' })).body.moved).toBeGreaterThan(0)
    const reason = 'Feriado de 25/11/2026 (Aniversário da cidade) incluído no calendário'
    expect(await explained(b, sent)).toMatchObject({
      ...{ return_date: '2026-11-30', original_return_date: null, ...counted },
      changes: [{ from: '2026-11-27', to: '2026-11-30', by: 'Helena Prado', reason, kind: 'calendar' }],
    })
  })

  // proves 21.5
  it('by an edit are those of the editor, with the categories', async () => {
    const sent = await toB({ category_id: routine.id })
    expect((await edit(a, sent, { category_id: urgent.id })).status).toBe(200)
    const reason = 'Categoria alterada de Rotina para Urgente (1 dia útil)'
    expect(await explained(b, sent)).toMatchObject({
      ...{ return_date: '2026-11-23', ...counted },
      changes: [{ from: '2026-11-27', to: '2026-11-23', by: a.person, reason, kind: 'edit' }],
    })
    // An edit that leaves the date is no change of it.
    await edit(a, sent, { description: 'Pasta azul' })
    expect((await explained(b, sent)).changes).toHaveLength(1)

    // Without a category there is no date; the next one begins without.
    expect((await edit(a, sent, { category_id: null })).status).toBe(200)
    expect(await explained(b, sent)).toMatchObject({
      ...{ return_date: null, ...uncounted, changes: [{ to: '2026-11-23' }] },
      sentence: 'Este item não tem mais prazo de retorno; o primeiro era 27/11/2026.',
    })
    await edit(a, sent, { category_id: routine.id })
    expect(await explained(b, sent)).toMatchObject({
      ...{ return_date: '2026-11-27', ...counted },
      changes: [{}, { from: null, to: '2026-11-27', reason: 'Categoria definida: Rotina (5 dias úteis)' }],
    })
    expect(await findBrokenInvariants(chain.db)).toEqual([])
  })

  it('end with the item, which says how', async () => {
    const sent = await toB()
    await chain.receive(b, sent)
    chain.clock.set('2026-11-26T15:00:00Z')
    await chain.giveBack(b, sent.items[0])
    const sentence = `${told}, o prazo era 27/11/2026; o item voltou em 26/11/2026.`
    expect((await explained(b, sent)).sentence).toBe(sentence)
    await chain.confirm(a, sent.items[0])
    expect((await explained(b, sent)).sentence).toBe(sentence)
    const other = await toB()
    await extend(a, other, '2026-12-04')
    await a.client.post(`/api/protocols/${other.id}/cancel`, { reason: 'Engano' })
    expect((await explained(b, other)).sentence).toMatch(
      /26\/11 \(“Auditoria em andamento”\); o item foi cancelado em 26\/11\/2026\.$/,
    )
  })

  // proves 21.5
  it('of the departments before show on the next ones without their people and their reasons', async () => {
    const first = await toB({ category_id: null })
    await chain.receive(b, first)
    const next = await chain.passOn(b, first, c)
    await chain.receive(c, next)
    const last = await chain.passOn(c, next, d)
    await extend(c, last, '2026-12-18', 'Segredo de C')
    await extend(b, next, '2026-12-18', 'Segredo de B')
    await extend(a, first, '2026-12-01', 'Segredo de A')

    const seen = { a: [first], b: [first, next], c: [next, last], d: [last] }
    const organisations = { a, b, c, d }
    for (const [who, organisation] of Object.entries(organisations)) {
      for (const [of, sent] of Object.entries({ a: first, b: next, c: last })) {
        const { status, body } = await why(organisation.client, sent)
        expect({ who, of, status }).toEqual({ who, of, status: seen[who as 'a'].includes(sent) ? 200 : 404 })
        const text = JSON.stringify(body)
        for (const [name, { person }] of Object.entries(organisations)) {
          const isOwn = name === of
          const isTold = isOwn && status === 200
          expect(text.includes(person), `${who} of ${of}, ${name}`).toBe(isTold)
          expect(text.includes(`Segredo de ${name.toUpperCase()}`)).toBe(isTold)
        }
      }
    }
    expect(await explained(d, last)).toMatchObject({
      ...{ return_date: '2026-12-01', capped_by: { department: b.name, return_date: '2026-12-01' } },
      changes: [
        { from: null, to: '2026-12-18', by: c.person, kind: 'extension' },
        {
          ...{ from: '2026-12-18', to: '2026-12-01', by: null, kind: 'extension' },
          reason: `O item deve sair de ${c.name} até esse dia`,
        },
      ],
    })
    expect(JSON.stringify(await explained(d, last))).not.toContain(a.name)
    expect(await findBrokenInvariants(chain.db)).toEqual([])
  })
})

// proves 21.4
it('the original date of an extended item is the same wherever its due date is', async () => {
  const { e } = chain
  const sent = await chain.send(a, e)
  await chain.receive(e, sent)
  const places = async () => {
    const list = (path: string) => e.client.get(path).then(({ body }) => body.data ?? body)
    const one = (rows: { id: number }[]) => rows.find(({ id }) => id === sent.items[0])
    return [
      one((await chain.detail(e, sent)).items),
      one(await list('/api/returns')),
      one(await list('/api/dashboard/upcoming-returns')),
      await chain.track(e, sent),
      await explained(e, sent),
    ]
  }
  const original = (original_return_date: string | null) =>
    Array.from({ length: 5 }, () => expect.objectContaining({ original_return_date }))
  chain.clock.set('2026-11-25T15:00:00Z')
  expect(await places()).toEqual(original(null))
  await extend(a, sent, '2026-12-01')
  expect(await places()).toEqual(original('2026-11-27'))
})

// proves 21.5
it('an extension and a move of the calendar at once are both told, in their order', async () => {
  for (let round = 0; round < 4; round += 1) {
    const sent = await toB()
    await admin.post('/api/calendar/holidays', { date: '2026-11-25', name: 'Aniversário da cidade' })
    const acts = [() => extend(a, sent, '2026-12-04'), () => admin.post('/api/calendar/apply', { added: '2026-11-25' })]
    await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    const { return_date, changes } = await explained(b, sent)
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.map(({ from }: { from: string }) => from)).toEqual(
      ['2026-11-27', ...changes.map(({ to }: { to: string }) => to)].slice(0, changes.length),
    )
    expect(changes.at(-1).to).toBe(return_date)
    await chain.db.deleteFrom('holidays').where('date', '=', '2026-11-25').execute()
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 21.3
it('is not told to those who do not see the protocol', async () => {
  const sent = await toB()
  const outsider = chain.as(await buildUser(chain.db))
  for (const reply of [
    await why(c.client, sent),
    await why(outsider, sent),
    await why(admin, { id: 0, items: [99_999_999] }),
  ]) {
    expect(reply).toMatchObject({ status: 404, body: { code: 'ITEM_NOT_FOUND' } })
  }
  expect((await why(admin, sent)).status).toBe(200)
  expect((await why(chain.anonymous, sent)).status).toBe(401)
  expect((await admin.get('/api/protocols/items/x/due-date')).status).toBe(404)
})

describe('records of due dates', () => {
  let chain: Awaited<ReturnType<typeof testChain>>
  let item: number
  beforeAll(async () => {
    chain = await testChain({ ownDatabase: true, now: '2026-11-19T15:00:00Z' })
    const { a, b, send } = chain
    item = (await send(a, b)).items[0] as number
    for (const return_date of ['2026-12-04', '2026-12-11']) {
      const reply = await a.client.put(`/api/protocols/items/${item}/due-date`, { return_date, reason: 'Auditoria' })
      expect(reply.status).toBe(200)
    }
  })

  const run = (statement: string) => sql.raw(statement.replaceAll('$item', String(item))).execute(chain.db)

  // proves 21.6
  it.each([
    ['items_keep_their_due_basis', 'update items set due_days = 9 where id = $item'],
    ['items_keep_their_due_basis', `update items set due_holidays = '[]' where id = $item`],
    ['due_date_changes_are_append_only', 'delete from due_date_changes'],
    ['due_date_changes_are_append_only', 'truncate due_date_changes'],
    ['due_date_changes_keep_their_rows', `update due_date_changes set to_date = '2027-01-04'`],
    ['due_date_changes_keep_their_rows', 'update due_date_changes set changed_by = null'],
    ['due_date_changes_keep_their_rows', `update due_date_changes set reason = 'Outro'`],
    ['due_date_changes_keep_their_rows', 'update due_date_changes set reason = null'],
  ])('the database keeps what explains a date: %s, %s', async (trigger, statement) => {
    await expect(run(statement)).rejects.toThrow(`${trigger} refused`)
  })

  // proves 21.6
  it.each([
    ['itens cujo prazo não é o da última mudança: 1.', `update items set return_date = '2026-12-18' where id = $item`],
    [
      'mudanças de prazo que não continuam a anterior: 1.',
      `update due_date_changes set from_date = '2026-12-03' where to_date = '2026-12-11'`,
    ],
    [
      'prazos que seus dias não explicam: 1.',
      `update due_date_changes set from_date = '2026-11-26' where to_date = '2026-12-04'`,
    ],
    ['prazos que seus dias não explicam: 1.', 'update items set due_days = 4 where id = $item'],
    ['prazos que seus dias não explicam: 1.', `update items set due_holidays = '[]' where id = $item`],
    ['prazos que seus dias não explicam: 1.', 'update items set due_in_business_days = false where id = $item'],
  ])('is checked by npm run verify: %s', async (sentence, statement) => {
    expect(await findBrokenInvariants(chain.db)).toEqual([])
    const undone = new Error('undone')
    const broken = chain.db.transaction().execute(async (trx) => {
      await sql`alter table due_date_changes disable trigger user`.execute(trx)
      await sql`alter table items disable trigger items_keep_their_due_basis`.execute(trx)
      await sql.raw(statement.replaceAll('$item', String(item))).execute(trx)
      expect(await compareDerived(trx)).toEqual([sentence])
      throw undone
    })
    await expect(broken).rejects.toBe(undone)
  })

  it('explains an item whose date an older server has extended, which records no change', async () => {
    const { a, b, send, db } = chain
    const extended = (await send(a, b)).items[0] as number
    await db
      .updateTable('items')
      .set((row) => ({ originalReturnDate: row.ref('returnDate'), returnDate: '2026-12-18' }))
      .where('id', '=', extended)
      .execute()
    expect(await findBrokenInvariants(db)).toEqual([])
    expect((await a.client.get(`/api/protocols/items/${extended}/due-date`)).body.sentence).toContain(
      'Depois foi prorrogado para 18/12/2026.',
    )

    // The same move without the first date is nobody's extension.
    const undone = new Error('undone')
    const moved = db.transaction().execute(async (trx) => {
      await trx.updateTable('items').set({ originalReturnDate: null }).where('id', '=', extended).execute()
      expect(await compareDerived(trx)).toEqual(['prazos que seus dias não explicam: 1.'])
      throw undone
    })
    await expect(moved).rejects.toBe(undone)
  })
})
