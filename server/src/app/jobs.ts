import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Job, PgBoss, type Schedule } from 'pg-boss'
import {
  composeAccountNotice,
  composeAnchor,
  composeBundle,
  composeNotification,
  composeReminder,
} from '../domain/mail/compose-mail.ts'
import type { MailOrder } from '../domain/mail/mail-queue.ts'
import { mailQueue, openMailQueue } from '../domain/mail/mail-queue.ts'
import type { Mail } from '../domain/mail/render-mail.ts'
import { type MailTransport, openSmtp } from '../domain/mail/smtp.ts'
import { composeInvitation, composePasswordLink, composePasswordReset } from '../features/users/public.ts'
import type { Db } from '../platform/db/connect.ts'
import { jobDuration, mailAttempts } from '../platform/metrics.ts'
import type { Config } from '../platform/settings/config.ts'
import { startLoop } from '../platform/start-loop.ts'
import { traced } from '../platform/tracing/tracing.ts'
import type { ScheduledJob } from './schedule.ts'

/** Dependencies of the jobs. */
export interface JobParts {
  db: Db
  /** Of PostgreSQL itself, not of a pooler. */
  connectionString: string
  config: Config
  now: () => Date
  /** Logs errors, without addresses or tokens. */
  log: { error: (details: object, message: string) => void }
  /** Scheduled jobs, besides the mail. */
  scheduled?: readonly ScheduledJob[]
  /** Seconds between two looks for waiting mails: at least 0.5, by default 2. */
  mailPollSeconds?: number
}

/**
 * Starts the background jobs. The queue is in schema `pgboss` of the same database, and any instance takes jobs from
 * it. Without `SMTP_URL`, no mail is queued.
 *
 * @returns a function that finishes running jobs and stops
 */
