import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

// Counted by the process and not by an app: storage and jobs work without one. Every app shows them in its registry.

/** Failed accesses to the storage of attachments. */
export const storageErrors = new Counter({
  name: 'malote_storage_errors_total',
  help: 'Accesses to the storage of attachments that failed',
  registers: [],
})

/** Runs of scheduled jobs in this process. */
export const jobDuration = new Histogram({
  name: 'malote_job_duration_seconds',
  help: 'Duration of the runs of scheduled jobs in this instance, by task and outcome (ok, failed)',
  labelNames: ['task', 'outcome'] as const,
  buckets: [0.1, 1, 10, 60, 300],
  registers: [],
})

/** E-mails that this process has handed over, or tried to. */
export const mailAttempts = new Counter({
  name: 'malote_mail_attempts_total',
  help: 'Attempts of this instance at sending an e-mail, by outcome (sent, refused, undeliverable, serverDown)',
  labelNames: ['outcome'] as const,
  registers: [],
})

/**
 * Node's own figures. Their observers of garbage collection and of the event loop's delay cannot be stopped: one set per
 * app would run, and keep the app in memory, for as long as the process lives.
 */
const node = new Registry()
collectDefaultMetrics({ register: node })

/** All of them, for a registry. */
export const processMetrics = [storageErrors, jobDuration, mailAttempts, ...node.getMetricsAsArray()]
