import type { AuditAction } from '@malote/core/audit/audit-event.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/connect.ts'
import { type AuditRecord, recordAudit } from './record-audit.ts'

/** Milliseconds in which repetitions are counted instead of recorded. */
const windowLength = 60_000

/**
 * First events per window, of those without a session and of people each: a flood of strangers takes nobody's name. With
 * their repetitions at most twice as many rows a minute, however many come.
 */
const mostFirst = 100

/** Records named in the event of the repetitions. */
const mostNamed = 20

interface Repeated {
  first: AuditRecord
  count: number
  /** Subjects of the repetitions, `protocol 12`. */
  records: Set<string>
}

/**
 * Records events that anybody can cause without limit, such as failed sign-ins: the first of each key at once, its
 * repetitions within the next minute as one event with their number, and what exceeds {@link mostFirst} keys as one
 * event per action. Nothing waits for it: a failure to record is logged.
 *
 * Counts are kept in memory, so each instance records its own, and a crash loses at most a minute of repetitions. The
 * security log has every one of them.
 */
export function boundedAudit(db: Db, log: FastifyBaseLogger) {
  let known = new Map<string, Repeated>()
  let first = { strangers: 0, people: 0 }
  let excess = new Map<AuditAction, number>()
  let timer: NodeJS.Timeout | undefined
  // One after the other: refusals must not take the connections of those who work.
  let writing = Promise.resolve()

  const write = (records: readonly AuditRecord[]) => {
    if (records.length === 0) return
    writing = writing
      .then(() => db.transaction().execute((trx) => recordAudit(trx, records)))
      .catch((error) => log.warn({ err: error }, 'an event of the audit was not recorded'))
  }

  const endWindow = () => {
    clearTimeout(timer)
    timer = undefined
    const repeated = [...known.values()].filter(({ count }) => count > 0).map(repetitionsOf)
    const beyond = [...excess].map(([action, count]) => ({
      ...{ action, actor: null, address: null, after: { repeated: count } },
    }))
    known = new Map()
    first = { strangers: 0, people: 0 }
    excess = new Map()
    write([...repeated, ...beyond])
  }

  return {
    /** @param key events with the same key within a minute are repetitions */
    record(key: string, record: AuditRecord): void {
      timer ??= setTimeout(endWindow, windowLength).unref()
      const before = known.get(key)
      if (before) {
        before.count += 1
        const { kind, id } = record.subject ?? {}
        if (before.records.size < mostNamed && kind && id) before.records.add(`${kind} ${id}`)
        return
      }
      const share = record.actor === null ? 'strangers' : 'people'
      if (first[share] < mostFirst) {
        first[share] += 1
        known.set(key, { first: record, count: 0, records: new Set() })
        write([record])
      } else {
        excess.set(record.action, (excess.get(record.action) ?? 0) + 1)
      }
    },

    /** Waits until the first events so far are stored. */
    written: () => writing,

    /** Records what was counted, and waits until all is stored. */
    async close(): Promise<void> {
      endWindow()
      await writing
    },
  }
}

function repetitionsOf({ first: { subject, ...record }, count, records }: Repeated): AuditRecord {
  const named = [...records]
  const isSame = named.every((one) => one === `${subject?.kind} ${subject?.id}`)
  return {
    ...record,
    ...(isSame && subject && { subject }),
    after: { ...record.after, repeated: count, ...(!isSame && { records: named }) },
  }
}
