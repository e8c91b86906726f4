import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { type NotificationType, notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { role } from '@malote/core/users/role.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Trx } from '../../db/connect.ts'
import { seesProtocol } from '../../visibility/visible-to.ts'
import { queueMail } from '../mail/public.ts'

/** People (null: nobody), everybody of a department, or the Gestores of a department, and why just they are told. */
type Audience = ({ users: readonly (number | null)[] } | { department: number } | { managersOf: number }) & {
  /** Completes 'Você recebeu este aviso porque'. */
  because: string
}

/** Something that happened to a protocol, and who is to hear of it. */
export interface Notice {
  type: NotificationType
  /** Whoever belongs to several audiences is told once, for the first one's reason. */
  to: readonly Audience[]
  /** Who did it and therefore need not be told. */
  actorId: number
  title: string
  /** Says what happened; why this person is told follows by itself. */
  message: string
  protocolId: number
  itemId?: number
  at: Date
}

/**
 * Tells the active ones among the recipients who want to know of this kind and who still see the protocol: a creator who
 * moved to another department no longer does (contract 10.1, 11.15). In the app, and by e-mail where that is set up.
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
