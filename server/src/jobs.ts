import { PgBoss } from 'pg-boss'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import {
  composeNotification,
  composeReminder,
  type Mail,
  type MailOrder,
  type MailTransport,
  mailQueue,
  openMailQueue,
  openSmtp,
} from './features/mail/public.ts'
import { composeInvitation, composePasswordReset } from './features/users/public.ts'
import type { ScheduledJob } from './schedule.ts'

/** What jobs work with. */
export interface JobParts {
  db: Db
  connectionString: string
  config: Config
  now: () => Date
  /** Told of what went wrong, without addresses or tokens. */
  log: { error: (details: object, message: string) => void }
  /** Beside the mail. */
  scheduled?: readonly ScheduledJob[]
}

/**
 * The work that no request waits for: the queue lives in schema `pgboss` of the same database, where any instance takes
 * from it. Without `SMTP_URL` no mail is queued.
 *
 * @returns how to stop: what is being worked on is finished first
 */
export async function startJobs(parts: JobParts): Promise<() => Promise<void>> {
  const { connectionString, config, log } = parts
  const boss = new PgBoss({ connectionString, application_name: 'malote jobs', max: 3 })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()

  const smtp = openSmtp(config)
  if (smtp) await startMail(boss, smtp, parts)
  for (const job of parts.scheduled ?? []) await schedule(boss, job, parts)

  return async () => {
    await boss.stop({ graceful: true, timeout: 10_000 })
    // Only now: what was being worked on orders mails, too.
    openMailQueue(undefined)
    smtp?.close()
  }
}

/** Tried for about a day, less and less often, then given up. */
const mailRetries = { retryLimit: 12, retryDelay: 30, retryBackoff: true, retryDelayMax: 4 * 3600 }

async function startMail(boss: PgBoss, smtp: MailTransport, parts: JobParts) {
  await boss.createQueue(mailQueue, { ...mailRetries, expireInSeconds: 900, deleteAfterSeconds: 24 * 3600 })
  await boss.work<MailOrder, undefined, { batchSize: number; pollingIntervalSeconds: number; perJobResults: true }>(
    mailQueue,
    { batchSize: 10, pollingIntervalSeconds: 2, perJobResults: true },
    async (jobs) => {
      const results: { id: string; status: 'completed' | 'failed' }[] = []
      let isServerDown = false
      for (const { id, data } of jobs) {
        // Ten mails do not each wait for a server that the first one has not reached.
        const outcome: Outcome = isServerDown ? 'serverDown' : await deliver(id, data, smtp, parts)
        isServerDown = outcome === 'serverDown'
        results.push({ id, status: outcome === 'sent' ? 'completed' : 'failed' })
      }
      return results
    },
  )
  openMailQueue(boss)
}

/** A refusal concerns one mail; a server that does not answer, or not to us, all of them. */
type Outcome = 'sent' | 'refused' | 'serverDown'

async function deliver(id: string, order: MailOrder, smtp: MailTransport, parts: JobParts): Promise<Outcome> {
  try {
    const mail = await compose(order, parts)
    if (mail) await smtp.send(mail, id)
    return 'sent'
  } catch (error) {
    // The error of a mail library quotes the message; its code and the kind of mail tell enough.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    parts.log.error({ kind: order.kind, code, responseCode }, 'mail not sent, will be tried again')
    return responseCode === undefined || code === 'EAUTH' ? 'serverDown' : 'refused'
  }
}

function compose(order: MailOrder, { db, config, now }: JobParts): Promise<Mail | undefined> {
  switch (order.kind) {
    case 'invitation':
      return composeInvitation(db, config, order.userId, now())
    case 'passwordReset':
      return composePasswordReset(db, config, order.email, now())
    case 'notification':
      return composeNotification(db, config, order)
    case 'reminder':
      return composeReminder(db, config, order)
  }
}

async function schedule(boss: PgBoss, { name, cron, run }: ScheduledJob, { config, log }: JobParts) {
  await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryDelay: 60 })
  await boss.work(name, async () => {
    try {
      await run()
    } catch (error) {
      log.error({ err: error, job: name }, 'scheduled job failed, will be tried again')
      throw error
    }
  })
  await boss.schedule(name, cron, null, { tz: config.APP_TIMEZONE })
}
