import { PgBoss } from 'pg-boss'
import { openMailQueue } from '../../server/src/domain/mail/mail-queue.ts'
import { remindOfDeadlines } from '../../server/src/features/reminders/public.ts'
import { connect } from '../../server/src/platform/db/connect.ts'

/**
 * Reminds everybody of what is due, as the server does on the morning of a business day, which no test can wait for.
 * The server itself sends the mails.
 *
 * @param day `yyyy-MM-dd`
 */
export async function morningOf(day: string, { ownerConnectionString }: { ownerConnectionString: string }) {
  const queue = new PgBoss({
    connectionString: ownerConnectionString,
    ...{ createSchema: false, supervise: false, schedule: false },
  })
  await queue.start()
  openMailQueue(queue)
  const db = connect(ownerConnectionString)
  await remindOfDeadlines(db, { APP_TIMEZONE: 'America/Sao_Paulo' }, new Date(`${day}T11:00:00Z`))
  openMailQueue(undefined)
  await queue.stop()
  await db.destroy()
}
