import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { periodRange, periods } from '@malote/core/shared/period.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'

/** A Saturday; 20/11 was a holiday. */
const now = '2026-11-21T15:00:00.000Z'
const today = '2026-11-21'

type Department = Awaited<ReturnType<typeof buildDepartment>>

let test: TestApp
let hr: Department
let legal: Department
let finance: Department
let people: Record<'admin' | 'hr' | 'legal' | 'outsider', { id: number }>

beforeAll(async () => {
  test = await testApp({ now, ownDatabase: true })
  const { db } = test
  hr = await buildDepartment(db, { name: 'Recursos Humanos' })
  legal = await buildDepartment(db, { name: 'Jurídico' })
  finance = await buildDepartment(db, { name: 'Financeiro' })
  people = {
    admin: await buildAdmin(db, { departmentId: null }),
    hr: await buildUser(db, { departmentId: hr.id }),
    legal: await buildUser(db, { departmentId: legal.id }),
    outsider: await buildUser(db),
  }
  await tellAwkwardStory()
})

/** Cases that are easily miscounted: midnight in São Paulo, late and early returns, cancellations, long completions. */
async function tellAwkwardStory() {
  const { db } = test
  const by = people.hr.id
  const from = (origin: Department, destination: Department, createdAt: string) => ({
    originDepartmentId: origin.id,
    destinationDepartmentId: destination.id,
    createdBy: by,
    createdAt,
  })
  const returned = (actualReturnDate: string, returnDate: string, status: 'retornado' | 'concluído' = 'retornado') => ({
    status,
    returnDate,
    actualReturnDate,
    returnedBy: by,
  })
  // 22:30 of 20/11 and 00:30 of 21/11 in São Paulo; both are on 21/11 in UTC.
  await buildProtocol(db, from(hr, legal, '2026-11-21T01:30:00Z'))
  await buildProtocol(db, from(legal, hr, '2026-11-21T03:30:00Z'))
  // The first minute of the week's first day, and the last minute before it.
  await buildProtocol(db, from(hr, finance, '2026-11-15T03:00:00Z'))
  await buildProtocol(db, from(hr, finance, '2026-11-15T02:59:59Z'))
  await buildProtocol(db, {
    ...from(hr, legal, '2026-11-02T12:00:00Z'),
    status: protocolStatus.inProgress,
    items: [
      // Returned at 23:30 of the due day in São Paulo, which is the next day in UTC; and an hour later, which is late.
      returned('2026-11-11T02:30:00Z', '2026-11-10'),
      returned('2026-11-11T03:30:00Z', '2026-11-10'),
      { status: itemStatus.cancelled, returnDate: '2026-11-10' },
      { status: itemStatus.pending, returnDate: '2026-11-20' },
      { status: itemStatus.pending, returnDate: today },
      { status: itemStatus.pending, returnDate: null },
    ],
  })
  await buildProtocol(db, {
    ...from(legal, finance, '2026-10-01T12:00:00Z'),
    status: protocolStatus.completed,
    completedAt: '2026-10-04T12:00:00Z',
    items: [returned('2026-10-03T12:00:00Z', '2026-10-02', 'concluído')],
  })
  // Completed a year after its creation.
  await buildProtocol(db, {
    ...from(finance, hr, '2025-11-25T12:00:00Z'),
    status: protocolStatus.completed,
    completedAt: '2026-11-20T18:00:00Z',
  })
  // Within one department.
  await buildProtocol(db, {
    ...from(hr, hr, '2026-11-19T12:00:00Z'),
    requiresReturn: false,
    status: protocolStatus.completed,
    completedAt: '2026-11-20T00:00:00Z',
  })
  // Cancelled after an item was returned.
  await buildProtocol(db, {
    ...from(legal, hr, '2026-11-18T12:00:00Z'),
    status: protocolStatus.cancelled,
    receivedBy: by,
    receivedAt: '2026-11-18T13:00:00Z',
    items: [returned('2026-11-19T12:00:00Z', '2026-11-20'), { status: itemStatus.cancelled }],
  })
  // Created over a year ago, with an item added yesterday.
  await buildProtocol(db, {
    ...from(hr, legal, '2025-11-20T12:00:00Z'),
    items: [{ returnDate: today, createdAt: '2026-11-20T12:00:00Z' }],
  })
}

const read = async (person: { id: number }, query = '') => {
  const reply = await test.as(person).get(`/api/reports${query}`)
  expect(reply.status).toBe(200)
  return reply.body
}

/** Computes the same numbers from the facts, row by row. */
async function countFacts(departments: readonly number[] | undefined, period: (typeof periods)[number]) {
  const { from, to } = periodRange(period, today)
  const scope = departments
    ? sql`and (p.origin_department_id = ${departments[0]} or p.destination_department_id = ${departments[0]})`
    : sql``
  const { rows } = await sql<Record<string, number | null>>`
    with p as (
      select * from protocols p
      where (p.created_at at time zone 'America/Sao_Paulo')::date between ${from} and ${to} ${scope}
    ), i as (
      select i.return_date, (i.actual_return_date at time zone 'America/Sao_Paulo')::date as back, i.status
      from items i join p on p.id = i.protocol_id
      where p.status <> 'Cancelado' and i.status <> 'cancelado' and i.return_date is not null
    )
    select (select count(*) from p) as total,
      (select count(*) from p where status in ('Pendente', 'Em andamento')) as active,
      (select count(*) from p where status = 'Concluído') as completed,
      (select count(*) from p where status = 'Cancelado') as canceled,
      (select round(avg(extract(epoch from completed_at - created_at)) / 86400, 1) from p where status = 'Concluído') as average,
      (select count(*) from i where back <= return_date) as on_time,
      (select count(*) from i where back > return_date or (status = 'pendente' and return_date < ${today})) as late,
      (select count(*) from i where status = 'pendente' and return_date >= ${today}) as outstanding
  `.execute(test.db)
  return rows[0]
}

