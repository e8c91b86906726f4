import type { AuditAction, AuditSubject } from '@malote/core/audit/audit-event.ts'
import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import type { Audited } from '../../platform/http/actor.ts'
import { plainAddress } from '../../platform/http/plain-address.ts'

/** What happened, and who did it from where. */
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
