import { itemStatus } from '@malote/core/items/item-status.ts'
import type { PrintData } from '@malote/core/protocols/protocol.ts'
import { canPrint } from '@malote/core/protocols/protocol-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { findProtocol } from './protocol-detail.queries.ts'

/**
 * Data of the departure form. Cancelled items are left out, because they do not depart.
 *
 * @param today the organisation's civil day
 * @throws AppError PROTOCOL_NOT_FOUND, CANCELLED_IS_NOT_PRINTED
 */
export async function printProtocol(db: Db, viewer: Viewer, id: number, today: CivilDate): Promise<PrintData> {
  const { items, ...protocol } = await findProtocol(db, viewer, id, today)
  ensure(canPrint(protocol))
  return { protocol, items: items.filter(({ status }) => status !== itemStatus.cancelled) }
}
