import { expect } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { buildAdmin, buildDepartment, buildItemType, buildManager, buildUser } from '../../../test/builders.ts'
import type { Client } from '../../../test/client.ts'
import type { Random } from '../../../test/random-organisation.ts'
import type { Count, ModelPerson, ReminderModel } from './model.test-setup.ts'

export interface Category {
  /** null: no category, and no due date at first. */
  id: number | null
  count: Count | null
}

const counts: Count[] = [
  { days: 2, isInWorkingDays: true },
  { days: 5, isInWorkingDays: true },
  { days: 10, isInWorkingDays: true },
  { days: 7, isInWorkingDays: false },
  { days: 15, isInWorkingDays: false },
]

/** People of a department, besides the one who never leaves. */
const size = { managers: 2, users: 4 }

/** Departments with people, in the database and in the model. Somebody in each department never leaves. */
export async function foundOrganisation(test: TestApp, model: ReminderModel, { pick }: Random, number: number) {
  const { db } = test
  const admin = await buildAdmin(db, { departmentId: null, email: 'admin@malote.test', notifyItemReturn: false })
  const { id: itemTypeId } = await buildItemType(db, { name: 'Contrato' })
  const categories: Category[] = [{ id: null, count: null }]
  for (const [index, count] of counts.entries()) {
    const dayCount = count.isInWorkingDays ? 'Dias úteis' : 'Dias corridos'
    const values = { name: `Categoria ${index}`, returnDays: count.days, dayCount }
    const { id } = await db.insertInto('categories').values(values).returning('id').executeTakeFirstOrThrow()
    categories.push({ id, count })
  }

  const departments: number[] = []
  const steadfast = new Map<number, number>()
  for (let n = 0; n < number; n += 1) {
    const departmentId = (await buildDepartment(db)).id
    departments.push(departmentId)
    steadfast.set(departmentId, (await buildUser(db, { departmentId })).id)
    for (let m = 0; m < size.managers; m += 1) await buildManager(db, { departmentId })
    for (let u = 0; u < size.users; u += 1) await buildUser(db, { departmentId })
  }
  for (const { id, role, departmentId, isActive, notifyItemReturn } of await db
    .selectFrom('users')
    .selectAll()
    .execute()) {
    const known = { id, role: role as ModelPerson['role'], department: departmentId, isActive }
    model.people.set(id, { ...known, wantsReminders: notifyItemReturn })
  }

  const isSteadfast = (id: number) => id === admin.id || [...steadfast.values()].includes(id)
  const active = (departmentId: number) =>
    [...model.people.values()].filter((one) => one.isActive && one.department === departmentId)

  let clients = new Map<number, Client>()
  const as = (id: number): Client => {
    const client = clients.get(id) ?? test.as({ id })
    clients.set(id, client)
    return client
  }
  return {
    ...{ departments, categories, itemTypeId, admin: () => as(admin.id), as },
    /** Somebody of a department who can act. */
    actor: (departmentId: number) => as(steadfast.get(departmentId) ?? 0),
    active,
    manager: (departmentId: number) => active(departmentId).find(({ role }) => role === 'Gestor'),
    /** People who may leave, move and switch reminders off. */
    changing: () => [...model.people.values()].filter(({ id }) => !isSteadfast(id)),
    pickActive: (departmentId: number) => pick(active(departmentId)),
    /** Sessions end; those of the next day are new. */
    newDay: () => {
      clients = new Map()
    },
  }
}

export type Organisation = Awaited<ReturnType<typeof foundOrganisation>>

/** The body of a response that must be a success. */
export async function done(reply: ReturnType<Client['post']>) {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
