import { role } from '@malote/core/users/role.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { type TestApp, testApp } from '../app.ts'
import { openOrganisation, type Person, refusalOf } from './people.ts'
import { buildSituation, situations } from './situations.ts'
import { snapshotOf } from './snapshot.ts'
import { type Refusal, refusals } from './table.ts'

let test: TestApp
let organisation: Awaited<ReturnType<typeof openOrganisation>>

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  organisation = await openOrganisation(test)
})

afterAll(async () => {
  expect(await findBrokenInvariants(test.db)).toEqual([])
})

interface BulkAct {
  name: string
  /** The action of the table for a single item, whose rules apply. */
  like: 'due-date' | 'transfer' | 'item-complete'
  /** Another sentence than the table's, for people of the other side. */
  otherwise?: string
  call: (person: Person, itemId: number) => ReturnType<Person['client']['post']>
}

const acts: BulkAct[] = [
  {
    name: 'bulk-due-date',
    like: 'due-date',
    call: ({ client }, id) =>
      client.post('/api/protocols/items/bulk-due-date', {
        item_ids: [id],
        return_date: '2026-12-20',
        reason: 'Volume',
      }),
  },
  {
    name: 'bulk-transfer',
    like: 'transfer',
    call: ({ client }, id) =>
      client.post('/api/protocols/items/bulk-transfer', { item_ids: [id], newUserId: organisation.colleagueId }),
  },
  {
    name: 'bulk-complete',
    like: 'item-complete',
    call: ({ client }, id) => client.post('/api/protocols/items/bulk-complete', { item_ids: [id] }),
  },
  {
    name: 'remind',
    // The same states as for a due date.
    like: 'due-date',
    otherwise: 'Apenas usuários do departamento de origem podem cobrar este item',
    call: ({ client }, id) => client.post('/api/returns/remind', { item_ids: [id] }),
  },
]

/** Gestores transfer in their own department; for others the person chosen is not one of theirs. */
const choosesColleague = ({ role: own, relation }: Person, { like }: BulkAct) =>
  like !== 'transfer' || (own === role.manager && relation === 'destination')

// proves 17.3, 17.23
describe.each(acts)('$name decides per item as for one', (act) => {
  it.each(situations.filter(({ itemStatus }) => itemStatus !== undefined))('$name', async (situation) => {
    const answer = situation.answers.find(({ action }) => action === act.like)?.answer as 'ok' | Refusal
    const refused = await buildSituation(test.db, situation, organisation.ends)
    for (const person of organisation.people) {
      const who = `${person.role} of ${person.relation}`
      const byPerson = refusalOf(person, act.like, situation)
      const sentence =
        (byPerson && (byPerson.status === 403 && act.otherwise ? act.otherwise : byPerson.message)) ??
        (answer === 'ok' ? undefined : refusals[answer])
      const protocol = sentence === undefined ? await buildSituation(test.db, situation, organisation.ends) : refused
      const itemId = protocol.items[0]?.id ?? 0
      const before = await snapshotOf(test.db, protocol.id)
      const reply = await act.call(person, itemId)
      if (!choosesColleague(person, act)) {
        expect({ who, status: reply.status }).toEqual({ who, status: person.role === role.manager ? 400 : 403 })
        expect(await snapshotOf(test.db, protocol.id), who).toEqual(before)
        continue
      }
      const { success, errors } = reply.body.results
      if (sentence === undefined) {
        expect({ who, done: success.length, errors }).toEqual({ who, done: 1, errors: [] })
        expect(await snapshotOf(test.db, protocol.id), who).not.toEqual(before)
      } else {
        expect({ who, success, errors }).toEqual({ who, success: [], errors: [{ id: itemId, message: sentence }] })
        expect(await snapshotOf(test.db, protocol.id), who).toEqual(before)
      }
    }
  })
})

// proves 20.3
describe('bulk-receive decides per protocol as for one', () => {
  it.each(situations)('$name', async (situation) => {
    const answer = situation.answers.find(({ action }) => action === 'receive')?.answer as 'ok' | Refusal
    for (const person of organisation.people) {
      const who = `${person.role} of ${person.relation}`
      const sentence =
        refusalOf(person, 'receive', situation)?.message ?? (answer === 'ok' ? undefined : refusals[answer])
      const { id } = await buildSituation(test.db, situation, organisation.ends)
      const before = await snapshotOf(test.db, id)
      const { status, body } = await person.client.post('/api/protocols/bulk-receive', { ids: [id] })
      const isDone = sentence === undefined
      const results = isDone ? { success: [id], errors: [] } : { success: [], errors: [{ id, message: sentence }] }
      expect({ who, status, results: body.results }).toEqual({ who, status: 200, results })
      const after = await snapshotOf(test.db, id)
      if (isDone) expect(after, who).not.toEqual(before)
      else expect(after, who).toEqual(before)
    }
  })
})
