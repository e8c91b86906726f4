import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { type TestApp, testApp } from '../app.ts'
import { actions, type Target } from './actions.ts'
import { openOrganisation, type Person, refusalOf } from './people.ts'
import { buildSituation, type Ends, type Situation, situations } from './situations.ts'
import { snapshotOf } from './snapshot.ts'
import { type ActionName, type Refusal, refusals } from './table.ts'

let test: TestApp
let db: Db
let ends: Ends
let colleagueId: number
let otherDepartmentId: number
let people: Person[]

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  db = test.db
  ;({ ends, colleagueId, otherDepartmentId, people } = await openOrganisation(test))
})

afterAll(async () => {
  expect(await findBrokenInvariants(db)).toEqual([])
})

const expectedOf = (person: Person, action: ActionName, situation: Situation, answer: 'ok' | Refusal) =>
  refusalOf(person, action, situation) ?? (answer === 'ok' ? 'ok' : { status: 409, message: refusals[answer] })

async function target(situation: Situation): Promise<Omit<Target, 'commentId'>> {
  const protocol = await buildSituation(db, situation, ends)
  return { protocolId: protocol.id, itemId: protocol.items[0]?.id, colleagueId, otherDepartmentId }
}

/** For the one action that is about a comment. */
const commentFor = async (action: ActionName, person: Person, protocolId: number) => {
  if (action !== 'uncomment') return 0
  const { id } = await db
    .insertInto('comments')
    .values({ protocolId, text: 'Já conferi', createdBy: person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

// proves 4.5, 4.15, 6.2, 12.4
describe.each(situations)('$name', (situation) => {
  // proves 4.13, 5.4.5, 12.3, 20.4, V2.3.1, V8.2.2
  it.each(situation.answers)('$action: $answer', async ({ action, answer }) => {
    const { run, hasBody, success } = actions[action as keyof typeof actions]
    // Everybody who is refused tries it on the same protocol, which stays as it is.
    const refusedTarget = await target(situation)
    let unchanged = await snapshotOf(db, refusedTarget.protocolId)
    for (const person of people) {
      const who = `${person.role} of ${person.relation}`
      const expected = expectedOf(person, action, situation, answer)
      if (expected !== 'ok') {
        const commentId = await commentFor(action, person, refusedTarget.protocolId)
        if (commentId !== 0) unchanged = await snapshotOf(db, refusedTarget.protocolId)
        // The body is invalid too, but a refused person must not learn that.
        const reply = await run(person.client, { ...refusedTarget, commentId }, false)
        expect({ who, status: reply.status, message: reply.body?.message }).toEqual({ who, ...expected })
        expect(await snapshotOf(db, refusedTarget.protocolId), who).toEqual(unchanged)
        continue
      }
      const fresh = await target(situation)
      const full = { ...fresh, commentId: await commentFor(action, person, fresh.protocolId) }
      const before = await snapshotOf(db, fresh.protocolId)
      if (hasBody) {
        expect((await run(person.client, full, false)).status, who).toBe(400)
        expect(await snapshotOf(db, fresh.protocolId), who).toEqual(before)
      }
      const reply = await run(person.client, full, true)
      expect({ who, status: reply.status, message: reply.body?.message }).toMatchObject({ who, status: success })
      expect(await snapshotOf(db, fresh.protocolId), who).not.toEqual(before)
      expect(await outcome(fresh.protocolId, fresh.itemId), who).toMatchObject(effects[action]?.(situation) ?? {})
    }
  })
})

const outcome = async (protocolId: number, itemId = 0) => ({
  protocol: await db.selectFrom('protocols').selectAll().where('id', '=', protocolId).executeTakeFirst(),
  item: await db.selectFrom('items').selectAll().where('id', '=', itemId).executeTakeFirst(),
})

/** Expected effects of a successful action. */
const effects: Partial<Record<ActionName, (situation: Situation) => object>> = {
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
  return: () => ({ item: { status: itemStatus.returned, actualReturnDate: '2026-11-21T15:00:00.000Z' } }),
  'item-complete': () => ({ item: { status: itemStatus.completed } }),
  'item-cancel': () => ({ item: { status: itemStatus.cancelled, cancelReason: 'Extraviado' } }),
  assign: () => ({ item: { responsibleId: colleagueId } }),
  transfer: () => ({ item: { responsibleId: colleagueId } }),
  'due-date': (situation) => ({
    item: { returnDate: '2026-12-20', originalReturnDate: situation.hasDueDate ? '2026-12-01' : null },
  }),
}
