import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../shared/civil-date.ts'
import { periodRange, periods } from '../shared/period.ts'
import { reportTable } from './report-table.ts'
import { timeBuckets } from './time-buckets.ts'

describe('report table', () => {
  it('shows the shares of a whole', () => {
    const chart = { labels: ['No prazo', 'Atrasados', 'Pendentes'], datasets: [{ label: 'Itens', data: [3, 1, 0] }] }
    expect(reportTable(chart, 'return')).toEqual({
      columns: ['Situação', 'Itens', '%'],
      rows: [
        { label: 'No prazo', values: [3, 0.75] },
        { label: 'Atrasados', values: [1, 0.25] },
        { label: 'Pendentes', values: [0, 0] },
      ],
      total: { label: 'Total', values: [4, 1] },
      hasShare: true,
    })
  })

  it('adds up what is told in two columns', () => {
    const datasets = [
      { label: 'Enviados', data: [2, 5] },
      { label: 'Recebidos', data: [1] },
    ]
    const table = reportTable({ labels: ['RH', 'Jurídico'], datasets }, 'department')
    expect(table.columns).toEqual(['Departamento', 'Enviados', 'Recebidos', 'Total'])
    expect(table.rows).toEqual([
      { label: 'RH', values: [2, 1, 3] },
      { label: 'Jurídico', values: [5, 0, 5] },
    ])
    expect(table.total).toBeNull()
  })

  it('has no shares where there is nothing', () => {
    const chart = { labels: ['Pendente'], datasets: [{ label: 'Protocolos', data: [0] }] }
    expect(reportTable(chart, 'status').rows).toEqual([{ label: 'Pendente', values: [0, 0] }])
  })
})

describe('time buckets', () => {
  const today = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

  it('the points of a line are the period, without gaps and overlaps', () => {
    fc.assert(
      fc.property(fc.constantFrom(...periods), today, (period, day) => {
        const buckets = timeBuckets(period, day)
        const { from, to } = periodRange(period, day)
        expect(buckets[0]?.from).toBe(from)
        expect(buckets.at(-1)?.to).toBe(to)
        for (const [index, bucket] of buckets.entries()) {
          expect(daysBetween(bucket.from, bucket.to)).toBeGreaterThanOrEqual(0)
          const next = buckets[index + 1]
          if (next) expect(addDays(bucket.to, 1)).toBe(next.from)
        }
      }),
    )
  })

  it.each([
    ['week', 7, '15/11', '21/11'],
    ['month', 30, '23/10', '21/11'],
    ['quarter', 13, '24/08', '16/11'],
    ['year', 13, '11/2025', '11/2026'],
  ] as const)('a %s has %d points', (period, count, first, last) => {
    const buckets = timeBuckets(period, '2026-11-21')
    expect(buckets).toHaveLength(count)
    expect([buckets[0]?.label, buckets.at(-1)?.label]).toEqual([first, last])
  })
})
