import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { type TestApp, testApp } from '../app.ts'
import { buildOccurrence } from '../builders.ts'
import { openOrganisation, type Person } from './people.ts'
import { buildSituation, type Situation, situations } from './situations.ts'
import { snapshotOf } from './snapshot.ts'
import { type Refusal, refusals } from './table.ts'

let test: TestApp
let organisation: Awaited<ReturnType<typeof openOrganisation>>

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z', config: { FAIR_USE_FACTOR: 1000 } })
  organisation = await openOrganisation(test)
})

afterAll(async () => {
  expect(await findBrokenInvariants(test.db)).toEqual([])
})

type Expected = { status: number; message?: string }

const withItem = situations.filter(({ itemStatus }) => itemStatus !== undefined)
const answerTo = ({ answers }: Situation, name: string) =>
  answers.find(({ action }) => action === name)?.answer as 'ok' | Refusal
const sees = ({ role: own, relation }: Person) =>
  own === role.admin || relation === 'origin' || relation === 'destination'
const conflict = (message: string): Expected => ({ status: 409, message })

/** A returned item is still on record, so that something may be wrong with it. */
function opening(situation: Situation, person: Person): Expected {
  if (!sees(person)) return { status: 404, message: 'Item não encontrado' }
  const answer = answerTo(situation, 'item-cancel')
  return answer === 'ok' || answer === 'i-returned' ? { status: 201 } : conflict(refusals[answer])
}

function resolving(situation: Situation, person: Person, outcome: string, isOpener: boolean): Expected {
  if (!sees(person)) return { status: 404, message: 'Ocorrência não encontrada' }
  const refused = {
    status: 403,
    message: 'Apenas usuários do departamento de origem podem resolver esta ocorrência',
  }
  const isAtOrigin = person.relation === 'origin'
  if (!isAtOrigin && !isOpener) return refused
  if (opening(situation, person).status !== 201) return conflict('Esta ocorrência já foi resolvida')
  if (!isAtOrigin && outcome !== 'unfounded') return refused
  const like = outcome === 'returned' ? 'return' : outcome === 'written_off' ? 'item-cancel' : undefined
  const answer = like === undefined ? 'ok' : answerTo(situation, like)
  return answer === 'ok' ? { status: 200 } : conflict(refusals[answer])
}

/** A protocol in the situation whose item has an occurrence, which is settled if the item or the protocol has ended. */
async function reported(situation: Situation, openedBy: number) {
  const protocol = await buildSituation(test.db, situation, organisation.ends)
  const { id } = await buildOccurrence(test.db, { itemId: protocol.items[0]?.id ?? 0, openedBy })
  const ended = organisation.people.find(sees)
  if (ended && opening(situation, ended).status !== 201) {
    await sql`update occurrences set status = 'resolvida', resolved_at = now() where id = ${id}`.execute(test.db)
  }
  return { id, protocolId: protocol.id, before: await snapshotOf(test.db, protocol.id) }
}

async function unreported(situation: Situation) {
  const { id, items } = await buildSituation(test.db, situation, organisation.ends)
  return { id, itemId: items[0]?.id, before: await snapshotOf(test.db, id) }
}

// Everybody who is refused tries it on the same protocol, which stays as it is.
describe.each(withItem)('$name', (situation) => {
  it('an occurrence is opened by whoever sees it, while it is open', async () => {
    const untouched = await unreported(situation)
    for (const person of organisation.people) {
      const expected = opening(situation, person)
      const { id, itemId, before } = expected.status === 201 ? await unreported(situation) : untouched
      const path = `/api/protocols/items/${itemId}/occurrences`
      const invalid = await person.client.post(path, {})
      const who = `${person.role} of ${person.relation}`
      expect({ who, status: invalid.status }).toEqual({ who, status: expected.status === 201 ? 400 : expected.status })
      const reply = await person.client.post(path, { kind: 'lost', description: 'Sumiu da mesa' })
      expect({ ...reply.body, who, status: reply.status }, who).toMatchObject({ who, ...expected })
      const after = await snapshotOf(test.db, id)
      if (expected.status === 201) expect(after, who).not.toEqual(before)
      else expect(after, who).toEqual(before)
    }
  })

  it.each(['found', 'returned', 'written_off', 'unfounded'])(
    'and resolved as %s by its origin, as far as the item allows it',
    async (outcome) => {
      const untouched = await reported(situation, organisation.ends.createdBy)
      for (const person of organisation.people) {
        for (const isOpener of outcome === 'found' || outcome === 'unfounded' ? [false, true] : [false]) {
          const expected = resolving(situation, person, outcome, isOpener)
          const isShared = expected.status !== 200 && !isOpener
          const { protocolId, id, before } = isShared
            ? untouched
            : await reported(situation, isOpener ? person.id : organisation.ends.createdBy)
          const path = `/api/occurrences/${id}/resolve`
          const who = `${person.role} of ${person.relation}, ${isOpener ? 'who opened it' : 'who did not'}`
          if (expected.status === 404 || (expected.status === 403 && !isOpener)) {
            expect((await person.client.post(path, {})).status, who).toBe(expected.status)
          }
          const reply = await person.client.post(path, { outcome, note: 'Conferido na estante' })
          expect({ ...reply.body, who, status: reply.status }, who).toMatchObject({ who, ...expected })
          const after = await snapshotOf(test.db, protocolId)
          if (expected.status === 200) expect(after, who).not.toEqual(before)
          else expect(after, who).toEqual(before)
        }
      }
    },
  )
})
