import { itemsIn, type Situation } from '@malote/core/protocols/situations.test-setup.ts'
import { sql } from 'kysely'
import { readCodes } from '../../domain/codes/codes.ts'
import type { Db } from '../../platform/db/connect.ts'
import { buildExtensionRequest, buildOccurrence, buildProtocol } from '../builders.ts'
import type { Action, Target } from './actions.ts'
import type { Organisation } from './people.ts'

/** A protocol in that situation, with one item or none. */
export async function buildSituation(db: Db, situation: Situation, organisation: Organisation) {
  const { requiresReturn, status, isAway } = situation
  const { departments, creatorId: createdBy, responsibleId, nextDepartmentId } = organisation
  const protocol = await buildProtocol(db, {
    ...{ originDepartmentId: departments.origin, destinationDepartmentId: departments.destination, createdBy },
    ...{ requiresReturn, status },
    items: itemsIn(situation, responsibleId).map(({ forwardedTo, ...item }) => item),
  })
  const itemId = protocol.items[0]?.id ?? 0
  if (isAway) {
    await buildProtocol(db, {
      ...{ originDepartmentId: departments.destination, destinationDepartmentId: nextDepartmentId, createdBy },
      requiresReturn,
      // Back there before it is due here.
      items: [{ forwardedFromItemId: itemId, returnDate: requiresReturn ? '2026-11-30' : null }],
    })
  }
  return { protocolId: protocol.id, itemId }
}

/** What the person acts on in that situation. */
export async function buildTarget(
  db: Db,
  { needs }: Action,
  situation: Situation,
  personId: number,
  organisation: Organisation,
): Promise<Target> {
  const { colleagueId, departments } = organisation
  const { protocolId, itemId } = await buildSituation(db, situation, organisation)
  const about = { protocolId, itemId, situation, personId, organisation }
  const recordId = needs === undefined ? 0 : await build[needs](db, about)
  const known = await readCodes(db)
  const codes = { protocol: known.of('protocol', [protocolId]).join(), item: known.of('item', [itemId]).join() }
  return { protocolId, itemId, recordId, colleagueId, otherDepartmentId: departments.neither, codes }
}

interface About {
  protocolId: number
  itemId: number
  situation: Situation
  personId: number
  organisation: Organisation
}

const build: Record<NonNullable<Action['needs']>, (db: Db, about: About) => Promise<number>> = {
  comment: async (db, { protocolId, personId }) => {
    const comment = { protocolId, text: 'Já conferi', createdBy: personId }
    return (await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()).id
  },
  // Both end with the item.
  occurrence: async (db, { itemId, situation, organisation }) => {
    const { id } = await buildOccurrence(db, { itemId, openedBy: organisation.openerId })
    if (situation.answers.unfounded === 'resolved') {
      await sql`update occurrences set status = 'resolvida', resolved_at = now() where id = ${id}`.execute(db)
    }
    return id
  },
  request: async (db, { itemId, situation, organisation }) => {
    const { id } = await buildExtensionRequest(db, { itemId, askedBy: organisation.responsibleId })
    if (situation.answers.decide === 'ended') {
      await sql`update extension_requests set status = 'encerrado', decided_at = now() where id = ${id}`.execute(db)
    }
    return id
  },
}
