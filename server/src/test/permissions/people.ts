import { type Role, role, roles } from '@malote/core/users/role.ts'
import type { TestApp } from '../app.ts'
import { buildDepartment, buildUser } from '../builders.ts'
import type { Client } from '../client.ts'
import type { Ends, Situation } from './situations.ts'
import { type ActionName, type Relation, whoMay } from './table.ts'

export interface Person {
  id: number
  role: Role
  relation: Relation
  client: Client
}

const relations: Relation[] = ['origin', 'destination', 'neither', 'none']

/** Three departments, and people of every role in each relation to a protocol between the first two. */
export async function openOrganisation({ db, as }: TestApp) {
  const origin = await buildDepartment(db, { name: 'Protocolo Geral' })
  const destination = await buildDepartment(db, { name: 'Jurídico' })
  const neither = await buildDepartment(db, { name: 'Almoxarifado' })
  const ends: Ends = {
    originDepartmentId: origin.id,
    destinationDepartmentId: destination.id,
    createdBy: (await buildUser(db, { departmentId: origin.id })).id,
    responsibleId: (await buildUser(db, { departmentId: destination.id })).id,
  }
  const colleagueId = (await buildUser(db, { departmentId: destination.id })).id
  const departmentOf = { origin: origin.id, destination: destination.id, neither: neither.id, none: null }
  const people: Person[] = []
  for (const relation of relations) {
    for (const personRole of roles) {
      // Only an Admin can be without a department.
      if (relation === 'none' && personRole !== role.admin) continue
      const user = await buildUser(db, { role: personRole, departmentId: departmentOf[relation] })
      people.push({ id: user.id, role: personRole, relation, client: as(user) })
    }
  }
  return { ends, colleagueId, otherDepartmentId: neither.id, people }
}

/** The refusal that the table expects for the person; undefined when they have the right. */
export function refusalOf(person: Person, action: ActionName, situation: Pick<Situation, 'requiresReturn'>) {
  const sees = person.role === role.admin || person.relation === 'origin' || person.relation === 'destination'
  const isAboutProtocol = ['receive', 'refuse', 'redirect', 'complete', 'cancel', 'comment', 'uncomment'].includes(
    action,
  )
  if (!sees) return { status: 404, message: isAboutProtocol ? 'Protocolo não encontrado' : 'Item não encontrado' }
  const { side, ...sentences } =
    whoMay[action === 'complete' && !situation.requiresReturn ? 'complete-no-return' : action]
  if ('managersOnly' in sentences && person.role !== role.manager)
    return { status: 403, message: sentences.managersOnly }
  if (side !== 'anywhere' && side !== person.relation) {
    return { status: 403, message: 'otherwise' in sentences ? sentences.otherwise : '' }
  }
  return undefined
}
