import { itemStatus } from '@malote/core/items/item-status.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { type TestApp, testApp } from '../app.ts'
import { buildExtensionRequest } from '../builders.ts'
import { openOrganisation, type Person } from './people.ts'
import { buildSituation, type Situation, situations } from './situations.ts'
import { snapshotOf } from './snapshot.ts'
import { refusals } from './table.ts'

let test: TestApp
let organisation: Awaited<ReturnType<typeof openOrganisation>>
let everybody: Person[]

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z', config: { FAIR_USE_FACTOR: 1000 } })
  organisation = await openOrganisation(test)
  const { responsibleId: id } = organisation.ends
  const responsible: Person = { id, role: role.user, relation: 'destination', client: test.as({ id }) }
  everybody = [...organisation.people, responsible]
})

afterAll(async () => {
  expect(await findBrokenInvariants(test.db)).toEqual([])
})

type Expected = { status: number; message?: string }

const withItem = situations.filter(({ itemStatus: status }) => status !== undefined)
/** Requests are about items that must come back. */
const returning = withItem.filter(({ requiresReturn }) => requiresReturn)
const sees = ({ role: own, relation }: Person) =>
  own === role.admin || relation === 'origin' || relation === 'destination'
const conflict = (message: string): Expected => ({ status: 409, message })

/** Only what can be given another due date can be asked more time for, and only when it has one. */
function asking({ answers, isAssigned, hasDueDate }: Situation, person: Person): Expected {
  if (!sees(person)) return { status: 404, message: 'Item não encontrado' }
  const isResponsible = isAssigned && person.id === organisation.ends.responsibleId
  if (person.relation !== 'destination' || !(isResponsible || person.role === role.manager)) {
    return {
      status: 403,
      message: 'Apenas o responsável pelo item ou um gestor do departamento de destino pode pedir mais prazo',
    }
  }
  const answer = answers.find(({ action }) => action === 'due-date')?.answer ?? 'ok'
  if (answer !== 'ok') return conflict(refusals[answer])
  return hasDueDate ? { status: 201 } : conflict(refusals['no-date'])
}

function deciding({ itemStatus: status }: Situation, person: Person): Expected {
  if (!sees(person)) return { status: 404, message: 'Pedido de prazo não encontrado' }
  if (person.relation !== 'origin') {
    return {
      status: 403,
      message: 'Apenas usuários do departamento de origem podem decidir este pedido de prazo',
    }
  }
  if (status === itemStatus.pending) return { status: 200 }
  return conflict('Este pedido de prazo foi encerrado, porque o item não está mais pendente')
}

/** A protocol in the situation whose item has a request, which has ended with the item. */
async function requested(situation: Situation) {
  const protocol = await buildSituation(test.db, situation, organisation.ends)
  const itemId = protocol.items[0]?.id ?? 0
  const { id } = await buildExtensionRequest(test.db, { itemId, askedBy: organisation.ends.responsibleId })
  if (situation.itemStatus !== itemStatus.pending) {
    await sql`update extension_requests set status = 'encerrado', decided_at = now() where id = ${id}`.execute(test.db)
  }
  return { id, protocolId: protocol.id, before: await snapshotOf(test.db, protocol.id) }
}

async function unrequested(situation: Situation) {
  const { id, items } = await buildSituation(test.db, situation, organisation.ends)
  return { id, itemId: items[0]?.id, before: await snapshotOf(test.db, id) }
}

const nameOf = ({ role: own, relation, id }: Person) =>
  `${own} of ${relation}${id === organisation.ends.responsibleId ? ', responsible' : ''}`

// Everybody who is refused tries it on the same protocol, which stays as it is.
describe.each(withItem)('$name', (situation) => {
  it('more time is asked for by the responsible user and the Gestores of the destination', async () => {
    const untouched = await unrequested(situation)
    for (const person of everybody) {
      const expected = asking(situation, person)
      const { id, itemId, before } = expected.status === 201 ? await unrequested(situation) : untouched
      const path = `/api/protocols/items/${itemId}/extension-requests`
      const invalid = await person.client.post(path, {})
      const who = nameOf(person)
      expect({ who, status: invalid.status }).toEqual({ who, status: expected.status === 201 ? 400 : expected.status })
      const reply = await person.client.post(path, { return_date: '2026-12-10', reason: 'Falta uma assinatura' })
      expect({ ...reply.body, who, status: reply.status }, who).toMatchObject({ who, ...expected })
      const after = await snapshotOf(test.db, id)
      if (expected.status === 201) expect(after, who).not.toEqual(before)
      else expect(after, who).toEqual(before)
    }
  })
})

describe.each(returning)('$name', (situation) => {
  it.each(['grant', 'deny'])('a request is decided by the origin: %s', async (decision) => {
    const untouched = await requested(situation)
    for (const person of everybody) {
      const expected = deciding(situation, person)
      const { protocolId, id, before } = expected.status === 200 ? await requested(situation) : untouched
      const path = `/api/extension-requests/${id}/decide`
      const who = nameOf(person)
      const invalid = await person.client.post(path, {})
      expect({ who, status: invalid.status }).toEqual({ who, status: expected.status === 200 ? 400 : expected.status })
      const reply = await person.client.post(path, { decision, note: 'Conferido com o tribunal' })
      expect(reply.status, `${who}: ${JSON.stringify(reply.body)}`).toBe(expected.status)
      if (expected.message) expect(reply.body.message, who).toBe(expected.message)
      const after = await snapshotOf(test.db, protocolId)
      if (expected.status === 200) expect(after, who).not.toEqual(before)
      else expect(after, who).toEqual(before)
    }
  })
})