export async function startJobs(parts: JobParts): Promise<() => Promise<void>> {
  const { connectionString, config, log, db } = parts
  const boss = new PgBoss({
    connectionString,
    application_name: 'malote jobs',
    max: 3,
    // Nobody waits for a job, and its ten seconds would be an error while all connections are in use.
    connectionTimeoutMillis: 60_000,
    createSchema: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  await forgetFutureMarks(db)
  const stopForgetting = startLoop({
    pauseMs: clockPauseMs,
    work: () => forgetFutureMarks(db),
    onFailure: (error) => log.error({ err: error }, 'job queue'),
  })

  const smtp = openSmtp(config)
  if (smtp) await startMail(boss, smtp, parts)
  const before = new Map((await boss.getSchedules()).map((old) => [old.name, old]))
  for (const job of parts.scheduled ?? []) {
    await schedule(boss, job, before.get(job.name), parts)
    before.delete(job.name)
  }
  for (const name of before.keys()) await boss.unschedule(name)

  return async () => {
    await stopForgetting()
    await boss.stop({ graceful: true, timeout: 10_000 })
    // Only after the jobs have stopped, because running jobs queue mails too.
    openMailQueue(undefined)
    smtp?.close()
  }
}

/** Milliseconds between two looks for marks of the future. */
const clockPauseMs = 600_000

/** Maximum seconds that a job waits on purpose: until a mail is tried again. A bundle of notices waits a minute more. */
const longestDelay = 3_600

/**
 * Removes the queue's marks of when it last looked for work that is due, if they are in the future: the clock of the
 * database was ahead. The queue looks again only an interval after its mark, so that no scheduled job would run until
 * the clock has caught up, which may be in years.
 *
 * Jobs that were queued then become due, and those that were begun then have their time from now on: their process may
 * have died.
 */
async function forgetFutureMarks(db: Db): Promise<void> {
  await sql`update pgboss.version set cron_on = null where cron_on > now() + interval '5 minutes'`.execute(db)
  await sql`
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '5 minutes'`.execute(db)
  await sql`
    update pgboss.job set start_after = now(), created_on = least(created_on, now()),
      keep_until = now() + (keep_until - start_after)
    where state < 'active' and start_after > now() + ${longestDelay + 300} * interval '1 second'`.execute(db)
  await sql`
    update pgboss.job set started_on = now(), heartbeat_on = now()
    where state = 'active' and started_on > now() + interval '5 minutes'`.execute(db)
}

/**
 * Retries for at least two days, so that a mail server may be away for one: at growing intervals of up to an hour, which
 * is also how late the mails may be after it is back.
 */
const mailRetries = { retryLimit: 55, retryDelay: 30, retryBackoff: true, retryDelayMax: longestDelay }

/**
 * A mail whose process gives no sign of life for a quarter of an hour counts as lost and is sent again. One that is being
 * sent is renewed every minute; the database may be away for {@link longestNote} in between.
 */
const mailLimits = { heartbeatSeconds: 900, expireInSeconds: 3_600 }

/** Looks at intervals, and at once after a full batch, which a batch of one never is. */
type MailWork = {
  batchSize: 2
  pollingIntervalSeconds: number
  heartbeatRefreshSeconds: 60
  burstWhenBatchFull: true
  perJobResults: true
}

async function startMail(boss: PgBoss, smtp: MailTransport, parts: JobParts) {
  const settings = { ...mailRetries, ...mailLimits, deleteAfterSeconds: 24 * 3600 }
  await boss.createQueue(mailQueue, settings)
  // The queue of an earlier version keeps its settings otherwise.
  await boss.updateQueue(mailQueue, settings)
  await boss.work<MailOrder, undefined, MailWork>(
    mailQueue,
    {
      batchSize: 2,
      pollingIntervalSeconds: parts.mailPollSeconds ?? 2,
      heartbeatRefreshSeconds: 60,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    async (jobs) => {
      const results: { id: string; status: 'completed' | 'failed' | 'deadletter' }[] = []
      let isServerDown = false
      for (const job of jobs) {
        const { id } = job
        // After the first mail fails to reach the server, the other of the batch does not try.
        const outcome: Outcome = isServerDown ? 'serverDown' : await deliverTraced(job, smtp, parts)
        if (!isServerDown) mailAttempts.inc({ outcome })
        isServerDown = outcome === 'serverDown'
        // At once: if this process dies before the end of the batch, the mail must not be sent again.
        if (outcome === 'sent') await persistently(() => boss.complete(mailQueue, id))
        results.push({ id, status: statusOf[outcome] })
      }
      return results
    },
  )
  openMailQueue(boss)
}

/** Milliseconds for which the database may be away after a mail was sent; less than the queue waits for a worker. */
const longestNote = 600_000

/** Repeats until it succeeds: a mail whose sending could not be noted would be sent again. @throws after ten minutes */
async function persistently(note: () => Promise<unknown>): Promise<void> {
  const start = Date.now()
  for (;;) {
    try {
      await note()
      return
    } catch (error) {
      if (Date.now() - start > longestNote) throw error
      await wait(1_000, undefined, { ref: false })
    }
  }
}

/**
 * A refusal concerns a single mail; an unreachable server, or failed authentication, all of them. An address that the
 * server refuses for good is not tried again.
 */
type Outcome = 'sent' | 'refused' | 'undeliverable' | 'serverDown'

/** There is no dead-letter queue, so such a mail has failed at once, without further attempts. */
const statusOf = { sent: 'completed', refused: 'failed', undeliverable: 'deadletter', serverDown: 'failed' } as const

/** A mail that this process has taken from the queue. The signal says that it counts as lost. */
type TakenMail = Pick<Job<MailOrder>, 'id' | 'data' | 'signal'>

function deliverTraced(taken: TakenMail, ...where: [MailTransport, JobParts]): Promise<Outcome> {
  const { kind } = taken.data
  const span = { name: `mail ${kind}`, kind: 'CONSUMER', attributes: { 'malote.mail': kind } } as const
  return traced(span, async (opened) => {
    const outcome = await deliver(taken, ...where)
    opened?.setAttribute('malote.outcome', outcome)
    return outcome
  })
}

async function deliver({ id, data: order, signal }: TakenMail, smtp: MailTransport, parts: JobParts): Promise<Outcome> {
  try {
    const mail = await compose(order, parts)
    if (mail) await smtp.send(mail, id, signal)
    return 'sent'
  } catch (error) {
    // The error of the mail library quotes the message, so only its code and the kind of mail are logged.
    const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
    const isForGood = command === 'RCPT TO' && (responseCode ?? 0) >= 500
    const next = isForGood ? 'the address is refused for good' : 'will be tried again'
    parts.log.error({ kind: order.kind, code, responseCode }, `mail not sent, ${next}`)
    if (isForGood) return 'undeliverable'
    return responseCode === undefined || code === 'EAUTH' ? 'serverDown' : 'refused'
  }
}

async function compose(order: MailOrder, { db, config, now }: JobParts): Promise<Mail | undefined> {
  switch (order.kind) {
    case 'invitation':
      return composeInvitation(db, config, order.userId, now())
    case 'passwordLink':
      return composePasswordLink(db, config, order, now())
    case 'passwordReset':
      return composePasswordReset(db, config, order.email, now())
    case 'account':
      return composeAccountNotice(db, config, order)
    case 'notification':
      return 'until' in order ? composeBundle(db, config, order) : composeNotification(db, config, order)
    case 'reminder':
      return composeReminder(db, config, order, now())
    case 'anchor':
      return composeAnchor(config, order)
  }
}

/** Seconds without a sign of life after which a long job counts as dead, so that another instance may start it. */
const heartbeatSeconds = 60

async function schedule(
  boss: PgBoss,
  { name, cron, hours, missed = 'once', run }: ScheduledJob,
  before: Schedule | undefined,
  { config, log }: JobParts,
) {
  const limits = hours === undefined ? {} : { expireInSeconds: hours * 3600, heartbeatSeconds }
  await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryDelay: 60, ...limits })
  await boss.work(name, async () => {
    const measure = jobDuration.startTimer({ task: name })
    try {
      await traced({ name: `job ${name}`, kind: 'CONSUMER', attributes: { 'malote.job': name } }, async () => run())
      measure({ outcome: 'ok' })
    } catch (error) {
      measure({ outcome: 'failed' })
      log.error({ err: error, job: name }, 'scheduled job failed, will be tried again')
      throw error
    }
  })
  const tz = config.APP_TIMEZONE
  const isSame = before?.cron === cron && before.timezone === tz && before.options?.missed === missed
  // Otherwise each start would count as a change, and nothing that came due before it as late.
  if (!isSame) await boss.schedule(name, cron, null, { tz, missed })
}
