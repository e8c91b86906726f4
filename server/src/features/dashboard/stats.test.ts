import { protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dashboardOrganisation } from './dashboard.test-setup.ts'

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
      totalProtocols: 4,
      pendingProtocols: 1,
      completedProtocols: 1,
      canceledProtocols: 1,
      from: '2026-11-15',
      to: '2026-11-21',
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
