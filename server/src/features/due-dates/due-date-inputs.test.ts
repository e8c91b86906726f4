import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { ourDefinition } from '../../platform/db/migrate.ts'
import { buildCategory, buildProtocol } from '../../test/builders.ts'
import { type Organisation, type Sent, testChain } from '../protocols/forward/forward.test-setup.ts'

const chain = await testChain({ now: '2026-11-25T12:00:00Z', ownDatabase: true })
const { a, b, c, d, db } = chain

const days = async (returnDays: number) => ({ category_id: (await buildCategory(db, { returnDays })).id })
const extend = (by: Organisation, sent: Sent, return_date: string) =>
  by.client.put(`/api/protocols/items/${sent.items[0]}/due-date`, { return_date, reason: 'Volume maior' })
const inputsOf = ({ items }: Sent) =>
  db
    .selectFrom('items')
    .select(['returnDate', 'countedFrom', 'countedDays', 'countedUntil', 'grantedUntil'])
    .where('id', '=', items[0] as number)
    .executeTakeFirstOrThrow()
const write = (change: string, { items }: { items: readonly ({ id: number } | number)[] }) =>
  sql`update items set ${sql.raw(change)} where id = ${Number(typeof items[0] === 'object' ? items[0].id : items[0])}`.execute(
    db,
  )

/** Passes the item of a protocol on, once its destination has received it. */
async function passOn(by: Organisation, sent: Sent, to: Organisation) {
  await chain.receive(by, sent)
  return chain.passOn(by, sent, to)
}

const nothing = { countedFrom: null, countedDays: null, countedUntil: null, grantedUntil: null }

// proves 21.6
it('servers of the version before write dates alone, and these count as what they most likely are', async () => {
  const category = await buildCategory(db, { returnDays: 3 })
  const computed = { dueDays: 5, dueInBusinessDays: true, returnDate: '2026-12-02' }
  const createdAt = '2026-11-25T12:00:00Z'
  const { items } = await buildProtocol(db, { createdAt, items: [computed, { returnDate: '2026-12-02' }] })
  const [counted, byHand] = items.map(({ id }) => ({ id: 0, items: [id] })) as [Sent, Sent]
  const fiveDays = { countedFrom: '2026-11-25', countedDays: 5 }
  expect(await inputsOf(counted)).toMatchObject({ ...fiveDays, countedUntil: '2026-12-02', grantedUntil: null })
  expect(await inputsOf(byHand)).toMatchObject({ ...nothing, grantedUntil: '2026-12-02' })
  // The calendar, an extension, and an edit of the category.
  await write(`return_date = '2026-12-03'`, counted)
  expect(await inputsOf(counted)).toMatchObject({ ...fiveDays, countedUntil: '2026-12-03', grantedUntil: null })
  await write(`return_date = '2026-12-09', original_return_date = '2026-12-03'`, counted)
  expect(await inputsOf(counted)).toMatchObject({ countedUntil: '2026-12-03', grantedUntil: '2026-12-09' })
  const edited = `category_id = ${category.id}, return_date = '2026-11-30', original_return_date = null`
  await write(edited, counted)
  expect(await inputsOf(counted)).toMatchObject({ countedDays: 3, countedUntil: '2026-11-30', grantedUntil: null })
  await write('category_id = null, return_date = null', counted)
  expect(await inputsOf(counted)).toMatchObject({ ...nothing, returnDate: null })
  await write('return_date = null', byHand)
  await db
    .updateTable('items')
    .set({ status: 'cancelado', cancelledAt: new Date(), cancelledBy: 1, cancelReason: 'Fim' })
    .where('status', '=', 'pendente')
    .execute()
})

// proves 20.36, 21.6
it('the update of a database keeps every date, lets hops follow, and ends requests whose day was reached', async () => {
  const counted = await chain.send(a, b, { items: [await days(10)] })
  const extended = await chain.send(a, b, { items: [await days(10)] })
  await extend(a, extended, '2026-12-18')
  const byHand = await chain.send(a, b, { items: [{ category_id: null }] })
  await extend(a, byHand, '2026-12-15')
  const edited = await chain.send(a, b, { items: [await days(2)] })
  const remarks = 'Contratos'
  const items = [{ id: edited.items[0], item_type_id: chain.itemType.id, ...(await days(4)) }]
  await a.client.put(`/api/protocols/${edited.id}`, { remarks, items })
  const short = await chain.send(a, b, { items: [await days(2)] })
  await write(`category_id = ${(await days(6)).category_id}`, short)
  const held = await passOn(b, short, c)
  const first = await chain.send(a, b, { items: [{ category_id: null }] })
  const second = await passOn(b, first, c)
  const third = await passOn(c, second, d)
  // As the version before left them: hops without a date and beyond it, and a request that outlived its wish.
  await extend(c, third, '2027-01-24')
  await write(`return_date = '2026-11-30'`, first)
  const { id: askedBy } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('extensionRequests')
    .values({
      ...{ itemId: counted.items[0] as number, protocolId: counted.id, requestedDate: '2026-12-09', askedBy },
      ...{ originDepartmentId: a.id, destinationDepartmentId: b.id, reason: 'Falta', askedAt: new Date() },
    })
    .execute()
  await sql`
    alter table items drop column counted_from cascade, drop column counted_days, drop column counted_until,
      drop column counted_in_business_days, drop column granted_until`.execute(db)
  await sql`delete from holidays where date > '2026-11-25'`.execute(db)
  const migration = ourDefinition().migrations.find(({ name }) => name.endsWith('due-date-inputs'))
  await db.transaction().execute((trx) => sql.raw(migration?.text ?? '').execute(trx))

  const ten = { countedFrom: '2026-11-25', countedDays: 10 }
  expect(await inputsOf(counted)).toEqual({
    ...{ ...ten, returnDate: '2026-12-09', countedUntil: '2026-12-09', grantedUntil: null },
  })
  expect(await inputsOf(extended)).toEqual({
    ...{ ...ten, returnDate: '2026-12-18', countedUntil: '2026-12-09', grantedUntil: '2026-12-18' },
  })
  expect(await inputsOf(byHand)).toEqual({ ...nothing, returnDate: '2026-12-15', grantedUntil: '2026-12-15' })
  expect(await inputsOf(edited)).toMatchObject({ returnDate: '2026-12-01', countedDays: 4, countedUntil: '2026-12-01' })
  expect(await inputsOf(held)).toMatchObject({ returnDate: '2026-11-27', countedDays: 6, countedUntil: '2026-12-03' })
  expect(await inputsOf(second)).toEqual({ ...nothing, returnDate: '2026-11-30' })
  expect(await inputsOf(third)).toMatchObject({ returnDate: '2026-11-30' })
  const requests = await db.selectFrom('extensionRequests').select(['status', 'decidedBy']).execute()
  expect(requests).toEqual([{ status: 'encerrado', decidedBy: null }])
  expect(await findBrokenInvariants(db)).toEqual([])
})
