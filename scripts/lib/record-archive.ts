import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import { openSession } from '../../server/src/archive/open-session.ts'
import { recordAudit } from '../../server/src/features/audit/public.ts'

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
