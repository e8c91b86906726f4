import { historyAction } from '@malote/core/acts/act.ts'
import { protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { foldLedgers } from '../../platform/db/folding.ts'
import { buildAdmin, buildItemType, buildSupplier, buildUser } from '../../test/builders.ts'
import { randomOrganisation, threeDepartments } from '../../test/random-organisation.ts'
import { ensureHolidays } from '../calendar/ensure-holidays.ts'

/** Three departments with people; the time is 20:30 of 21/11/2026 in São Paulo. */
async function dashboardOrganisation() {
  const departments = await threeDepartments({ now: '2026-11-21T23:30:00Z' })
  const { db, legal, health } = departments
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const admin = await buildAdmin(db, { departmentId: health.id, name: 'Carla Admin' })
  const founder = await buildAdmin(db, { departmentId: null, name: 'Primeira Admin' })
  return { ...departments, bruno, admin, founder }
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('GET /api/dashboard/activities', () => {
  // proves 2.4.5, 3.6, 7.3.2
  it('tells what happened last to the protocols that the viewer sees', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    const sent = await between(finance, legal)
    const elsewhere = await between(health, legal)
    const tell = (
      protocolId: number,
      action: 'protocolCreated' | 'protocolReceived' | 'dueDateChanged',
      by: number | null,
      at: string,
    ) =>
      db
        .transaction()
        .execute((trx) =>
          recordHistory(trx, { protocolId, action: historyAction[action], description: '…', by, at: new Date(at) }),
        )
    await tell(sent.id, 'protocolCreated', ana.id, '2026-11-21T12:00:00Z')
    await tell(sent.id, 'protocolReceived', bruno.id, '2026-11-21T13:00:00Z')
    await tell(elsewhere.id, 'protocolCreated', founder.id, '2026-11-21T14:00:00Z')
    await tell(sent.id, 'dueDateChanged', null, '2026-11-21T15:00:00Z')

    const rows = await ask(ana, '/api/dashboard/activities')
    expect(rows).toEqual([
      {
        ...{ id: expect.any(Number), type: 'Prazo alterado', protocol_id: sent.id, user_name: null },
        ...{ department: null, timestamp: '2026-11-21T15:00:00.000Z' },
      },
      expect.objectContaining({ type: 'Protocolo recebido', user_name: 'Bruno Sá', department: 'Jurídico' }),
      expect.objectContaining({ type: 'Protocolo criado', user_name: 'Ana Müller', department: 'Finanças' }),
    ])
    expect(await ask(bruno, '/api/dashboard/activities')).toHaveLength(4)
    expect(await ask(admin, '/api/dashboard/activities')).toHaveLength(4)
    expect((await ask(founder, '/api/dashboard/activities'))[1]).toMatchObject({
      user_name: 'Primeira Admin',
      department: null,
    })
  })

  // proves 2.4.5
  it('has one line for what somebody did to several protocols at once', async () => {
    const { as, ask, between, finance, legal, ana, bruno } = await dashboardOrganisation()
    const fields = { status: 'Em andamento' as const, items: Array(3).fill({ responsibleId: bruno.id }) }
    const sent = [await between(finance, legal, fields), await between(finance, legal, fields)]
    const itemIds = sent.flatMap(({ items }) => items.map(({ id }) => id))
    await as(bruno).post('/api/protocols/items/bulk-return', { itemIds })
    const [act, ...before] = await ask(ana, '/api/dashboard/activities')
    expect(act).toMatchObject({ type: 'Item retornado', user_name: bruno.name, protocols: 2 })
    expect(sent.map(({ id }) => id)).toContain(act.protocol_id)
    expect(before.filter(({ type }: { type: string }) => type === 'Item retornado')).toEqual([])
  })

  // proves 2.4.5
  it('ends after ten, the latest first, also within one department', async () => {
    const { db, ask, between, finance, legal, ana, admin } = await dashboardOrganisation()
    const within = await between(finance, finance)
    const sent = await between(finance, legal)
    await db.transaction().execute((trx) =>
      recordHistory(
        trx,
        Array.from({ length: 24 }, (_, n) => ({
          protocolId: n % 2 ? within.id : sent.id,
          action: historyAction.commentAdded,
          description: '…',
          by: ana.id,
          at: new Date(Date.UTC(2026, 10, 21, 12, n)),
        })),
      ),
    )
    for (const user of [ana, admin]) {
      const rows: { timestamp: string }[] = await ask(user, '/api/dashboard/activities')
      const minutes = rows.map(({ timestamp }) => timestamp.slice(14, 16)).join(' ')
      expect(minutes).toBe('23 22 21 20 19 18 17 16 15 14')
    }
  })
})

describe('GET /api/dashboard/pending-protocols', () => {
  // proves 2.4.7, 7.3.2
  it('lists the newest that are Pendente, those with a late item first', async () => {
    const { ask, between, finance, legal, health, ana, bruno, admin } = await dashboardOrganisation()
    const late = await between(finance, legal, {
      createdAt: '2026-11-01T12:00:00Z',
      items: [{ returnDate: '2026-11-20' }, { returnDate: '2026-12-01' }],
    })
    const today = await between(legal, finance, {
      createdAt: '2026-11-02T12:00:00Z',
      remarks: 'Vence hoje',
      items: [{ returnDate: '2026-11-21' }],
    })
    const free = await between(finance, finance, { createdAt: '2026-11-03T12:00:00Z', requiresReturn: false })
    const elsewhere = await between(health, legal, { createdAt: '2026-11-04T12:00:00Z', items: [] })
    for (const status of ['Em andamento', 'Concluído', 'Cancelado'] as const) await between(finance, legal, { status })

    const rows = await ask(ana, '/api/dashboard/pending-protocols')
    expect(idsOf(rows)).toEqual([late.id, free.id, today.id])
    expect(rows[0]).toEqual({
      ...{ id: late.id, protocol_id: late.id, status: 'Pendente', created_at: '2026-11-01T12:00:00.000Z' },
      ...{ origin_department: 'Finanças', origin_department_id: finance.id },
      ...{ destination_department: 'Jurídico', destination_department_id: legal.id },
      ...{ remarks: 'Documentos para conferência', items_count: 2, next_return_date: '2026-11-20' },
    })
    expect(idsOf(await ask(bruno, '/api/dashboard/pending-protocols'))).toEqual([late.id, elsewhere.id, today.id])
    expect(await ask(admin, '/api/dashboard/pending-protocols')).toHaveLength(4)
  })
})

describe('GET /api/dashboard/upcoming-returns', () => {
  // proves 2.4.9, 3.19, 7.3.2, 9.10
  it('says what goes back and what comes back, what is late first', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    const { id: itemTypeId } = await buildItemType(db, { name: 'Contrato' })
    const { id: supplierId } = await buildSupplier(db, { companyName: 'Papelaria Ipê Ltda.' })
    const received = 'Em andamento'
    const sent = await between(finance, legal, {
      status: received,
      items: [
        { returnDate: '2026-11-28', documentNumber: 'último dia', itemTypeId, supplierId },
        { returnDate: '2026-11-29', documentNumber: 'longe demais' },
        { returnDate: '2026-11-20', documentNumber: 'atrasado' },
        { returnDate: '2026-11-25', documentNumber: 'voltou', status: 'retornado' },
        { returnDate: '2026-11-20', documentNumber: 'voltou há tempo', status: 'retornado' },
        { returnDate: '2026-11-22', documentNumber: 'concluído', status: 'concluído' },
        { returnDate: '2026-11-22', documentNumber: 'cancelado', status: 'cancelado' },
        { returnDate: null, documentNumber: 'sem prazo' },
      ],
    })
    const [lastDay, , late, returned] = idsOf(sent.items)
    const [due] = idsOf((await between(legal, finance, { items: [{ returnDate: '2026-11-21' }] })).items)
    const [within] = idsOf((await between(finance, finance, { items: [{ returnDate: '2026-11-22' }] })).items)
    const [elsewhere] = idsOf((await between(health, legal, { items: [{ returnDate: '2026-11-19' }] })).items)
    await between(finance, legal, { status: 'Cancelado', items: [{ returnDate: '2026-11-22', status: 'retornado' }] })

    const rows = await ask(ana, '/api/dashboard/upcoming-returns')
    expect(idsOf(rows)).toEqual([late, due, within, lastDay, returned])
    const sides = rows.map(({ side }: { side: string }) => side).join(' ')
    expect(sides).toBe('toReceive toReturn toReturn toReceive toReceive')
    expect(rows[3]).toEqual({
      ...{ id: lastDay, protocol_id: sent.id, document_number: 'último dia', description: null, status: 'pendente' },
      ...{ return_date: '2026-11-28', original_return_date: null, side: 'toReceive', department: 'Jurídico' },
      ...{ item_type: 'Contrato', supplier: 'Papelaria Ipê Ltda.' },
    })
    expect(rows[1]).toMatchObject({ supplier: null, department: 'Jurídico' })

    const others = await ask(bruno, '/api/dashboard/upcoming-returns')
    expect(idsOf(others)).toEqual([elsewhere, late, due, lastDay, returned])
    expect(others[0]).toMatchObject({ side: 'toReturn', department: 'Saúde' })
    const all = await ask(admin, '/api/dashboard/upcoming-returns')
    expect(idsOf(all)).toEqual([elsewhere, late, due, within, lastDay, returned])
    expect(all[0]).toMatchObject({ side: 'toReceive', department: 'Jurídico' })
    expect(all[1]).toMatchObject({ side: null, department: 'Jurídico' })
    expect(await ask(founder, '/api/dashboard/upcoming-returns')).toHaveLength(6)
  })

  // proves 2.4.9
  it('never lets many late items hide the next ones, nor one side the other', async () => {
    const { ask, between, finance, legal, ana } = await dashboardOrganisation()
    await between(finance, legal, { items: Array.from({ length: 30 }, () => ({ returnDate: '2026-10-01' })) })
    await between(legal, finance, { items: Array.from({ length: 3 }, () => ({ returnDate: '2026-11-23' })) })
    await between(finance, legal, { items: [{ returnDate: '2026-11-24' }] })
    const rows: { return_date: string }[] = await ask(ana, '/api/dashboard/upcoming-returns')
    expect(rows.map(({ return_date }) => return_date)).toEqual([
      ...Array(10).fill('2026-10-01'),
      ...Array(3).fill('2026-11-23'),
      '2026-11-24',
    ])
  })
})

