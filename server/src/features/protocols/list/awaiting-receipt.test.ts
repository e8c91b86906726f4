import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { businessDaysSince } from '@malote/core/shared/due-date.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { buildDepartment, buildProtocol, buildUser } from '../../../test/builders.ts'
import { ensureHolidays } from '../../calendar/public.ts'

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