describe('the numbers of the reports', () => {
  // proves 3.22
  it.each(periods.flatMap((period) => (['admin', 'hr', 'legal', 'outsider'] as const).map((who) => ({ period, who }))))(
    'of a $period are what the facts say, for $who',
    async ({ period, who }) => {
      const body = await read(people[who], `?period=${period}&type=status`)
      const own = { admin: undefined, hr: hr.id, legal: legal.id, outsider: 0 }[who]
      const facts = await countFacts(own === undefined ? undefined : [own], period)
      const { summary, statusReport, timeReport, returnReport } = body
      expect({
        total: summary.totalProtocols,
        active: summary.activeProtocols,
        completed: summary.completedProtocols,
        canceled: summary.canceledProtocols,
        average: summary.averageCompletionTime,
        onTime: returnReport.datasets[0].data[0],
        late: returnReport.datasets[0].data[1],
        outstanding: returnReport.datasets[0].data[2],
      }).toEqual({ ...facts, average: facts?.average ?? null })
      expect(add(statusReport)).toBe(summary.totalProtocols)
      expect(add(timeReport)).toBe(summary.totalProtocols)
      expect(statusReport.labels).toEqual(['Pendente', 'Em andamento', 'Concluído', 'Cancelado'])
      expect(returnReport.labels).toEqual(['No prazo', 'Atrasados', 'Pendentes'])
    },
  )

  // proves 7.6.3
  it('narrow to one department, also for those who only see what they exchange with it', async () => {
    const [all, ownPart] = [
      await read(people.admin, `?period=year&department=${legal.id}`),
      await read(people.hr, `?period=year&department=${legal.id}`),
    ]
    expect(all.summary.totalProtocols).toBe(5)
    expect(ownPart.summary.totalProtocols).toBe(4)
    expect(add(ownPart.timeReport)).toBe(4)
    expect(ownPart.returnReport.datasets[0].data).toEqual([1, 2, 3])
    expect(ownPart.departmentReport).toEqual({
      labels: ['Jurídico', 'Recursos Humanos'],
      datasets: [
        { label: 'Enviados', data: [2, 2] },
        { label: 'Recebidos', data: [2, 2] },
      ],
    })
  })

  it('tell what each department sent and received', async () => {
    const { departmentReport } = await read(people.admin, '?period=month')
    const [sent, received] = departmentReport.datasets
    const of = (name: string) => {
      const index = departmentReport.labels.indexOf(name)
      return [sent.data[index], received.data[index]]
    }
    expect(of('Recursos Humanos')).toEqual([5, 2])
    expect(of('Jurídico')).toEqual([2, 2])
    expect(of('Financeiro')).toEqual([0, 2])
    const own = await read(people.hr, '?period=month')
    expect(own.departmentReport.labels[0]).toBe('Recursos Humanos')
    expect(own.departmentReport).toEqual(departmentReport)
  })

  it.each(periods)('tell a department the same of itself as an administrator, in a %s', async (period) => {
    const ofHr = async (person: { id: number }) => {
      const { departmentReport } = await read(person, `?period=${period}`)
      const index = departmentReport.labels.indexOf('Recursos Humanos')
      return departmentReport.datasets.map(({ data }: { data: number[] }) => data[index])
    }
    expect(await ofHr(people.hr)).toEqual(await ofHr(people.admin))
  })

  it('have a point for every day, also without protocols', async () => {
    const { timeReport } = await read(people.outsider, '?period=week&type=time')
    expect(timeReport.labels).toEqual(['15/11', '16/11', '17/11', '18/11', '19/11', '20/11', '21/11'])
    expect(timeReport.datasets[0].data).toEqual([0, 0, 0, 0, 0, 0, 0])
    const own = await read(people.hr, '?period=week&type=time')
    expect(own.timeReport.datasets[0].data).toEqual([1, 0, 0, 1, 1, 1, 1])
  })

  // proves 7.6.3, 9.9
  it('come with the defaults of the screen, and refuse what makes no sense', async () => {
    expect(await read(people.hr)).toEqual(await read(people.hr, '?period=month&type=status&department=all'))
    expect(await read(people.hr)).toEqual(await read(people.hr, '?period=&type=&department='))
    for (const filter of ['department=abc', 'period=century', 'type=x']) {
      expect((await test.as(people.hr).get(`/api/reports?${filter}`)).status).toBe(400)
    }
    expect((await test.anonymous.get('/api/reports')).status).toBe(401)
  })

  // proves 13.3
  it('are kept true by the database', async () => {
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })
})

const add = ({ datasets }: { datasets: { data: number[] }[] }) =>
  datasets.flatMap(({ data }) => data).reduce((sum, value) => sum + value, 0)
