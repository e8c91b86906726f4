import { beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildDepartment, buildUser } from '../../test/builders.ts'
import { requestOrganisation } from './requests.test-setup.ts'

let organisation: Awaited<ReturnType<typeof requestOrganisation>>
let admin: { id: number }
/** Ids of requests that the organisation's origin decides, of one that it asked for, and of strangers. */
let open: number
let granted: number
let denied: number
let ended: number
let asked: number
let foreign: number

beforeAll(async () => {
  organisation = await requestOrganisation({ ownDatabase: true })
  const { db, sender, responsible, origin, destination } = organisation
  admin = await buildAdmin(db, { departmentId: origin.id })
  const request = async (person: { id: number }, itemId: number | undefined) =>
    (await organisation.ask(person, itemId)).body.id as number
  const due = { returnDate: '2026-12-01', responsibleId: responsible.id }
  const { items } = await organisation.send({ items: [due, due, due, due] })
  const ids: number[] = []
  for (const { id } of items) ids.push(await request(responsible, id))
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  ;[open, granted, denied, ended] = [first, second, third, fourth]
  await organisation.decide(sender, granted)
  await organisation.decide(sender, denied, { decision: 'deny', note: 'É urgente' })
  await organisation.as(responsible).post(`/api/protocols/items/${items[3]?.id}/return`)
  const other = await organisation.send({
    ...{ originDepartmentId: destination.id, destinationDepartmentId: origin.id },
    items: [{ ...due, responsibleId: sender.id }],
  })
  asked = await request(sender, other.items[0]?.id)
  const elsewhere = await buildDepartment(db)
  const stranger = await buildUser(db, { departmentId: elsewhere.id })
  const theirs = await organisation.send({
    ...{ originDepartmentId: elsewhere.id, destinationDepartmentId: elsewhere.id },
    items: [{ ...due, responsibleId: stranger.id }],
  })
  foreign = await request(stranger, theirs.items[0]?.id)
})

const list = async (person: { id: number }, query = '') => {
  const { status, body } = await organisation.as(person).get(`/api/extension-requests?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: { id: number }[]; meta: { total: number; last_page: number } }
}
const idsOf = async (person: { id: number }, query = '') => (await list(person, query)).data.map(({ id }) => id)
const newestFirst = (ids: readonly number[]) => ids.toSorted((a, b) => b - a)

describe('GET /api/extension-requests', () => {
  // proves 21.13
  it('lists those of one’s department at either side, newest first, and all to an Admin', async () => {
    const own = [open, granted, denied, ended, asked]
    for (const person of [organisation.sender, organisation.responsible, organisation.recipient]) {
      expect(await idsOf(person)).toEqual(newestFirst(own))
    }
    expect(await idsOf(admin)).toEqual(newestFirst([...own, foreign]))
    expect((await list(organisation.sender)).meta).toEqual({ total: 5, per_page: 10, current_page: 1, last_page: 1 })
  })

  it.each([
    ['side=to_decide', () => [open, granted, denied, ended]],
    ['side=asked', () => [asked]],
    ['side=to_decide&status=aberto', () => [open]],
    ['side=to_decide&status=concedido', () => [granted]],
    ['status=aberto', () => [open, asked]],
    ['status=negado', () => [denied]],
    ['status=encerrado', () => [ended]],
    ['status=todos', () => [open, granted, denied, ended, asked]],
  ])('%s', async (query, expected) => {
    const ids = expected()
    expect(await idsOf(organisation.sender, query)).toEqual(newestFirst(ids))
    expect((await list(organisation.sender, query)).meta.total).toBe(ids.length)
  })

  it('a side is one of the Admin’s own department, too', async () => {
    expect(await idsOf(admin, 'side=to_decide&status=aberto')).toEqual([open])
    expect(await idsOf(admin, 'status=aberto')).toEqual(newestFirst([open, asked, foreign]))
    const rootless = await buildAdmin(organisation.db, { departmentId: null })
    expect(await idsOf(rootless, 'side=to_decide')).toEqual([])
    expect(await idsOf(rootless, 'status=aberto')).toEqual(newestFirst([open, asked, foreign]))
  })

  it('shows the row as it was answered, with the item’s present due date', async () => {
    const { data } = await list(organisation.sender, 'status=concedido')
    expect(data).toMatchObject([
      {
        ...{ id: granted, return_date: '2026-12-10', requested_date: '2026-12-10', granted_date: '2026-12-10' },
        ...{ status: 'concedido', decided_by: organisation.sender.name, asked_by: 'Maria Souza', note: null },
      },
    ])
  })

  // proves 21.13
  it('pages', async () => {
    const { responsible, sender } = organisation
    const due = { returnDate: '2026-12-01', responsibleId: responsible.id }
    const { items } = await organisation.send({ items: Array.from({ length: 12 }, () => due) })
    const ids: number[] = [open]
    for (const { id } of items) ids.push((await organisation.ask(responsible, id)).body.id)
    const query = 'side=to_decide&status=aberto'
    expect(await idsOf(sender, query)).toEqual(newestFirst(ids).slice(0, 10))
    expect(await idsOf(sender, `${query}&page=2`)).toEqual(newestFirst(ids).slice(10))
    expect(await idsOf(sender, `${query}&page=3`)).toEqual([])
    expect((await list(sender, `${query}&per_page=25`)).meta).toMatchObject({ total: 13, last_page: 1 })
    for (const { id } of items)
      await organisation.as(sender).post(`/api/protocols/items/${id}/cancel`, { reason: 'Engano' })
    expect(await idsOf(sender, query)).toEqual([open])
  })

  it.each(['status=fechado', 'side=left', 'page=x'])('%s', async (query) => {
    const reply = await organisation.as(organisation.sender).get(`/api/extension-requests?${query}`)
    // A page that is none is the first one, as in every list.
    expect(reply.status).toBe(query.startsWith('page') ? 200 : 400)
  })

  // proves 21.13
  it('my day counts those that one’s department is to decide, and leads to exactly these', async () => {
    for (const [person, count] of [
      [organisation.sender, 1],
      [organisation.recipient, 1],
      [admin, 1],
    ] as const) {
      const { body } = await organisation.as(person).get('/api/dashboard/today')
      expect(body.extension_requests).toEqual({
        count,
        path: '/retornos?view=pedidos&side=to_decide&status=aberto',
      })
      expect((await list(person, 'side=to_decide&status=aberto')).meta.total).toBe(count)
    }
  })
})
