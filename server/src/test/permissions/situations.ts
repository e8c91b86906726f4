import { itemsIn, nextDepartment, type Situation } from '@malote/core/protocols/situations.test-setup.ts'
import { type Person as PersonOfTable, people } from '@malote/core/protocols/who-may.test-setup.ts'
import { sql } from 'kysely'
import { readCodes } from '../../domain/codes/codes.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { TestApp } from '../app.ts'
import { buildDepartment, buildExtensionRequest, buildOccurrence, buildProtocol, buildUser } from '../builders.ts'
import type { Client } from '../client.ts'
import type { Action, Target } from './actions.ts'

export interface Person extends PersonOfTable {
  id: number
  client: Client
}

export type Organisation = Awaited<ReturnType<typeof openOrganisation>>

/** The departments and people of the table; the protocols go from `origin` to `destination`. */
export async function openOrganisation({ db, as }: TestApp) {
  const department = async (name: string) => (await buildDepartment(db, { name })).id
  const departments = {
    origin: await department('Protocolo Geral'),
    destination: await department('Jurídico'),
    neither: await department('Almoxarifado'),
    none: null,
  }
  const found = new Map<string, Person>()
  for (const person of people) {
    const user = await buildUser(db, { role: person.role, departmentId: departments[person.relation] })
    found.set(person.name, { ...person, id: user.id, client: as(user) })
  }
  const part = (wanted: PersonOfTable['part']) => [...found.values()].find(({ part: own }) => own === wanted)?.id ?? 0
  return {
    departments,
    nextDepartmentId: await department(nextDepartment),
    creatorId: (await buildUser(db, { departmentId: departments.origin })).id,
    responsibleId: part('responsible'),
    openerId: part('opener'),
    /** Works at the destination, and is responsible for nothing. */
    colleagueId: (await buildUser(db, { departmentId: departments.destination })).id,
    personOf: ({ name }: PersonOfTable) => found.get(name) as Person,
  }
}

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
