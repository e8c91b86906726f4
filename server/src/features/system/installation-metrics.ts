import fp from 'fastify-plugin'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { mailBacklog } from '../../domain/mail/mail.queries.ts'
import { chainLag, foldLag } from '../../platform/db/database-check.ts'
import type { App } from '../../platform/http/fastify.ts'
import { withinTime } from '../../platform/within-time.ts'
import { scheduledRuns } from './scheduled-jobs.queries.ts'

/** Milliseconds that one query may take, so that a slow database does not hold up the other figures. */
const timeoutMs = 2_000

/** Milliseconds in which gauges of one scrape share an answer of the database. */
const scrape = 500

/**
 * Figures of the installation, which every instance reads from the same database when Prometheus asks. While the database
 * does not answer they are NaN or absent, and `malote_database_up` is 0.
 */
export const installationMetrics = fp(async (instance) => {
  const app = instance as unknown as App
  const registers = [app.metrics]
  const one = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await withinTime(read(), timeoutMs).catch(() => Number.NaN))
      },
    })
  const chain = shared(() => chainLag(app.db))
  const mails = shared(() => mailBacklog(app.db))
  const runs = shared(() => scheduledRuns(app.db))

  one('malote_database_up', 'Whether the database answers this instance', () =>
    withinTime(sql`select 1`.execute(app.db), timeoutMs).then(
      () => 1,
      () => 0,
    ),
  )
  one('malote_fold_lag_rows', 'Rows of the ledgers that are not folded yet', () => foldLag(app.db))
  one('malote_chain_lag_entries', 'History entries without a link', async () => (await chain()).entries)
  one('malote_chain_lag_seconds', 'Age of the oldest history entry without a link', async () => (await chain()).seconds)
  one('malote_mail_oldest_seconds', 'Age of the oldest e-mail that waits', async () => (await mails()).oldestSeconds)
  new Gauge({
    name: 'malote_mails',
    help: 'E-mails in the queue by state: waiting (retrying are some of these), retrying, failed (given up, for a day)',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const backlog = await withinTime(mails(), timeoutMs).catch(() => undefined)
      if (backlog === undefined) return
      for (const state of ['waiting', 'retrying', 'failed'] as const) this.set({ state }, backlog[state])
    },
  })
  new Gauge({
    name: 'malote_job_last_success_timestamp_seconds',
    help: 'Last success of a scheduled job on any instance, as Unix time',
    labelNames: ['task'],
    registers,
    async collect() {
      this.reset()
      for (const { name: task, lastSuccessAt } of await withinTime(runs(), timeoutMs).catch(() => [])) {
        if (lastSuccessAt !== null) this.set({ task }, Date.parse(lastSuccessAt) / 1000)
      }
    },
  })
  new Gauge({
    name: 'malote_job_failing',
    help: '1 while the last run of a scheduled job has failed after all retries',
    labelNames: ['task'],
    registers,
    async collect() {
      this.reset()
      for (const { name: task, isFailing } of await withinTime(runs(), timeoutMs).catch(() => [])) {
        this.set({ task }, isFailing ? 1 : 0)
      }
    },
  })
})

/** Asks once for all gauges of a scrape. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at > scrape) last = { at, answer: ask() }
    return last.answer
  }
}
