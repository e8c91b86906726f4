import { beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildDepartment, buildUser } from '../../test/builders.ts'
import { custody } from '../../test/organisation.ts'

interface Listed {
  id: number
  kind: string
}

let organisation: Awaited<ReturnType<typeof custody>>
let admin: { id: number }
/** Ids of occurrences: of the organisation's own protocols, of one in the other direction, and of strangers. */
let own: number[]
let back: number
let foreign: number
let resolved: number
let elsewhere: { id: number }

beforeAll(async () => {
  organisation = await custody({ ownDatabase: true })
  const { db, sender, recipient, origin, destination } = organisation
  admin = await buildAdmin(db, { departmentId: origin.id })
  const open = async (person: { id: number }, itemId: number | undefined, kind: string, description: string) =>
    (await organisation.open(person, itemId, { kind, description })).body.id as number
  const first = await organisation.send({ items: [{ documentNumber: 'CT-77120/26' }, { documentNumber: 'CT-2' }] })
  own = [
    await open(recipient, first.items[0]?.id, 'lost', 'Ninguém acha a chave'),
    await open(recipient, first.items[0]?.id, 'damaged', 'Rasgado na dobra'),
    await open(sender, first.items[1]?.id, 'missing', 'Envelope vazio'),
  ]
  resolved = await open(recipient, first.items[1]?.id, 'lost', 'Sumiu da mesa')
  await organisation.resolve(sender, resolved, 'found')
  const other = await organisation.send({ originDepartmentId: destination.id, destinationDepartmentId: origin.id })
  back = await open(recipient, other.items[0]?.id, 'lost', 'Não chegou de volta')
  elsewhere = await buildDepartment(db)
  const theirs = await organisation.send({ originDepartmentId: elsewhere.id, destinationDepartmentId: elsewhere.id })
  const stranger = await buildUser(db, { departmentId: elsewhere.id })
  foreign = await open(stranger, theirs.items[0]?.id, 'lost', 'Chave de outro andar')
})

