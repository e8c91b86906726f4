import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { boundedAudit } from './bounded-audit.ts'

// proves 18.36
it('writes at most two hundred rows a minute, and the rest as one number', async () => {
  const { app, db } = await testApp({ ownDatabase: true })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const audit = boundedAudit(db, app.log)
  const record = (n: number) =>
    audit.record(`key ${n}`, { action: 'sign-in.failed', actor: null, address: `10.0.${n >> 8}.${n & 255}` })

  for (let n = 0; n < 1_000; n += 1) record(n % 500)
  const [[endMinute] = []] = timers.mock.calls.filter(([, delay]) => delay === 60_000)
  timers.mockRestore()
  endMinute?.()
  record(1) // the next minute begins anew
  await audit.close()

  const { rows } = await sql<{ n: number; repeated: number | null }>`
    select count(*)::int as n, (after->>'repeated')::int as repeated from audit_events group by 2 order by 2 nulls first
  `.execute(db)
  expect(rows).toEqual([
    { n: 101, repeated: null },
    { n: 100, repeated: 1 },
    { n: 1, repeated: 800 },
  ])
})
