import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { itemsIn, protocolIn, type Situation, situations } from '@malote/core/protocols/situations.test-setup.ts'
import type { ActName } from '@malote/core/protocols/who-may.test-setup.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itemsOfLocked, lockWholeProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Db } from '../../platform/db/connect.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../app.ts'
import type { Target } from './actions.ts'
import { cases } from './cases.ts'
import { buildSituation, buildTarget, type Organisation, openOrganisation } from './situations.ts'

let test: TestApp
let db: Db
let organisation: Organisation

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z', config: { FAIR_USE_FACTOR: 1000 } })
  db = test.db
  organisation = await openOrganisation(test)
})

afterAll(async () => {
  expect(await findBrokenInvariants(db)).toEqual([])
})

// Core proves that the rules say what the table says (`who-may.test.ts`). The rest of it: that they are asked about the
// state as it is, and that each action asks its rule.
it.each(situations)('under its lock the rules are asked about the protocol as it is: $name', async (situation) => {
  const { departments, creatorId, responsibleId } = organisation
  const { protocolId } = await buildSituation(db, situation, organisation)
  const viewer = { id: creatorId, name: 'Rui Costa', role: role.user, departmentId: departments.origin }
  const facts = await db.transaction().execute(async (trx) => ({
    protocol: await lockWholeProtocol(trx, protocolId, viewer),
    items: await itemsOfLocked(trx, protocolId),
  }))
  expect(facts).toMatchObject({
    protocol: protocolIn(situation, {
      originDepartmentId: departments.origin,
      destinationDepartmentId: departments.destination,
    }),
    items: itemsIn(situation, responsibleId),
  })
})

// proves 4.5, 4.13, 4.15, 5.4.5, 6.2, 12.3, 12.4, 17.3, 17.23, 20.3, 20.4, 20.30, 20.34, V2.3.1, V8.2.2
it.each(cases)('$who, $action.name in $situation.name: $answer', async ({ action, situation, person, expected }) => {
  const { run, body, unread = [403, 404, 409], success, isBulk } = action
  const { id: personId, client } = organisation.personOf(person)
  const target = await buildTarget(db, action, situation, personId, organisation)
  const before = await snapshotOf(db, target.protocolId)
  if (expected !== 'ok') {
    const reply = await run(client, target, body && (unread.includes(expected.status) ? {} : body(target)))
    const { results, message = results?.errors[0]?.message } = reply.body
    expect({ status: reply.status, message }).toMatchObject(expected)
    if (results) expect(results.success).toEqual([])
    expect(await snapshotOf(db, target.protocolId)).toEqual(before)
    return
  }
  if (body) {
    expect((await run(client, target, {})).status).toBe(400)
    expect(await snapshotOf(db, target.protocolId)).toEqual(before)
  }
  const reply = await run(client, target, body?.(target))
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: success })
  if (isBulk) expect(reply.body.results).toMatchObject({ success: [expect.anything()], errors: [] })
  expect(await snapshotOf(db, target.protocolId)).not.toEqual(before)
  expect(await outcome(target)).toMatchObject(effects[action.like]?.(situation) ?? {})
})

const outcome = async ({ protocolId, itemId }: Target) => ({
  protocol: await db.selectFrom('protocols').selectAll().where('id', '=', protocolId).executeTakeFirst(),
  item: await db.selectFrom('items').selectAll().where('id', '=', itemId).executeTakeFirst(),
})

const returned = { item: { status: itemStatus.returned, actualReturnDate: '2026-11-21T15:00:00.000Z' } }

/** Expected effects of a successful action. */
const effects: Partial<Record<ActName, (situation: Situation) => object>> = {
  receive: () => ({ protocol: { status: protocolStatus.inProgress } }),
  refuse: () => ({
    protocol: { status: protocolStatus.cancelled, cancelKind: 'refused', cancelReason: 'Faltou a assinatura' },
  }),
  redirect: () => ({ protocol: { status: protocolStatus.cancelled, cancelKind: 'redirected' } }),
  complete: (situation) => ({
    protocol: { status: protocolStatus.completed, pendingItems: 0, returnedItems: 0 },
    ...(situation.itemStatus && {
      item: { status: situation.itemStatus === itemStatus.cancelled ? itemStatus.cancelled : itemStatus.completed },
    }),
  }),
  cancel: (situation) => ({
    protocol: { status: protocolStatus.cancelled, cancelReason: 'Enviado por engano', pendingItems: 0 },
    ...(situation.itemStatus === itemStatus.pending && {
      item: { status: itemStatus.cancelled, cancelReason: 'Enviado por engano' },
    }),
  }),
  return: () => returned,
  'return-selected': () => returned,
  returned: () => returned,
  written_off: () => ({ item: { status: itemStatus.cancelled } }),
  'item-complete': () => ({ item: { status: itemStatus.completed } }),
  'item-cancel': () => ({ item: { status: itemStatus.cancelled, cancelReason: 'Extraviado' } }),
  assign: () => ({ item: { responsibleId: organisation.colleagueId } }),
  transfer: () => ({ item: { responsibleId: organisation.colleagueId } }),
  'due-date': (situation) => ({
    item: { returnDate: '2026-12-20', originalReturnDate: situation.hasDueDate ? '2026-12-01' : null },
  }),
}

/** All rows of a protocol, to compare before and after a refusal. */
async function snapshotOf(db: Db, protocolId: number): Promise<unknown> {
  const { rows } = await sql`
    select
      (select to_jsonb(p) from protocols p where id = ${protocolId}) as protocol,
      (select jsonb_agg(to_jsonb(i) order by id) from items i where protocol_id = ${protocolId}) as items,
      (select jsonb_agg(to_jsonb(c) order by id) from comments c where protocol_id = ${protocolId}) as comments,
      (select jsonb_agg(to_jsonb(o) order by id) from occurrences o where protocol_id = ${protocolId}) as occurrences,
      (select jsonb_agg(to_jsonb(r) order by id) from extension_requests r where protocol_id = ${protocolId}) as requests,
      (select count(*) from history where protocol_id = ${protocolId}) as history,
      (select count(*) from notifications where protocol_id = ${protocolId}) as notifications`.execute(db)
  return rows[0]
}
