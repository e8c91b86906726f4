import { canSee } from '@malote/core/protocols/visibility.ts'
import { beforeAll, expect, it } from 'vitest'
import { randomDay, randomOrganisation } from '../../test/random-organisation.ts'

let organisation: Awaited<ReturnType<typeof randomOrganisation>>
let items: Awaited<ReturnType<typeof itemsOf>>

beforeAll(async () => {
  organisation = await randomOrganisation(90)
  items = await itemsOf()
})

const itemsOf = () =>
  organisation.db
    .selectFrom('items')
    .select(['id', 'protocolId', 'responsibleId', 'status', 'returnDate', 'mustReturn', 'inCancelledProtocol'])
    .select(['originDepartmentId', 'destinationDepartmentId'])
    .execute()

// proves 17.6, 17.33
it.each([
  ['responsible=me', ''],
  ['responsible=none', ''],
  ['responsible={bruno}', ''],
  ['responsible=me', 'side=toReturn'],
  ['responsible=none', 'side=toReturn'],
  ['responsible=none', 'side=toReceive'],
  ['responsible=none', 'dateFilter=overdue&side=toReturn'],
  ['responsible=me', 'dateFilter=today'],
  ['responsible={bruno}', 'search=doc'],
  ['responsible=none', 'search=juridico'],
  ['responsible=none', 'department={legal}'],
])('lists exactly the items of %s, %s, of every status, to everybody', async (responsible, more) => {
  const bruno = organisation.people[1] as (typeof organisation.people)[number]
  const fill = (text: string) => text.replace('{bruno}', `${bruno.id}`).replace('{legal}', `${organisation.legal.id}`)
  const sides = (item: (typeof items)[number]) => [item.originDepartmentId, item.destinationDepartmentId]
  for (const person of organisation.people) {
    const wanted = { 'responsible=me': person.id, 'responsible=none': null, 'responsible={bruno}': bruno.id }[
      responsible
    ]
    const expected = items.filter(
      (item) =>
        canSee(person, item) &&
        item.responsibleId === wanted &&
        item.status !== 'cancelado' &&
        (item.returnDate !== null || item.mustReturn) &&
        !item.inCancelledProtocol &&
        (!more.includes('toReturn') || item.destinationDepartmentId === person.departmentId) &&
        (!more.includes('toReceive') || item.originDepartmentId === person.departmentId) &&
        (!more.includes('overdue') || (item.status === 'pendente' && (item.returnDate ?? '9') < randomDay)) &&
        (!more.includes('today') || item.returnDate === randomDay) &&
        (!/juridico|legal/.test(more) || sides(item).includes(organisation.legal.id)),
    )
    const query = fill(`status=all&per_page=50&${responsible}&${more}`)
    const rows: { id: number }[] = []
    for (let page = 1; page === 1 || (page - 1) * 50 < expected.length; page += 1) {
      const body = await organisation.ask(person, `/api/returns?${query}&page=${page}`)
      expect(body.meta, `${person.name}: ${query}`).toMatchObject({ total: expected.length, per_page: 50 })
      rows.push(...body.data)
    }
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b))
    const reply = await organisation.as(person).get(`/api/returns/export?${query}`)
    expect(reply.headers['x-total-rows']).toBe(`${expected.length}`)
    expect(reply.body.split('\r\n').length - 2).toBe(expected.length)
  }
})

it.each(['responsible=ninguém', 'responsible=0', 'responsible=1.5'])('refuses %s', async (query) => {
  const reply = await organisation.as(organisation.ana).get(`/api/returns?${encodeURI(query)}`)
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['responsible']])
})
