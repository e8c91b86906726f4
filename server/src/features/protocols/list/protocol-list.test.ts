import { isOpen, type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import { waitsHere } from '@malote/core/protocols/waiting.ts'
import { addDays, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { businessDaysSince } from '@malote/core/shared/due-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../../test/builders.ts'
import { randomDay, randomOrganisation, threeDepartments } from '../../../test/random-organisation.ts'
import { ensureHolidays } from '../../calendar/ensure-holidays.ts'

async function archive() {
  const departments = await threeDepartments()
  const { db, finance, legal, health, ana, ask } = departments
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const admin = await buildAdmin(db, { departmentId: health.id, name: 'Carla Admin' })
  const between = (from: { id: number }, to: { id: number }, fields: Parameters<typeof buildProtocol>[1] = {}) =>
    departments.between(from, to, { createdBy: from.id === finance.id ? ana.id : bruno.id, ...fields })
  const list = async (user: { id: number }, query = '') => {
    const body = await ask(user, `/api/protocols?${query}`)
    return { ids: body.data.map(({ id }: { id: number }) => id) as number[], ...body }
  }
  return { ...departments, bruno, admin, between, list }
}

describe('GET /api/protocols', () => {
  // proves 3.7, 3.25, 10.1
  it('shows each side its protocols, and an Admin all, newest first', async () => {
    const { ana, bruno, admin, finance, legal, health, between, list } = await archive()
    const sent = await between(finance, legal, { createdAt: '2026-05-01T12:00:00Z' })
    const received = await between(legal, finance, { createdAt: '2026-05-03T12:00:00Z', status: 'Em andamento' })
    const elsewhere = await between(health, legal, { createdAt: '2026-05-02T12:00:00Z' })
    const within = await between(finance, finance, { createdAt: '2026-05-04T12:00:00Z' })

    expect((await list(ana)).ids).toEqual([within.id, received.id, sent.id])
    expect((await list(bruno)).ids).toEqual([received.id, elsewhere.id, sent.id])
    const all = await list(admin)
    expect(all.ids).toEqual([within.id, received.id, elsewhere.id, sent.id])
    expect(all.meta).toEqual({ total: 4, per_page: 10, current_page: 1, last_page: 1 })
    expect(all.data[1]).toMatchObject({
      ...{ id: received.id, protocol_id: received.id, status: 'Em andamento', requires_return: true },
      ...{ created_at: '2026-05-03T12:00:00.000Z', received_at: '2026-05-03T12:00:00.000Z' },
      ...{ origin_department: 'Jurídico', destination_department: 'Finanças', creator: 'Bruno Sá' },
      ...{ total_items: 1, items_count: 1, pending_items: 1, completed_items: 0, canceled_items: 0 },
      ...{ unassigned_items: 1, next_return_date: '2026-05-10' },
    })
  })

  // proves 7.4.1, 12.9
  it('filters by status, department and days, with exact totals', async () => {
    const { ana, admin, finance, legal, health, between, list } = await archive()
    // 22:30 on April 30th in São Paulo.
    const late = await between(finance, legal, { createdAt: '2026-05-01T01:30:00Z' })
    const may = await between(legal, finance, { createdAt: '2026-05-15T12:00:00Z', status: 'Concluído' })
    const june = await between(finance, health, { createdAt: '2026-06-30T12:00:00Z' })
    const july = await between(health, legal, { createdAt: '2026-07-01T12:00:00Z', status: 'Cancelado' })
    const ids = async (user: { id: number }, query: string) => {
      const page = await list(user, query)
      expect(page.meta.total, query).toBe(page.ids.length)
      return page.ids
    }

    const cases: [string, object[]][] = [
      ['status=pendente', [june, late]],
      ['status=Todos&department=&startDate=', [june, may, late]],
      [`department=${legal.id}&status=Pendente`, [late]],
      [`department=${finance.id}`, [june, may, late]],
      ['department=999999', []],
      ['startDate=2026-04-30&endDate=2026-04-30', [late]],
      ['startDate=2026-05-10&endDate=2026-06-30', [june, may]],
      ['startDate=2026-04-29&endDate=2026-06-29', [may, late]],
      ['startDate=2026-06-01&endDate=2026-05-01', []],
      ['startDate=0001-01-01&endDate=2026-05-02', [late]],
      ['startDate=2026-06-01&endDate=9999-12-31', [june]],
      [`department=${legal.id}&startDate=2026-05-01&endDate=2026-05-31`, [may]],
    ]
    for (const [query, expected] of cases)
      expect(await ids(ana, query), query).toEqual(expected.map((one) => (one as { id: number }).id))
    expect(await ids(admin, `department=${legal.id}`)).toEqual([july.id, may.id, late.id])
    expect(await ids(admin, 'status=Cancelado&startDate=2026-07-01')).toEqual([july.id])
  })

  // proves 7.4.1, 12.12, V1.2.4
  it('searches number, remarks, departments, creator and documents, without accents and with literal % and _', async () => {
    const { ana, bruno, admin, finance, legal, health, between, list } = await archive()
    const day = (n: number) => ({ createdAt: `2026-05-0${n}T12:00:00Z` })
    const report = await between(finance, legal, {
      ...day(1),
      remarks: 'Relatório de AÇÃO 100%',
      items: [{ documentNumber: 'NF_77/2026' }],
    })
    const note = await between(legal, finance, {
      ...day(2),
      remarks: 'Nota simples 100 reais',
      items: [{ documentNumber: 'NFX77' }],
    })
    const chart = await between(finance, health, { ...day(3), remarks: 'Prontuário', items: [] })
    const found = async (user: { id: number }, search: string, more = '') =>
      (await list(user, `search=${encodeURIComponent(search)}${more}`)).ids

    const hits: [string, { id: number }[]][] = [
      ['ação', [report]],
      ['100%', [report]],
      ['%', [report]],
      ['nf_77', [report]],
      ['_', [report]],
      ['nf', [note, report]],
      ['FINANCAS', [chart, note, report]],
      ['muller', [chart, report]],
      [`#${note.id}`, [note]],
      ['   ', [chart, note, report]],
      ...['inexistente', "' or 1=1 --", '\\', 'x\u0000y', 'a'.repeat(5000)].map((text): [string, []] => [text, []]),
    ]
    for (const [text, expected] of hits) expect(await found(ana, text), text).toEqual(expected.map(({ id }) => id))
    expect(await found(admin, 'bruno')).toEqual([note.id])
    expect(await found(bruno, `#${chart.id}`)).toEqual([])
    expect(await found(ana, 'juridico', '&status=Concluído')).toEqual([])
    expect(await found(ana, '100', `&department=${legal.id}&endDate=2026-05-01`)).toEqual([report.id])
  })

  // proves 7.4.1, 9.3, 12.1
  it('turns pages, and beyond the last one stays empty with the right total', async () => {
    const { ana, finance, legal, between, list } = await archive()
    for (let n = 0; n < 23; n++)
      await between(finance, legal, { createdAt: new Date(Date.UTC(2026, 4, 1, 0, n)), items: [] })
    const [first, last] = [await list(ana), await list(ana, 'page=3')]
    expect([first.ids.length, last.ids.length]).toEqual([10, 3])
    expect(last.meta).toEqual({ total: 23, per_page: 10, current_page: 3, last_page: 3 })
    for (const query of ['page=4', 'page=1000000', 'page=4&search=documentos']) {
      expect(await list(ana, query)).toMatchObject({ ids: [], meta: { total: 23, last_page: 3 } })
    }
    for (const query of ['page=-1', 'page=abc', 'page=1&search=documentos', 'per_page=7'])
      expect((await list(ana, query)).ids, query).toEqual(first.ids)
    expect((await list(ana, 'per_page=50')).ids).toHaveLength(23)
  })

  // proves 12.12
  it('counts the hits of a broad search up to 1,000 and still shows the newest in order', async () => {
    const { db, ana, finance, legal, list } = await archive()
    await sql`insert into protocols (origin_department_id, destination_department_id, remarks, created_by, created_at)
      select ${finance.id}, ${legal.id}, 'Remessa comum ' || n, ${ana.id}, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 1050) n`.execute(db)
    const first = await list(ana, 'search=comum')
    expect(first.meta).toEqual({ total: 1_000, per_page: 10, current_page: 1, last_page: 100 })
    expect(first.data[0].remarks).toBe('Remessa comum 1050')
    expect((await list(ana, 'search=comum&page=100')).data.at(-1).remarks).toBe('Remessa comum 51')
    expect((await list(ana, 'search=comum&page=101')).ids).toEqual([])
    expect((await list(ana, 'search=comum 105')).meta.total).toBe(2)
    expect((await list(ana)).meta.total).toBe(1_050)

    // That the search is broad is remembered for a while, its hits are not.
    await sql`insert into protocols (origin_department_id, destination_department_id, remarks, created_by)
      values (${finance.id}, ${legal.id}, 'Remessa comum de agora', ${ana.id})`.execute(db)
    const again = await list(ana, 'search=comum')
    expect(again.data.map(({ remarks }: { remarks: string }) => remarks).slice(0, 2)).toEqual([
      'Remessa comum de agora',
      'Remessa comum 1050',
    ])
    expect(again.meta).toEqual(first.meta)
  })

  describe('a number alone', () => {
    /** An old protocol with this number, and `count` newer ones with the number in their remarks. */
    async function numbered(id: number, count: number) {
      const all = await archive()
      const { db, ana, finance, legal, between } = all
      await sql`select setval(pg_get_serial_sequence('protocols', 'id'), ${id - 1})`.execute(db)
      const old = await between(finance, legal, { createdAt: '2020-01-01T12:00:00Z', status: 'Cancelado' })
      expect(old.id).toBe(id)
      await sql`select setval(pg_get_serial_sequence('protocols', 'id'), 1000000)`.execute(db)
      await sql`insert into protocols (origin_department_id, destination_department_id, remarks, created_by, created_at)
        select ${finance.id}, ${legal.id}, 'Ref. ${sql.raw(String(id))} folha ' || n, ${ana.id},
          timestamptz '2026-01-01' + n * interval '1 minute'
        from generate_series(1, ${count}) n`.execute(db)
      const pages = async (query: string, numbers: readonly number[]) => {
        const found = []
        for (const page of numbers) found.push(await all.list(ana, `${query}&page=${page}`))
        return found
      }
      return { ...all, old, pages }
    }

    // proves 2.5.10
    it.each([7, 42, 318, 98765])('puts protocol %i first, whatever its age, and counts it once', async (id) => {
      const { old, pages, list, ana } = await numbered(id, 24)
      const found = await pages(`search=${id}`, [1, 2, 3, 4])
      const ids = found.flatMap((page) => page.ids)
      expect(ids[0]).toBe(old.id)
      expect([ids.length, new Set(ids).size]).toEqual([25, 25])
      expect(found.map(({ meta }) => meta.total)).toEqual([25, 25, 25, 25])
      expect(ids.slice(1)).toEqual(ids.slice(1).sort((a, b) => b - a))
      expect((await list(ana, `search=0${id}`)).ids[0]).toBe(old.id)
      expect((await list(ana, `search=%23${id}`)).ids).toEqual([old.id])
    })

    it('says nothing of a protocol that the filter or the scope leaves out', async () => {
      const { old, list, ana, bruno, health, db } = await numbered(318, 3)
      expect((await list(ana, 'search=318&status=Cancelado')).ids).toEqual([old.id])
      expect((await list(ana, 'search=318&status=Pendente')).ids).toHaveLength(3)
      expect((await list(ana, 'search=318&startDate=2021-01-01')).ids).not.toContain(old.id)
      expect((await list(bruno, 'search=318')).ids[0]).toBe(old.id)
      const stranger = await buildUser(db, { departmentId: health.id })
      expect((await list(stranger, 'search=318')).ids).toEqual([])
      expect((await list(ana, 'search=999999999')).ids).toEqual([])
    })

    it('puts it first among more hits than are counted', async () => {
      const { old, pages } = await numbered(318, 1_100)
      const [first, second, last, none] = await pages('search=318', [1, 2, 100, 101])
      expect([first?.ids[0], first?.ids.length, first?.meta.total]).toEqual([old.id, 10, 1_000])
      const newest = 1_000_000 + 1_100
      expect(first?.ids.slice(1)).toEqual(Array.from({ length: 9 }, (_, n) => newest - n))
      expect(second?.ids).toEqual(Array.from({ length: 10 }, (_, n) => newest - 9 - n))
      expect(last?.ids.at(-1)).toBe(newest - 998)
      expect(none?.ids).toEqual([])
    })

    it('puts it first when a department of that name makes everything a hit', async () => {
      const { db, old, pages, finance } = await numbered(42, 12)
      await db.updateTable('departments').set({ name: 'Setor 42' }).where('id', '=', finance.id).execute()
      const found = await pages('search=42', [1, 2])
      const ids = found.flatMap((page) => page.ids)
      expect([ids[0], ids.length, new Set(ids).size]).toEqual([old.id, 13, 13])
      expect(found.map(({ meta }) => meta.total)).toEqual([13, 13])
    })
  })
})

let test: TestApp
beforeAll(async () => {
  // A Tuesday; Friday the 20th was a holiday.
  test = await testApp({ now: '2026-11-24T01:00:00Z', ownDatabase: true })
  await ensureHolidays(test.db, [2026])
})

const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-01-01', n))

// proves 20.9
it('counts business days as the rules of due dates do', async () => {
  const cases = fc.sample(fc.tuple(day, day, fc.uniqueArray(day, { maxLength: 40 })), 300)
  for (const [start, today, holidays] of cases) {
    const working = holidays.filter((date) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()))
    const { rows } = await sql<{ days: number }>`
      select business_days(${start}::date, ${today}::date, ${working}::date[]) as days`.execute(test.db)
    const expected = start > today ? 0 : businessDaysSince(start, today, new Set(holidays))
    expect({ start, today, holidays, days: rows[0]?.days }).toEqual({ start, today, holidays, days: expected })
  }
})

// proves 20.9
it('lists and details say for how many business days a protocol has waited to be received', async () => {
  const { db, as } = test
  const ends = {
    originDepartmentId: (await buildDepartment(db)).id,
    destinationDepartmentId: (await buildDepartment(db)).id,
  }
  const receiver = as(await buildUser(db, { departmentId: ends.destinationDepartmentId }))
  const sender = as(await buildUser(db, { departmentId: ends.originDepartmentId }))
  // In São Paulo it is still Monday the 23rd.
  const sentAt = {
    '2026-11-24T00:30:00Z': 0,
    '2026-11-19T15:00:00Z': 1,
    '2026-11-14T15:00:00Z': 5,
    '2026-11-13T15:00:00Z': 5,
  }
  const expected = new Map<number, number | null>()
  for (const [createdAt, days] of Object.entries(sentAt)) {
    expected.set((await buildProtocol(db, { ...ends, createdAt })).id, days)
  }
  for (const status of [protocolStatus.inProgress, protocolStatus.completed, protocolStatus.cancelled]) {
    expected.set((await buildProtocol(db, { ...ends, status, createdAt: '2026-11-13T15:00:00Z' })).id, null)
  }
  const { data } = (await sender.get('/api/protocols')).body
  expect(new Map(data.map((row: Record<string, number>) => [row.id, row.awaiting_receipt_days]))).toEqual(expected)
  for (const [id, days] of expected) {
    expect((await receiver.get(`/api/protocols/${id}`)).body.awaiting_receipt_days).toBe(days)
  }
  const waiting = (await receiver.get('/api/protocols?awaiting=receipt')).body.data
  expect(waiting.map((row: { id: number }) => row.id).sort()).toEqual(
    [...expected].flatMap(([id, days]) => (days === null ? [] : [id])).sort(),
  )
})

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

// proves 12.9
it('refuses filters that make no sense, each at its name', async () => {
  const query =
    'status=Perdido&department=abc&startDate=2026-13-01&endDate=ontem&late=talvez&here=2&awaiting=x&sort=name'
  const reply = await organisation.as(organisation.ana).get(`/api/protocols?${query}`)
  expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([
    400,
    [...new URLSearchParams(query).keys()].sort(),
  ])
})
