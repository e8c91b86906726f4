import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from './record-audit.ts'

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
