import { nextDepartment } from '@malote/core/protocols/situations.test-setup.ts'
import { type Person as PersonOfTable, people } from '@malote/core/protocols/who-may.test-setup.ts'
import type { TestApp } from '../app.ts'
import { buildDepartment, buildUser } from '../builders.ts'
import type { Client } from '../client.ts'

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
