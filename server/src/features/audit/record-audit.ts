import type { AuditAction, AuditSubject } from '@malote/core/audit/audit-event.ts'
import type { Trx } from '../../db/connect.ts'

/** What happened, and who did it from where. */
export interface AuditRecord {
  action: AuditAction
  /** The signed-in person; null when nobody is. */
  actor: { id: number; name: string } | null
  /** Address of the client; null for what the system does by itself. */
  address: string | null
  subject?: AuditSubject
  /** Only the fields that changed, by their wire names. Never a password, a token or a secret. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Records an event in the transaction of the change itself: either both are stored or neither is. */
export async function recordAudit(trx: Trx, { actor, subject, before, after, ...record }: AuditRecord): Promise<void> {
  await trx
    .insertInto('auditEvents')
    .values({
      ...record,
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? null,
      subjectKind: subject?.kind ?? null,
      subjectId: subject?.id ?? null,
      subjectName: subject?.name ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}
