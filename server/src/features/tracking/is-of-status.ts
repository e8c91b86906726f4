import { itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

const isReceived = sql`exists (select from protocols p where p.id = i.protocol_id and p.received_at is not null)`

const conditions: Record<ProtocolStatus, RawBuilder<SqlBool>> = {
  [protocolStatus.pending]: sql<SqlBool>`(i.status = ${sql.lit(itemStatus.pending)} and not ${isReceived})`,
  [protocolStatus.inProgress]: sql<SqlBool>`(not i.in_cancelled_protocol and (
    i.status = ${sql.lit(itemStatus.returned)} or (i.status = ${sql.lit(itemStatus.pending)} and ${isReceived})))`,
  [protocolStatus.completed]: sql<SqlBool>`i.status = ${sql.lit(itemStatus.completed)}`,
  [protocolStatus.cancelled]: sql<SqlBool>`(i.status = ${sql.lit(itemStatus.cancelled)}
    or (i.in_cancelled_protocol and i.status = ${sql.lit(itemStatus.returned)}))`,
}

/**
 * The status filter as a condition on the item `i`, so that every hit shows the requested status. A returned item
 * (shown as *Retornado*) counts as under way until it is completed, and as cancelled if its protocol was cancelled.
 */
export const isOfStatus = (status: ProtocolStatus | undefined): RawBuilder<SqlBool> =>
  status === undefined ? sql<SqlBool>`true` : conditions[status]
