import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { type NotificationType, notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { role } from '@malote/core/users/role.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Trx } from '../../db/connect.ts'
import { seesProtocol } from '../../visibility/visible-to.ts'
import { queueMail } from '../mail/public.ts'

/**
 * Recipients of a notification, and why they get it: people (null is skipped), everybody in a department, or its
 * Gestores.
 */
type Audience = ({ users: readonly (number | null)[] } | { department: number } | { managersOf: number }) & {
  /** Completes 'Você recebeu este aviso porque'. */
  because: string
}

/** Something that happened to a protocol, and its audiences. */
export interface Notice {
  type: NotificationType
  /** A person in several audiences is notified once, for the reason of the first. */
  to: readonly Audience[]
  /** The person who did it, who is not notified. */
  actorId: number
  title: string
  /** Says what happened; the reason for this recipient is appended. */
  message: string
  protocolId: number
  itemId?: number
  at: Date
}

/**
 * Notifies the active recipients who want this type and still see the protocol: a creator who moved to another
 * department no longer does (contract 10.1, 11.15). In the app, and by e-mail if that is configured.
 */
export async function notify(trx: Trx, { to, title, message, protocolId, ...notice }: Notice): Promise<void> {
  const members = to.map(membersOf)
  const firstAudience = sql`case ${sql.join(
    members.map((isMember, index) => sql`when ${isMember} then ${index + 1}::int`),
    sql` `,
  )} end`
  const { rows: told } = await sql<{ userId: number; audience: number }>`
    with told as (
      select users.id, ${firstAudience} as audience
      from users
      where users.is_active and ${sql.ref(`users.${notificationFlagOf[notice.type]}`)} and users.id <> ${notice.actorId}
        and (${sql.join(members, sql` or `)})
        and ${seesProtocol(protocolId)}
    ), written as (
      insert into notifications (user_id, type, title, message, protocol_id, item_id, created_at)
      select id, ${notice.type}::text, ${title}::text,
        (${to.map(({ because }) => messageWithReason(message, because))}::text[])[audience],
        ${protocolId}::int, ${notice.itemId ?? null}::int, ${notice.at}::timestamptz
      from told
    )
    select id as user_id, audience from told
  `.execute(trx)
  await queueMail(
    trx,
    told.map(({ userId, audience }) => {
      const because = to[audience - 1]?.because ?? ''
      return { kind: 'notification', userId, title, message, because, protocolId }
    }),
  )
}

function membersOf(audience: Audience): RawBuilder<boolean> {
  if ('users' in audience) return sql`users.id = ${anyOf(audience.users.filter((id) => id !== null))}`
  if ('department' in audience) return sql`users.department_id = ${audience.department}`
  return sql`(users.department_id = ${audience.managersOf} and users.role = ${role.manager})`
}
