import { itemStatus } from '@malote/core/items/item-status.ts'
import type { OccurrenceKind } from '@malote/core/occurrences/occurrence.ts'
import { beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildDepartment, buildOccurrence } from '../../test/builders.ts'
import { untilWaiting } from '../../test/database.ts'
import { custody } from '../../test/organisation.ts'

let organisation: Awaited<ReturnType<typeof custody>>
beforeAll(async () => {
  organisation = await custody({ ownDatabase: true })
})

/** A received protocol with an item for each kind of open occurrence; null: none. */
async function itemsWith(kinds: readonly (OccurrenceKind | null)[], status: 'pendente' | 'retornado' = 'pendente') {
  const { db, send, responsible, recipient } = organisation
  const { id, items } = await send({
    items: kinds.map((_, index) => ({ documentNumber: `ADM-${index}`, responsibleId: responsible.id, status })),
  })
  for (const [index, kind] of kinds.entries()) {
    if (kind) await buildOccurrence(db, { itemId: items[index]?.id ?? 0, openedBy: recipient.id, kind })
  }
  return { id, items: items.map((item) => item.id) as [number, number, number, number] }
}

const isMissing = 'Este item não veio e fica de fora até a ocorrência ser resolvida'
const isLost = 'Este item foi extraviado e fica de fora até a ocorrência ser resolvida'

const acts = [
  {
    act: 'return',
    status: itemStatus.pending,
    by: 'manager',
    body: (ids: number[]) => ({ itemIds: ids }),
    done: 'Item retornado com sucesso!',
  },
  {
    act: 'complete',
    status: itemStatus.returned,
    by: 'sender',
    body: (ids: number[]) => ({ item_ids: ids }),
    done: 'Item concluído com sucesso!',
  },
] as const

it.each(acts)('bulk-$act leaves out what did not come or was lost, which its own button still changes', async (one) => {
  const { act, status, by, body, done } = one
  const { as, db, stateOf } = organisation
  const client = as(organisation[by])
  const { items } = await itemsWith(['missing', null, 'damaged', 'lost'], status)
  const [missing, fine, damaged, lost] = items

  const reply = await client.post(`/api/protocols/items/bulk-${act}`, body(items))
  expect(reply).toMatchObject({ status: 200 })
  expect(reply.body.results).toEqual({
    success: [
      { id: fine, message: done },
      { id: damaged, message: done },
    ],
    errors: [
      { id: missing, message: isMissing },
      { id: lost, message: isLost },
    ],
  })
  for (const id of [missing, lost]) {
    expect(await stateOf(id)).toMatchObject({ status })
    expect((await client.post(`/api/protocols/items/${id}/${act}`)).status).toBe(200)
  }
  expect(await findBrokenInvariants(db)).toEqual([])
})

it('a bulk return that waits for an occurrence to be opened leaves its item out', async () => {
  const { as, db, manager, recipient } = organisation
  const { id, items } = await itemsWith([null])
  const client = as(manager)
  await client.get('/api/nowhere') // opens the session before the race starts
  let returning = Promise.resolve({ body: {} as { results?: unknown } })
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    returning = client.post('/api/protocols/items/bulk-return', { itemIds: items })
    await untilWaiting(db, 1)
    await buildOccurrence(trx, { itemId: items[0], openedBy: recipient.id, kind: 'missing' })
  })
  expect((await returning).body.results).toEqual({ success: [], errors: [{ id: items[0], message: isMissing }] })
})

// proves 20.70
it('passing on several items names one that did not come, which is passed on alone', async () => {
  const { as, db, manager } = organisation
  const third = await buildDepartment(db)
  const { id, items } = await itemsWith([null, 'missing'])
  const forward = (ids: readonly number[]) =>
    as(manager).post(`/api/protocols/${id}/forward`, {
      destination_department_id: third.id,
      remarks: 'Segue',
      item_ids: ids,
    })
  const { status, body } = await forward(items)
  expect({ status, ...body }).toMatchObject({ status: 409, code: 'ITEM_IS_ABSENT' })
  expect(body.message).toMatch(/^Item ADM-1 \(.*\) não veio e fica de fora até a ocorrência ser resolvida$/)
  expect((await forward([items[0]])).status).toBe(201)
  expect((await forward([items[1]])).status).toBe(201)
})

// proves 20.70
it('rows say which items did not come or were lost, and nothing of the others', async () => {
  const { as, manager } = organisation
  const { id, items } = await itemsWith(['missing', null, 'damaged', 'lost'])
  const client = as(manager)
  const absences = (rows: { id: number; absent?: string }[]) =>
    items.map((item) => {
      const row = rows.find((one) => one.id === item)
      return row && 'absent' in row ? row.absent : 'nothing'
    })
  const expected = ['missing', 'nothing', 'nothing', 'lost']
  expect(absences((await client.get(`/api/protocols/${id}`)).body.items)).toEqual(expected)
  expect(absences((await client.get(`/api/returns?search=${id}&per_page=50`)).body.data)).toEqual(expected)
  const replies = []
  for (const item of items) replies.push((await client.post(`/api/protocols/items/${item}/return`)).body.item)
  expect(absences(replies)).toEqual(expected)
})
