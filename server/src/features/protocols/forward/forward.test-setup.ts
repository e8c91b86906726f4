import { expect } from 'vitest'
import { type TestAppOptions, testApp } from '../../../test/app.ts'
import { buildCategory, buildDepartment, buildItemType, buildManager } from '../../../test/builders.ts'
import type { Client } from '../../../test/client.ts'
import { ensureHolidays } from '../../calendar/ensure-holidays.ts'

/** A department with a Gestor who acts for it. */
export interface Organisation {
  id: number
  name: string
  person: string
  client: Client
}

/** A sent protocol: its number, and the ids of its items in the order of the form. */
export interface Sent {
  id: number
  items: number[]
}

const names = ['Protocolo Geral', 'Jurídico', 'Diretoria', 'Engenharia', 'Arquivo']

/** Five departments, and the acts of a chain between them. The clock stands at Monday 16 November 2026, 9:00. */
export async function testChain(options: TestAppOptions = {}) {
  const test = await testApp({ now: '2026-11-16T12:00:00Z', ...options })
  const { db, as } = test
  await ensureHolidays(db, [2026])
  const run = Math.random().toString(36).slice(2, 6)
  const organisations: Organisation[] = []
  for (const [index, name] of names.entries()) {
    const department = await buildDepartment(db, { name: `${name} ${run}` })
    const person = await buildManager(db, { departmentId: department.id, name: `Zuleica ${'ABCDE'[index]} ${run}` })
    organisations.push({ id: department.id, name: department.name, person: person.name, client: as(person) })
  }
  const [a, b, c, d, e] = organisations as [Organisation, Organisation, Organisation, Organisation, Organisation]
  const itemType = await buildItemType(db)
  const category = await buildCategory(db, { returnDays: 5 })
  const short = await buildCategory(db, { returnDays: 2 })

  /** Creates a protocol from one department to another. */
  async function send(
    from: Organisation,
    to: Organisation,
    fields: { requiresReturn?: boolean; items?: object[] } = {},
  ) {
    const items = fields.items ?? [{}]
    const reply = await from.client.post('/api/protocols', {
      remarks: 'Contratos para assinatura',
      origin_department_id: from.id,
      destination_department_id: to.id,
      requires_return: fields.requiresReturn ?? true,
      items: items.map((item, index) => ({
        ...{ item_type_id: itemType.id, document_number: `CT-${index + 1}`, reason: 'Assinar' },
        ...(fields.requiresReturn === false ? {} : { category_id: category.id }),
        ...item,
      })),
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return sent(from, reply.body.protocol_id)
  }

  async function sent(by: Organisation, id: number): Promise<Sent> {
    const { body } = await by.client.get(`/api/protocols/${id}`)
    return { id, items: body.items.map((item: { id: number }) => item.id) }
  }

  const forward = (
    by: Organisation,
    from: Sent,
    to: Organisation,
    itemIds = from.items,
    headers?: Record<string, string>,
  ) =>
    by.client.post(
      `/api/protocols/${from.id}/forward`,
      { destination_department_id: to.id, remarks: 'Segue para parecer', item_ids: itemIds },
      headers,
    )

  /** Passes items on, and reads the new protocol as its origin. */
  async function passOn(by: Organisation, from: Sent, to: Organisation, itemIds = from.items): Promise<Sent> {
    const reply = await forward(by, from, to, itemIds)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return sent(by, reply.body.protocol_id)
  }

  async function done(client: Client, path: string, body?: object) {
    const reply = await client.post(path, body)
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200)
    return reply.body
  }
  const receive = (by: Organisation, { id }: Sent) => done(by.client, `/api/protocols/${id}/receive`)
  const giveBack = (by: Organisation, item: number | undefined) =>
    done(by.client, `/api/protocols/items/${item}/return`)
  const confirm = (by: Organisation, item: number | undefined) =>
    done(by.client, `/api/protocols/items/${item}/complete`)
  const detail = async (by: Organisation, { id }: Sent) => (await by.client.get(`/api/protocols/${id}`)).body
  const track = async (by: Organisation, { id, items }: Sent, index = 0) =>
    (await by.client.get(`/api/tracking?type=protocol&search=${id}`)).body.data.find(
      (one: { id: number }) => one.id === items[index],
    )

  return {
    ...{ ...test, a, b, c, d, e, organisations, itemType, category, short },
    ...{ send, forward, passOn, receive, giveBack, confirm, detail, track, done },
  }
}
