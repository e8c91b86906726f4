import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '../../../platform/db/connect.ts'
import { foldLedgers } from '../../../platform/db/folding.ts'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { buildProtocol } from '../../../test/builders.ts'
import { testOrganisation } from '../../../test/organisation.ts'
import { KeyTaken } from '../idempotency/idempotency.repo.ts'
import { insertProtocol } from './insert-protocol.repo.ts'

/** Everything derived from one protocol, without its id; empties the ledgers. */
async function takeDerived(db: Db, id: number) {
  const { rows } = await sql<{ table: string; row: object }>`
    with sides as (select to_jsonb(d) - 'protocol_id' as row from protocol_departments d where protocol_id = ${id}),
    protocols as (delete from protocol_ledger l returning to_jsonb(l) as row),
    items as (delete from item_ledger l returning to_jsonb(l) as row),
    categories as (delete from category_ledger l returning to_jsonb(l) as row),
    returns as (delete from return_ledger l returning to_jsonb(l) as row)
    select 'sides' as "table", row from sides union all select 'protocols', row from protocols
    union all select 'items', row from items union all select 'categories', row from categories
    union all select 'returns', row from returns
    order by 1, 2`.execute(db)
  return rows
}

/** Writes the rows of a protocol again, one after the other, so that the triggers derive everything. */
async function writeAgain(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into protocols (origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at)
    select origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at
    from protocols where id = ${id} returning id`.execute(db)
  const again = rows[0]?.id as number
  await sql`
    insert into items (protocol_id, position, document_number, item_type_id, category_id, responsible_id, reason, return_date)
    select ${again}, position, document_number, item_type_id, category_id, responsible_id, reason, return_date
    from items where protocol_id = ${id}`.execute(db)
  return again
}

/** The sum of each kind of row: the triggers record a protocol before its items, and then how they change it. */
function netted(rows: { table: string; row: object }[]) {
  const sums = new Map<string, number>()
  for (const { table, row } of rows) {
    const { n = 1, ...rest } = row as { n?: number }
    const key = `${table} ${JSON.stringify(rest)}`
    sums.set(key, (sums.get(key) ?? 0) + n)
  }
  return [...sums].filter(([, n]) => n !== 0).sort()
}

it('a creation derives exactly what the triggers would', async () => {
  const { db, as, sender, recipient, origin, itemType, returning, staying, form } = await testOrganisation({
    ownDatabase: true,
    // Still the day before in São Paulo.
    now: '2026-11-21T01:30:00Z',
  })
  const item = { item_type_id: itemType.id, reason: 'Conferência' }
  const back = { ...item, category_id: returning.id }
  const forms = [
    form(),
    form({ requires_return: true, items: [back, back, item, { ...back, destination_user_id: recipient.id }] }),
    form({ items: [item, { ...item, category_id: staying.id }] }),
    form({ destination_department_id: origin.id, items: [{ ...item, category_id: staying.id }] }),
  ]
  for (const [index, sent] of forms.entries()) {
    const headers: Record<string, string> = index % 2 === 0 ? {} : { 'idempotency-key': `envio-${index}` }
    const { status, body } = await as(sender).post('/api/protocols', sent, headers)
    expect([status, body.message]).toEqual([201, undefined])
    const byCreation = await takeDerived(db, body.protocol_id)
    expect(byCreation.length).toBeGreaterThan(3)

    const again = await writeAgain(db, body.protocol_id)
    expect(netted(byCreation)).toEqual(netted(await takeDerived(db, again)))
  }
})

it('only the rows of the creation are left to it', async () => {
  const { db, sender, origin, destination, itemType } = await testOrganisation({ ownDatabase: true })
  const contents = {
    ...{ remarks: 'Contratos', originDepartmentId: origin.id, destinationDepartmentId: destination.id },
    requiresReturn: false,
    items: [{ documentNumber: null, description: null, itemTypeId: itemType.id, categoryId: null, supplierId: null }],
  }
  const items = contents.items.map((item) => ({ ...item, responsibleId: null, reason: null, dueDate: null }))
  const by = { id: sender.id, mostNotified: Infinity }
  const record = { ...contents, items, description: 'Enviado', by, at: new Date() }
  const addItem = (trx: Db, protocolId: number, position: number) =>
    trx.insertInto('items').values({ protocolId, position, itemTypeId: itemType.id }).execute()
  await db.transaction().execute(async (trx) => {
    const first = await insertProtocol(trx, record, undefined)
    // What any other statement of the same transaction inserts is still recorded by the triggers.
    await buildProtocol(trx, { originDepartmentId: origin.id, destinationDepartmentId: destination.id })
    await addItem(trx, first.id, 2)
    await insertProtocol(trx, record, undefined)
    await insertProtocol(trx, record, { key: 'envio', digest: Buffer.alloc(32) })
    const taken = insertProtocol(trx, record, { key: 'envio', digest: Buffer.alloc(32) })
    await expect(taken).rejects.toThrow(KeyTaken)
    await addItem(trx, first.id, 3)
  })
  expect(await findBrokenInvariants(db)).toEqual([])
  await foldLedgers(db)
  expect(await findBrokenInvariants(db)).toEqual([])
})