describe('GET /api/protocols/summary', () => {
  // proves 2.5.9, 7.4.14
  it('counts what is pending at the department and the protocols that are late, on both sides', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    await between(finance, legal, { items: [{ returnDate: '2026-11-20' }, { returnDate: '2026-11-19' }] })
    await between(finance, legal, { items: [{ returnDate: '2026-11-21' }] })
    await between(legal, finance, { status: 'Em andamento', items: [{ returnDate: '2026-11-01' }] })
    await between(legal, legal, { items: [{ returnDate: '2026-11-01' }] })
    await between(finance, legal, { status: 'Cancelado', items: [{ returnDate: '2026-11-01', status: 'retornado' }] })
    await between(finance, legal, { status: 'Concluído' })

    const summary = (user: { id: number }) => ask(user, '/api/protocols/summary')
    expect(await summary(ana)).toEqual({ pending_here: 0, overdue: 2 })
    expect(await summary(bruno)).toEqual({ pending_here: 3, overdue: 3 })
    expect(await summary(admin)).toEqual({ pending_here: 0, overdue: 0 })
    expect(await summary(founder)).toEqual({ pending_here: 3, overdue: 3 })
    // For the summary an Admin in a department is one of its people; the list of late protocols shows them all.
    const adviser = await buildAdmin(db, { departmentId: finance.id })
    expect(await summary(adviser)).toEqual({ pending_here: 0, overdue: 2 })
    const late = await ask(adviser, `/api/protocols?late=1&department=${finance.id}`)
    expect(late.meta.total).toBe(2)
    const newcomer = await buildUser(db, { departmentId: health.id })
    expect(await summary(newcomer)).toEqual({ pending_here: 0, overdue: 0 })
  })

  // proves 2.5.9
  it('counts a protocol once, however many of its items are late, until none is', async () => {
    const { db, ask, between, finance, legal, ana } = await dashboardOrganisation()
    const items = [{ returnDate: '2026-11-01' }, { returnDate: '2026-11-05' }, { returnDate: '2099-01-01' }]
    const { id } = await between(finance, legal, { items })
    const settle = (condition: string) =>
      sql`update items set status = 'cancelado', cancelled_at = now(), cancelled_by = ${ana.id}, cancel_reason = 'Engano'
        where protocol_id = ${id} and ${sql.raw(condition)}`.execute(db)
    expect(await ask(ana, '/api/protocols/summary')).toMatchObject({ overdue: 1 })
    await settle("return_date = '2026-11-01'")
    expect(await ask(ana, '/api/protocols/summary')).toMatchObject({ overdue: 1 })
    await foldLedgers(db)
    await settle("return_date = '2026-11-05'")
    expect(await ask(ana, '/api/protocols/summary')).toMatchObject({ overdue: 0 })
  })
})

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('GET /api/dashboard/stats', () => {
  // proves 2.4.3, 3.20, 7.3.1
  it('counts what was created in the period, on the days of São Paulo, by what became of it', async () => {
    const { as, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    await between(finance, legal, { createdAt: '2026-11-21T23:00:00Z' })
    await between(legal, finance, { createdAt: '2026-11-21T03:00:00Z', status: 'Em andamento' })
    // 23:59 of 20/11 in São Paulo.
    await between(finance, finance, { createdAt: '2026-11-21T02:59:59Z', status: 'Concluído' })
    // The first instant of the week, and the last one before it.
    await between(finance, legal, { createdAt: '2026-11-15T03:00:00Z', status: 'Cancelado' })
    await between(finance, legal, { createdAt: '2026-11-15T02:59:59Z', status: 'Cancelado' })
    await between(health, legal, { createdAt: '2026-11-20T12:00:00Z' })

    const week = await ask(ana, '/api/dashboard/stats?period=week')
    expect(week).toEqual({
      ...{ totalProtocols: 4, pendingProtocols: 1, completedProtocols: 1, canceledProtocols: 1 },
      ...{ from: '2026-11-15', to: '2026-11-21' },
      previousPeriod: { totalProtocols: 1, pendingProtocols: 0, completedProtocols: 0, canceledProtocols: 1 },
      chartData: {
        labels: ['15/11', '16/11', '17/11', '18/11', '19/11', '20/11', '21/11'],
        datasets: [
          { label: 'Pendente', data: [0, 0, 0, 0, 0, 0, 1] },
          { label: 'Em andamento', data: [0, 0, 0, 0, 0, 0, 1] },
          { label: 'Concluído', data: [0, 0, 0, 0, 0, 1, 0] },
          { label: 'Cancelado', data: [1, 0, 0, 0, 0, 0, 0] },
        ],
      },
    })
    const total = async (user: { id: number }) => (await ask(user, '/api/dashboard/stats?period=week')).totalProtocols
    expect([await total(bruno), await total(admin), await total(founder)]).toEqual([4, 5, 5])
    for (const query of ['', '?period=']) {
      expect((await ask(ana, `/api/dashboard/stats${query}`)).from).toBe('2026-10-23')
    }
    expect((await as(ana).get('/api/dashboard/stats?period=century')).status).toBe(400)
  })

  // proves 2.4.3
  it('agrees with the protocols themselves, for every person and period', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    const departments = [finance, legal, health]
    // Protocols of two years, around midnight and the first of the month, in every status.
    for (let n = 0; n < 160; n += 1) {
      const day = Date.UTC(2026, 10, 21) - Math.floor((n * n * 800) / 25_600) * 86_400_000
      const minutes = [0, 2 * 60 + 59, 3 * 60, 3 * 60 + 1, 20 * 60][n % 5] ?? 0
      const from = departments[n % 3] ?? finance
      const to = departments[(n >> 2) % 3] ?? legal
      await between(from, to, {
        createdAt: new Date(day + minutes * 60_000),
        status: protocolStatuses[(n >> 1) % 4] ?? 'Pendente',
        items: [],
      })
    }
    const days = { week: 7, month: 30, quarter: 90, year: 365 }
    for (const [user, department] of [
      [ana, finance.id],
      [bruno, legal.id],
      [admin, null],
      [founder, null],
    ] as const) {
      for (const [period, length] of Object.entries(days)) {
        const { rows } = await sql<{ current: boolean; status: string; n: number }>`
          select age < ${length}::int as current, status, count(*)::int as n
          from (select *, date '2026-11-21' - (created_at at time zone 'America/Sao_Paulo')::date as age from protocols) p
          where age < 2 * ${length}::int and (${department}::int is null or ${department}::int in (origin_department_id, destination_department_id))
          group by 1, 2`.execute(db)
        const facts = (current: boolean, status?: string) =>
          sum(rows.filter((row) => row.current === current && (!status || row.status === status)).map(({ n }) => n))
        const figures = (current: boolean) => ({
          totalProtocols: facts(current),
          pendingProtocols: facts(current, 'Pendente'),
          completedProtocols: facts(current, 'Concluído'),
          canceledProtocols: facts(current, 'Cancelado'),
        })
        const { chartData, from, to, previousPeriod, ...now } = await ask(user, `/api/dashboard/stats?period=${period}`)
        expect(now, `${user.name} ${period}`).toEqual(figures(true))
        expect(previousPeriod, `${user.name} ${period}`).toEqual(figures(false))
        for (const { label, data } of chartData.datasets) {
          expect(data).toHaveLength(chartData.labels.length)
          expect(sum(data), `${user.name} ${period} ${label}`).toBe(facts(true, label))
        }
        const list = await ask(user, `/api/protocols?startDate=${from}&endDate=${to}`)
        expect(list.meta.total).toBe(now.totalProtocols)
      }
    }
  })

  it('gives each month of a year its own bar', async () => {
    const { ask, between, finance, legal, ana } = await dashboardOrganisation()
    await between(finance, legal, { createdAt: '2025-11-22T12:00:00Z' })
    await between(finance, legal, { createdAt: '2025-11-21T12:00:00Z' })
    await between(finance, legal, { createdAt: '2026-05-31T12:00:00Z' })
    await between(finance, legal, { createdAt: '2026-06-01T12:00:00Z' })
    const { chartData, previousPeriod } = await ask(ana, '/api/dashboard/stats?period=year')
    expect(chartData.labels.at(0)).toBe('11/2025')
    expect(chartData.datasets[0].data).toEqual([1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0])
    expect(previousPeriod.totalProtocols).toBe(1)
  })
})

