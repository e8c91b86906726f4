import { isOpen, type ProtocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import { waitsHere } from '@malote/core/protocols/waiting.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomDay, randomOrganisation } from '../../../test/random-organisation.ts'
import { ensureHolidays } from '../../calendar/public.ts'

const timeZone = 'America/Sao_Paulo'
let organisation: Awaited<ReturnType<typeof randomOrganisation>>
/** The protocols as the database has them, with their counters. */
let facts: Fact[]

interface Fact {
  id: number
  status: ProtocolStatus
  originDepartmentId: number
  destinationDepartmentId: number
  requiresReturn: boolean
  createdAt: Date
  nextReturnDate: string | null
  totalItems: number
  pendingItems: number
  returnedItems: number
  cancelledItems: number
}

type Person = { id: number; role: Role; departmentId: number | null; name: string }

beforeAll(async () => {
  organisation = await randomOrganisation(90)
  await ensureHolidays(organisation.db, [2026])
  const rows = await organisation.db.selectFrom('protocols').selectAll().execute()
  facts = rows.map((row) => ({ ...row, status: row.status as ProtocolStatus, createdAt: new Date(row.createdAt) }))
})

/** What the filters mean, computed from the facts. The third business day before this Thursday is Monday 16. */
const meanings: Record<string, (fact: Fact, person: Person) => boolean> = {
  'late=1': ({ nextReturnDate }) => nextReturnDate !== null && nextReturnDate < randomDay,
  'here=1': (fact, person) => waitsHere(person, fact),
  'awaiting=receipt': ({ status, destinationDepartmentId }, { departmentId }) =>
    status === 'Pendente' && destinationDepartmentId === departmentId,
  'awaiting=sent': ({ status, originDepartmentId, createdAt }, { departmentId }) =>
    status === 'Pendente' && originDepartmentId === departmentId && civilDateIn(createdAt, timeZone) < '2026-11-17',
  'status=Pendente': ({ status }) => status === 'Pendente',
  'status=Em andamento': ({ status }) => status === 'Em andamento',
  'startDate=2026-11-09': ({ createdAt }) => civilDateIn(createdAt, timeZone) >= '2026-11-09',
  'endDate=2026-11-16': ({ createdAt }) => civilDateIn(createdAt, timeZone) <= '2026-11-16',
  department: ({ originDepartmentId, destinationDepartmentId }) =>
    [originDepartmentId, destinationDepartmentId].includes(organisation.legal.id),
  'search=documentos': () => true,
  'search=jurídico': ({ originDepartmentId, destinationDepartmentId }) =>
    [originDepartmentId, destinationDepartmentId].includes(organisation.legal.id),
}

const combinations = [
  ['late=1'],
  ['here=1'],
  ['awaiting=receipt'],
  ['awaiting=sent'],
  ['late=1', 'here=1'],
  ['late=1', 'status=Pendente'],
  ['here=1', 'status=Pendente'],
  ['here=1', 'status=Em andamento'],
  ['awaiting=sent', 'status=Em andamento'],
  ['awaiting=receipt', 'late=1'],
  ['awaiting=receipt', 'department'],
  ['awaiting=sent', 'department'],
  ['awaiting=sent', 'endDate=2026-11-16'],
  ['awaiting=sent', 'startDate=2026-11-09', 'here=1'],
  ['awaiting=receipt', 'startDate=2026-11-09'],
  ['late=1', 'department'],
  ['here=1', 'department'],
  ['late=1', 'startDate=2026-11-09', 'endDate=2026-11-16'],
  ['here=1', 'endDate=2026-11-16', 'department'],
  ['late=1', 'search=documentos'],
  ['here=1', 'search=documentos', 'status=Em andamento'],
  ['here=1', 'search=jurídico'],
  ['awaiting=receipt', 'search=documentos'],
  ['late=1', 'here=1', 'department', 'search=jurídico'],
  ['status=Pendente'],
  ['department'],
  ['search=documentos'],
  [],
]

const newestFirst = (one: Fact, other: Fact) => +other.createdAt - +one.createdAt || other.id - one.id
const nextDueFirst = (one: Fact, other: Fact) =>
  (one.nextReturnDate ?? '9999').localeCompare(other.nextReturnDate ?? '9999') || newestFirst(one, other)

describe.each(['', 'sort=due'])('the list by %o', (sort) => {
  // proves 17.6, 17.30, 17.31, 17.32
  it.each(combinations)('shows exactly what %s %s %s %s say, page by page, to everybody', async (...filters) => {
    const named = filters.map((name) => (name === 'department' ? `department=${organisation.legal.id}` : name))
    for (const person of organisation.people) {
      const expected = facts
        .filter((fact) => canSee(person, fact) && filters.every((name) => meanings[name]?.(fact, person)))
        .sort(sort === '' ? newestFirst : nextDueFirst)
        .map(({ id }) => id)
      const ids: number[] = []
      for (let page = 1; page === 1 || (page - 1) * 25 < expected.length; page += 1) {
        const query = [...named, sort, `page=${page}`, 'per_page=25'].filter(Boolean).map(encodeURI).join('&')
        const body = await organisation.ask(person, `/api/protocols?${query}`)
        expect(body.meta, query).toMatchObject({ total: expected.length, per_page: 25, current_page: page })
        ids.push(...body.data.map(({ id }: { id: number }) => id))
      }
      expect(ids, `${person.name}: ${named.join('&')}`).toEqual(expected)
    }
  })
})

it.each([...['late=1', 'here=1', 'awaiting=receipt', 'awaiting=sent', 'startDate=2026-11-09', 'endDate=2026-11-16']])(
  'a number finds its protocol exactly when the list of %s has it',
  async (filter) => {
    // Another query than that of a list or of a search for words.
    const person = organisation.people[3] as Person
    const seen = facts.filter((fact) => canSee(person, fact) && (isOpen(fact.status) || fact.id % 3 === 0))
    expect(seen.some(({ nextReturnDate }) => nextReturnDate === randomDay)).toBe(true)
    for (const fact of seen) {
      const { data } = await organisation.ask(person, `/api/protocols?search=%23${fact.id}&${filter}`)
      const found = data.map(({ id }: { id: number }) => id)
      expect(found, `#${fact.id}`).toEqual(meanings[filter]?.(fact, person) ? [fact.id] : [])
    }
  },
)

it('the random protocols are open, late, waiting and undated, so that every filter finds some', () => {
  for (const [name, holds] of Object.entries(meanings)) {
    const found = organisation.people.map(
      (person) => facts.filter((fact) => canSee(person, fact) && holds(fact, person)).length,
    )
    expect(Math.max(...found), name).toBeGreaterThan(2)
  }
  expect(facts.some(({ status, nextReturnDate }) => isOpen(status) && nextReturnDate === null)).toBe(true)
})

it.each([
  ['late=talvez', 'late'],
  ['here=2', 'here'],
  ['awaiting=nothing', 'awaiting'],
  ['sort=name', 'sort'],
])('refuses %s', async (query, field) => {
  const reply = await organisation.as(organisation.ana).get(`/api/protocols?${query}`)
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]])
})

it.each([
  ['per_page=50', 50],
  ['per_page=7', 10],
  ['', 10],
])('a page of %o has up to %i rows', async (query, size) => {
  const { data, meta } = await organisation.ask(organisation.people[4] as Person, `/api/protocols?${query}`)
  expect([data.length, meta.per_page, meta.last_page]).toEqual([size, size, Math.ceil(90 / size)])
})
