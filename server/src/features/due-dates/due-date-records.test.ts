import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { compareDerived, findBrokenInvariants } from '../../platform/db/invariants.ts'
import { testChain } from '../protocols/forward/forward.test-setup.ts'

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