/** The list behind a screen's address: the names of the address are in camel case, those of the API are not. */
const screens = { '/protocolos': '/protocols', '/retornos': '/returns', '/ocorrencias': '/occurrences' }
const listOf = (path: string) =>
  path.includes('view=pedidos')
    ? `/api/extension-requests${path.replace(/^\/\w+/, '').replace('view=pedidos&', '')}`
    : `/api${path.replace(/^\/\w+/, (screen) => screens[screen as keyof typeof screens]).replace('perPage', 'per_page')}`

let organisation: Awaited<ReturnType<typeof randomOrganisation>>
beforeAll(async () => {
  organisation = await randomOrganisation(80)
  await ensureHolidays(organisation.db, [2026])
})

// proves 17.7, 17.34, 20.17
it('each fact counts exactly the rows of the list behind its path, for everybody', async () => {
  const { people, ask } = organisation
  const highest: Record<string, number> = {}
  for (const person of people) {
    const facts: Record<string, { count: number; path: string }> = await ask(person, '/api/dashboard/today')
    for (const [fact, { count, path }] of Object.entries(facts)) {
      highest[fact] = Math.max(highest[fact] ?? 0, count)
      // A path without a query is a fact that nothing can be counted for.
      const total = path.includes('?') ? (await ask(person, listOf(path))).meta.total : 0
      expect({ fact, count }, `${person.name}: ${path}`).toEqual({ fact, count: total })
    }
  }
  for (const [fact, count] of Object.entries(highest)) expect(count, fact).toBeGreaterThan(0)
})

