import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { expect } from 'vitest'
import { type TestAppOptions, testApp } from './app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildExtensionRequest,
  buildItemType,
  buildManager,
  buildOccurrence,
  buildProtocol,
  buildUser,
} from './builders.ts'

/**
 * Three departments, with a person in the first, in a separate database, so that the responses to an Admin are known
 * too.
 */
export async function threeDepartments(options: Omit<TestAppOptions, 'ownDatabase'> = {}) {
  const test = await testApp({ ...options, ownDatabase: true })
  const { db, as } = test
  const finance = await buildDepartment(db, { name: 'Finanças' })
  const legal = await buildDepartment(db, { name: 'Jurídico' })
  const health = await buildDepartment(db, { name: 'Saúde' })
  const ana = await buildUser(db, { departmentId: finance.id, name: 'Ana Müller' })

  const between = (from: { id: number }, to: { id: number }, fields: Parameters<typeof buildProtocol>[1] = {}) =>
    buildProtocol(db, { originDepartmentId: from.id, destinationDepartmentId: to.id, createdBy: ana.id, ...fields })
  /** The body of the response to the person; fails if it is an error. */
  const ask = async (user: { id: number }, path: string) => {
    const reply = await as(user).get(path)
    expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBe(200)
    return reply.body
  }
  return { ...test, finance, legal, health, ana, between, ask }
}

/** Linear congruential generator, so that every run draws the same. */
export function random(seed: number) {
  let state = seed
  const below = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
  return { below, pick: <One>(list: readonly One[]) => list[below(list.length)] as One }
}

export type Random = ReturnType<typeof random>

/** Thursday noon; the Friday after it is a holiday. */
export const randomDay = '2026-11-19'

const statusesIn: Record<ProtocolStatus, readonly ItemStatus[]> = {
  [protocolStatus.pending]: [itemStatus.pending, itemStatus.pending, itemStatus.cancelled],
  [protocolStatus.inProgress]: [itemStatus.pending, itemStatus.returned, itemStatus.completed, itemStatus.cancelled],
  [protocolStatus.completed]: [itemStatus.completed, itemStatus.completed, itemStatus.cancelled],
  [protocolStatus.cancelled]: [itemStatus.cancelled],
}

/** Three departments with people of every role, and `count` protocols in random states between them. */
export async function randomOrganisation(count: number, seed = 20_261_119) {
  const organisation = await threeDepartments({ now: `${randomDay}T15:00:00Z` })
  const { db, finance, legal, health, ana, between } = organisation
  const people = [
    ana,
    await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' }),
    await buildManager(db, { departmentId: finance.id, name: 'Gilda Reis' }),
    await buildManager(db, { departmentId: legal.id, name: 'Heitor Luz' }),
    await buildAdmin(db, { departmentId: finance.id, name: 'Carla Admin' }),
    await buildAdmin(db, { departmentId: null, name: 'Primeira Admin' }),
  ]
  const departments = [finance, legal, health]
  const { below, pick } = random(seed)
  const { id: itemTypeId } = await buildItemType(db)
  const drawn = []
  for (let n = 0; n < count; n += 1) {
    const status = pick([...protocolStatuses, protocolStatus.pending, protocolStatus.inProgress])
    const requiresReturn = status === protocolStatus.inProgress || below(3) > 0
    const items = Array.from({ length: 1 + below(3) }, () => {
      const ofItem = pick(statusesIn[status])
      // Only items with a due date are returned.
      const isDue = requiresReturn && (ofItem === itemStatus.returned || below(5) > 0)
      return {
        itemTypeId,
        status: ofItem,
        returnDate: isDue ? addDays(randomDay, below(9) - 4) : null,
        responsibleId: pick([null, ...people.slice(0, 4).map(({ id }) => id)]),
      }
    })
    const createdAt = new Date(Date.parse(`${randomDay}T15:00:00Z`) - below(14 * 24 * 60) * 60_000)
    drawn.push([pick(departments), pick(departments), { status, requiresReturn, createdAt, items }] as const)
  }
  const protocols = await Promise.all(drawn.map(([from, to, fields]) => between(from, to, fields)))
  const open = protocols
    .filter(({ status }) => status === protocolStatus.pending || status === protocolStatus.inProgress)
    .flatMap(({ items }) => items.filter(({ status }) => status === itemStatus.pending))
  for (const { id } of open.filter((_, index) => index % 4 === 0)) {
    await buildOccurrence(db, { itemId: id, openedBy: ana.id })
  }
  const due = open.filter(({ returnDate }) => returnDate !== null)
  for (const { id } of due.filter((_, index) => index % 5 === 0)) {
    await buildExtensionRequest(db, { itemId: id, askedBy: ana.id })
  }
  return { ...organisation, people }
}
