import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import { recordAudit } from '../../server/src/features/audit/public.ts'
import { openSession } from '../../server/src/platform/archive/open-session.ts'

/** Records in the audit that the operator copied the whole database (`export`) or restored it (`import`). */
export async function recordArchive(
  connectionString: string,
  action: 'export' | 'import',
  content: WireFields,
): Promise<void> {
  const { db, end } = await openSession(connectionString)
  try {
    await db.transaction().execute((trx) =>
      recordAudit(trx, {
        ...{ action, actor: null, address: null, after: content },
        subject: { kind: 'archive', id: null, name: null },
      }),
    )
  } finally {
    await end()
  }
}