// proves 17.34
it('a Usuário is asked for their own items, a Gestor for those of the department and for unassigned ones', async () => {
  const { people, ask } = organisation
  const paths = async (of: string) => {
    const person = people.find((one) => one.role === of)
    const { overdue, to_return_today, to_confirm, unassigned, to_receive, unreceived_sent } = await ask(
      person as { id: number },
      '/api/dashboard/today',
    )
    return [overdue, to_return_today, to_confirm, unassigned, to_receive, unreceived_sent].map(({ path }) => path)
  }
  const ofAll = ['/retornos?side=toReceive&status=Retornado']
  const protocols = ['/protocolos?awaiting=receipt', '/protocolos?awaiting=sent']
  expect(await paths(role.user)).toEqual([
    '/retornos?side=toReturn&dateFilter=overdue&responsible=me',
    '/retornos?side=toReturn&dateFilter=today&responsible=me',
    ...ofAll,
    '/retornos',
    ...protocols,
  ])
  expect(await paths(role.manager)).toEqual([
    '/retornos?side=toReturn&dateFilter=overdue',
    '/retornos?side=toReturn&dateFilter=today',
    ...ofAll,
    '/retornos?side=toReturn&responsible=none',
    ...protocols,
  ])
})

it('without a department there is nothing to do', async () => {
  const { people, ask } = organisation
  const facts = await ask(people[5] as { id: number }, '/api/dashboard/today')
  expect(Object.values(facts).map((fact) => (fact as { count: number }).count)).toEqual(Array(8).fill(0))
})
