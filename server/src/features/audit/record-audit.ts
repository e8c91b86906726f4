import type { AuditAction, AuditSubject } from '@malote/core/audit/audit-event.ts'
import { changedFields, type WireFields } from '@malote/core/audit/changed-fields.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { type Actor, type Audited, plainAddress } from '../../platform/http/actor.ts'
import type { Config } from '../../platform/settings/config.ts'

/** An event, and who caused it from where. */
export interface AuditRecord {
  action: AuditAction
  /** The signed-in person, `request.viewer`; null when nobody is. */
  actor: { id: number; name: string; audited?: Audited[] } | null
  /** Address of the client; null for what the system does by itself. */
  address: string | null
  subject?: AuditSubject
  /** Only the fields that changed, by their wire names. Never a password, a token or a secret. */
  before?: WireFields
  after?: WireFields
}

/** Rows per statement: PostgreSQL takes 65,535 parameters. */
const mostRows = 1_000

/** Records events in the transaction of the change itself: either both are stored or neither is. */
export async function recordAudit(trx: Trx, records: AuditRecord | readonly AuditRecord[]): Promise<void> {
  const all = [records].flat()
  for (let start = 0; start < all.length; start += mostRows) {
    await trx
      .insertInto('auditEvents')
      .values(all.slice(start, start + mostRows).map(rowOf))
      .execute()
  }
  for (const { actor, action, subject } of all) {
    actor?.audited?.push({ action, subject: subject ? { kind: subject.kind, id: subject.id } : null })
  }
}

const rowOf = ({ action, actor, address, subject, before, after }: AuditRecord) => ({
  action,
  actorId: actor?.id ?? null,
  actorName: actor?.name ?? null,
  subjectKind: subject?.kind ?? null,
  subjectId: subject?.id ?? null,
  subjectName: subject?.name ?? null,
  before: before === undefined ? null : JSON.stringify(before),
  after: after === undefined ? null : JSON.stringify(after),
  address: address === null ? null : plainAddress(address),
})

/** Takes the name of a removed attachment out of all events, which only the database's owner can change. */
export async function blackOutDownloads(trx: Trx, attachmentId: number): Promise<void> {
  await sql`select black_out_audit(${attachmentId}::int)`.execute(trx)
}

/** Records with an event for their creation, their changes and their deletion. */
export type AuditedKind = Extract<AuditAction, `${string}.created`> extends `${infer Kind}.created` ? Kind : never

/** A record and its fields by wire names, before and after a change; `before` is absent for a new record, `after` for a deleted one. */
export interface RecordChange {
  kind: AuditedKind
  id: number
  name: string
  before?: WireFields
  after?: WireFields
}

/** The event of a change; undefined when no field has changed. */
export function changeEvent(
  actor: Actor | null,
  { kind, id, name, before, after }: RecordChange,
): AuditRecord | undefined {
  const subject = { kind, id: String(id), name }
  const act = { actor, address: actor?.address ?? null, subject }
  if (!before) return { ...act, action: `${kind}.created`, ...(after && { after }) }
  if (!after) return { ...act, action: `${kind}.deleted`, before }
  const changed = changedFields(before, after)
  return changed && { ...act, action: `${kind}.changed`, ...changed }
}

/** Records the creation, change or deletion of a record, in its transaction. */
export async function recordChange(trx: Trx, actor: Actor | null, change: RecordChange): Promise<void> {
  const event = changeEvent(actor, change)
  if (event) await recordAudit(trx, event)
}

/**
 * Records that a person takes a list out of the system. Called before the first byte is sent, so that nothing leaves
 * without its event.
 *
 * @param kind what is exported: `returns`, `report`, `audit`
 * @param details format and filters, by their wire names
 */
export const recordExport = (db: Db, actor: Actor, kind: string, details: WireFields): Promise<void> =>
  db.transaction().execute((trx) =>
    recordAudit(trx, {
      ...{ action: 'export', actor, address: actor.address },
      subject: { kind, id: null, name: null },
      after: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
    }),
  )

/** Records that a person opens or downloads an attachment. Committed before the first byte is sent. */
export const recordDownload = (trx: Trx, actor: Actor, attachment: { id: number; fileName: string }): Promise<void> =>
  recordAudit(trx, {
    ...{ action: 'download', actor, address: actor.address },
    subject: { kind: 'attachment', id: String(attachment.id), name: attachment.fileName },
  })

/** Rows per transaction: short transactions do not block others. */
const batchSize = 5_000

/**
 * Deletes audited events that are older than `RETENTION_AUDIT_DAYS`, and records how many. Does nothing without that
 * setting. The server's role cannot delete from the audit: a function of the owner does it, by the clock of the database,
 * and refuses to delete what is younger than 180 days.
 *
 * @returns the number of deleted events
 */
export async function forgetOldAudit(
  db: Db,
  { RETENTION_AUDIT_DAYS: days }: Pick<Config, 'RETENTION_AUDIT_DAYS'>,
): Promise<number> {
  if (days === undefined) return 0
  let forgotten = 0
  for (;;) {
    const { rows } = await sql<{ n: number }>`select forget_old_audit(${days}, ${batchSize}) as n`.execute(db)
    const n = rows[0]?.n ?? 0
    forgotten += n
    if (n < batchSize) break
  }
  if (forgotten > 0) {
    const event = { action: 'retention', actor: null, address: null, after: { records: forgotten, days } } as const
    await db.transaction().execute((trx) => recordAudit(trx, event))
  }
  return forgotten
}
