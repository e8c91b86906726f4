import { gatheredTitle } from '@malote/core/notifications/notification.ts'
import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import { type RawBuilder, sql } from 'kysely'

/** Notifications of a kind about one protocol that a person gets in an hour, each by itself. */
const mostApart = 20

/** What happened, and to which protocol. */
export interface Kind {
  type: NotificationType
  protocolId: number
  at: Date
}

/**
 * Part of a statement that notifies people of one event: `gathered` deletes their notifications of the same kind about the
 * same protocol once there were {@link mostApart} in the hour before. The new one stands for them ({@link gatheredOr}).
 *
 * Reads inboxes only if the protocol's history has as many entries of that hour.
 *
 * @param recipients a query of people
 */
export const gatherParts = ({ type, protocolId, at }: Kind, recipients: RawBuilder<unknown>) => {
  const hourBefore = sql`${at}::timestamptz - interval '1 hour'`
  const isSuch = sql`n.protocol_id = ${protocolId}::int and n.type = ${type}::text and not n.is_of_several
    and n.created_at > ${hourBefore}`
  return sql`
    gathered as (
      delete from notifications n using (
        select n.user_id, sum(n.times)::int + 1 as times from notifications n
        where n.user_id in (${recipients}) and ${isSuch} and (
          select created_at from history where protocol_id = ${protocolId}::int
          order by id desc offset ${sql.lit(mostApart - 1)} limit 1
        ) > ${hourBefore}
        group by n.user_id having sum(n.times) >= ${sql.lit(mostApart)}
      ) crowded
      where n.user_id = crowded.user_id and ${isSuch}
      returning n.user_id, crowded.times, crowded.times || ${` ${gatheredTitle(type, protocolId)}`}::text as title
    )`
}

/** The column of the person's new notification, if it stands for several; else `alone`. */
export const gatheredOr = (column: 'times' | 'title', userId: RawBuilder<unknown>, alone: RawBuilder<unknown>) => sql`
  coalesce((select max(${sql.ref(column)}) from gathered where gathered.user_id = ${userId}), ${alone})`
