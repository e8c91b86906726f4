import { responsibleElsewhere } from '@malote/core/items/item.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../../test/builders.ts'
import type { Client, Reply } from '../../../test/client.ts'
import { untilWaiting } from '../../../test/database.ts'
import { testOrganisation } from '../../../test/organisation.ts'

let organisation: Awaited<ReturnType<typeof testOrganisation>>
let sender: Client
let admin: Client

beforeAll(async () => {
  organisation = await testOrganisation({ ownDatabase: true })
  sender = organisation.as(organisation.sender)
  admin = organisation.as(await buildAdmin(organisation.db))
  // Opens the sessions before the race starts.
  for (const client of [sender, admin]) await client.get('/api/nowhere')
})

const newPerson = () => buildUser(organisation.db, { departmentId: organisation.destination.id })

interface Appointment {
  title: string
  /** Prepares a request that makes each person responsible for one item. */
  appoint: (people: readonly { id: number }[]) => Promise<() => Promise<Reply>>
}

const itemsFor = (people: readonly { id: number }[]) =>
  people.map(({ id }) => ({ item_type_id: organisation.itemType.id, destination_user_id: id }))

const appointments: Appointment[] = [
  {
    title: 'a creation',
    appoint: async (people) => {
      const form = organisation.form({ items: itemsFor(people) })
      return () => sender.post('/api/protocols', form)
    },
  },
  {
    title: 'an edit',
    appoint: async (people) => {
      const { id, items } = await buildProtocol(organisation.db, {
        originDepartmentId: organisation.origin.id,
        destinationDepartmentId: organisation.destination.id,
        requiresReturn: false,
        items: people.map(() => ({ itemTypeId: organisation.itemType.id })),
      })
      const form = organisation.form({
        items: itemsFor(people).map((item, index) => ({ ...item, id: items[index]?.id })),
      })
      return () => sender.put(`/api/protocols/${id}`, form)
    },
  },
]

it.each(appointments)('$title waits for a change of the person, and then judges who they are', async ({ appoint }) => {
  const elsewhere = await buildDepartment(organisation.db)
  for (const change of [{ isActive: false }, { departmentId: elsewhere.id }]) {
    const person = await newPerson()
    const send = await appoint([person])
    let sent: Promise<Reply> | undefined
    await organisation.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(change).where('id', '=', person.id).execute()
      sent = send()
      await untilWaiting(organisation.db, 1)
    })
    const reply = await sent
    expect(reply?.status).toBe(400)
    expect(reply?.body.errors).toEqual({ 'items.0.destination_user_id': responsibleElsewhere })
  }
})

it.each(appointments)('$title and a deactivation at once: refused, or the Gestores hear of it', async ({ appoint }) => {
  for (let round = 0; round < 4; round += 1) {
    const person = await newPerson()
    const send = await appoint([person])
    const edit = { uname: person.name, uemail: person.email, udpid: person.departmentId, is_active: false }
    const [appointed, deactivated] = await Promise.all([send(), admin.put(`/api/users/${person.id}`, edit)])
    expect(deactivated.status).toBe(200)
    const told = await organisation.db
      .selectFrom('notifications')
      .select('id')
      .where('userId', '=', organisation.manager.id)
      .where('message', 'like', `${person.name} não está mais no seu departamento%`)
      .execute()
    expect([appointed.status, told.length]).toEqual(appointed.status === 400 ? [400, 0] : [appointed.status, 1])
    expect([200, 201, 400]).toContain(appointed.status)
  }
})

it.each(appointments)('$title of many people, an Admin among them, and edits of them do not deadlock', async (set) => {
  const people = [await newPerson(), await newPerson()]
  const boss = await buildAdmin(organisation.db, { departmentId: organisation.destination.id })
  const edit = (person: { id: number; name: string; email: string }, role: string) =>
    admin.put(`/api/users/${person.id}`, {
      ...{ uname: person.name, uemail: person.email, udpid: organisation.destination.id, role },
    })
  for (let round = 0; round < 4; round += 1) {
    const sends = await Promise.all([set.appoint([...people, boss]), set.appoint([boss, ...people].reverse())])
    const replies = await Promise.all([
      ...sends.map((send) => send()),
      ...people.map((person) => edit(person, 'Usuário')),
      edit(boss, 'Admin'),
    ])
    for (const { status } of replies) expect([200, 201]).toContain(status)
  }
})
