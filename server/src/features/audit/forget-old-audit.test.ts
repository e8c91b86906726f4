import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { forgetOldAudit } from './public.ts'

const { db, app } = await testApp({ ownDatabase: true })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const left = async () =>
  (await db.selectFrom('auditEvents').select(['action', 'after']).orderBy('id').execute()).map(
    ({ action, after }) => after ?? action,
  )

// proves 18.82
it('forgets audited events after the configured days, and says so in the audit', async () => {
  await db
    .insertInto('auditEvents')
    .values([
      { action: 'sign-in', at: daysAgo(366) },
      { action: 'sign-out', at: daysAgo(364) },
    ])
    .execute()
  expect(await forgetOldAudit(app.db, { RETENTION_AUDIT_DAYS: undefined })).toBe(0)
  expect(await forgetOldAudit(app.db, { RETENTION_AUDIT_DAYS: 365 })).toBe(1)
  expect(await left()).toEqual(['sign-out', { records: 1, days: 365 }])
  expect(await forgetOldAudit(app.db, { RETENTION_AUDIT_DAYS: 365 })).toBe(0)
})

// proves 18.82
it.each([179, 0, -1, null])('the server cannot have %s days forgotten, nor delete by itself', async (days) => {
  const forget = sql`select forget_old_audit(${days}::int, 100)`.execute(app.db)
  await expect(forget).rejects.toThrow('for at least 180 days')
  await expect(sql`delete from audit_events`.execute(app.db)).rejects.toThrow('permission denied')
  const pretending = app.db.transaction().execute(async (trx) => {
    await sql`select set_config('malote.changing_audit', 'yes', true)`.execute(trx)
    await sql`update audit_events set action = 'x'`.execute(trx)
  })
  await expect(pretending).rejects.toThrow('permission denied')
})
