import type { AuditAction } from '@malote/core/audit/audit-event.ts'
import { changedFields, type WireFields } from '@malote/core/audit/changed-fields.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type AuditRecord, recordAudit } from './record-audit.ts'

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