const list = async (person: { id: number }, query = '') => {
  const { status, body } = await organisation.as(person).get(`/api/occurrences?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: Listed[]; meta: { total: number; per_page: number; current_page: number; last_page: number } }
}
const idsOf = async (person: { id: number }, query = '') => (await list(person, query)).data.map(({ id }) => id)
const newestFirst = (ids: readonly number[]) => ids.toSorted((a, b) => b - a)

describe('GET /api/occurrences', () => {
  // proves 20.14
  it('lists the open ones of one’s department at either side, newest first; an Admin sees all', async () => {
    const { sender, recipient } = organisation
    for (const person of [sender, recipient]) expect(await idsOf(person)).toEqual(newestFirst([...own, back]))
    expect(await idsOf(admin)).toEqual(newestFirst([...own, back, foreign]))
    expect((await list(sender)).meta).toEqual({ total: 4, per_page: 10, current_page: 1, last_page: 1 })
  })

  // proves 20.14
  it.each([
    ['status=resolvida', () => [resolved]],
    ['status=all', () => [...own, back, resolved]],
    ['status=todos', () => [...own, back, resolved]],
    ['kind=lost', () => [own[0], back]],
    ['kind=lost&status=all', () => [own[0], back, resolved]],
    ['side=origin', () => own],
    ['side=destination', () => [back]],
    ['search=CHAVE', () => [own[0]]],
    ['search=envelope', () => [own[2]]],
    ['search=77120', () => [own[0], own[1]]],
    ['search=ct-2', () => [own[2]]],
    ['search=ra', () => [own[1]]],
    ['search=nada disso', () => []],
    ['department={destination}', () => [...own, back]],
    ['department={destination}&side=origin', () => own],
    ['department={elsewhere}', () => []],
  ])('%s', async (named, expected) => {
    const query = named
      .replace('{destination}', `${organisation.destination.id}`)
      .replace('{elsewhere}', `${elsewhere.id}`)
    const ids = expected() as number[]
    expect(await idsOf(organisation.sender, query)).toEqual(newestFirst(ids))
    expect((await list(organisation.sender, query)).meta.total).toBe(ids.length)
  })

  // proves 20.14
  it('finds those of a protocol by its number, and those that a person opened', async () => {
    const { sender, recipient } = organisation
    const { data } = await list(sender, 'kind=damaged')
    const { protocol_id: number } = data[0] as unknown as { protocol_id: number }
    expect(await idsOf(sender, `search=%23${number}`)).toEqual(newestFirst(own))
    expect(await idsOf(sender, `search=${number}&kind=missing`)).toEqual([own[2]])
    expect(await idsOf(sender, `search=${recipient.name}`)).toContain(back)
  })

  it('refuses filters that make no sense, each at its name', async () => {
    const query = 'status=fechada&kind=stolen&department=x&side=left'
    const reply = await organisation.as(organisation.sender).get(`/api/occurrences?${query}`)
    expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([
      400,
      ['department', 'kind', 'side', 'status'],
    ])
  })

  // proves 20.14
  it('pages, also while searching', async () => {
    const { sender } = organisation
    const many = await organisation.send({
      items: Array.from({ length: 12 }, (_, n) => ({ documentNumber: `PG-${n}` })),
    })
    const ids: number[] = []
    for (const { id } of many.items) {
      ids.push((await organisation.open(sender, id, { kind: 'not_held', description: 'Procurado em pastas' })).body.id)
    }
    for (const query of ['kind=not_held', 'search=pastas', 'search=PG-']) {
      expect(await idsOf(sender, query), query).toEqual(newestFirst(ids).slice(0, 10))
      expect(await idsOf(sender, `${query}&page=2`), query).toEqual(newestFirst(ids).slice(10))
      expect(await idsOf(sender, `${query}&page=3`), query).toEqual([])
      expect((await list(sender, `${query}&per_page=25`)).meta, query).toMatchObject({ total: 12, last_page: 1 })
    }
    for (const id of ids) await organisation.resolve(sender, id, 'unfounded')
  })
})

describe('what else speaks of open occurrences', () => {
  // proves 20.14
  it('GET /api/protocols/{id}/occurrences has all of a protocol, for those who see it', async () => {
    const { sender, db } = organisation
    const { data } = await list(sender, 'kind=damaged')
    const { protocol_id: id } = data[0] as unknown as { protocol_id: number }
    const { body } = await organisation.as(sender).get(`/api/protocols/${id}/occurrences`)
    expect(body.map((one: Listed) => one.id)).toEqual(newestFirst([...own, resolved]))
    expect(await organisation.as(await buildUser(db)).get(`/api/protocols/${id}/occurrences`)).toMatchObject({
      status: 404,
    })
  })

  // proves 20.15
  it('GET /api/returns?occurrence=1 has the items with one, however filtered', async () => {
    const { sender, recipient } = organisation
    const idsAt = async (person: { id: number }, query: string) => {
      const { body } = await organisation.as(person).get(`/api/returns?occurrence=1&${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map(({ document_number }: { document_number: string }) => document_number)
    }
    const sent = ['CT-77120/26', 'CT-2']
    expect(await idsAt(sender, '')).toEqual([...sent, '1/26'])
    expect(await idsAt(sender, 'side=toReceive')).toEqual(sent)
    expect(await idsAt(recipient, 'side=toReceive')).toEqual(['1/26'])
    expect(await idsAt(sender, 'search=CT')).toEqual(sent)
    expect(await idsAt(sender, 'search=CT-2&status=pendente')).toEqual(['CT-2'])
    expect(await idsAt(sender, 'responsible=none')).toEqual(sent)
    expect(await idsAt(sender, 'dateFilter=overdue')).toEqual([])
    expect(await idsAt(sender, 'status=Retornado')).toEqual([])
    const csv = await organisation.as(sender).get('/api/returns/export?occurrence=1&side=toReceive')
    expect(csv.body.trim().split('\n')).toHaveLength(3)
  })

  // proves 20.17
  it('my day counts those of one’s department as origin, and leads to exactly these', async () => {
    const { sender, recipient, as } = organisation
    for (const [person, count] of [
      [sender, 3],
      [recipient, 1],
    ] as const) {
      const { body } = await as(person).get('/api/dashboard/today')
      expect(body.occurrences).toEqual({ count, path: '/ocorrencias?side=origin' })
      expect((await list(person, 'side=origin')).meta.total).toBe(count)
    }
  })

  // proves 20.15
  it('the list of protocols has their number', async () => {
    const { body } = await organisation.as(organisation.sender).get('/api/protocols?per_page=50')
    const counts = body.data.map(({ open_occurrences }: { open_occurrences: number }) => open_occurrences)
    expect(counts.filter((count: number) => count > 0).toSorted()).toEqual([1, 3])
  })
})
