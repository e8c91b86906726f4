import { type NotificationType, notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { queueMail } from '../mail/public.ts'

/** People (null: nobody), everybody of a department, the Gestores of a department; whoever is named twice is told once. */
interface Recipients {
  users?: readonly (number | null)[]
  departments?: readonly number[]
  managersOf?: readonly number[]
}

export interface Notice {
  type: NotificationType
  to: Recipients
  /** Who did it and therefore need not be told; null when the system did. */
  actorId: number | null
  title: string
  /** Says what happened and why this person is told. */
  message: string
  protocolId: number
  itemId?: number
  at: Date
}

/**
 * Tells the active ones among the recipients who want to know of this kind and who still see the protocol: a creator who
 * moved to another department no longer does (DESIGN 4 and 5). In the app, and by e-mail where that is set up.
 */
export async function notify(trx: Trx, notice: Notice): Promise<void> {
  const { title, message, protocolId } = notice
  const { users = [], departments = [], managersOf = [] } = notice.to
  const told = await trx
    .insertInto('notifications')
    .columns(['userId', 'type', 'title', 'message', 'protocolId', 'itemId', 'createdAt'])
    .expression(
      trx
        .selectFrom('users')
        .innerJoin('protocols', (join) => join.on('protocols.id', '=', protocolId))
        .select([
          'users.id',
          sql<string>`${notice.type}::text`.as('type'),
          sql<string>`${title}::text`.as('title'),
          sql<string>`${message}::text`.as('message'),
          'protocols.id as protocolId',
          sql<number | null>`${notice.itemId ?? null}::int`.as('itemId'),
          sql<string>`${notice.at}::timestamptz`.as('createdAt'),
        ])
        .where('users.isActive', '=', true)
        .where(`users.${notificationFlagOf[notice.type]}`, '=', true)
        .where(sql<boolean>`users.id is distinct from ${notice.actorId}::int`)
        .where(
          sql<boolean>`(
            users.id = any(${users.filter((id) => id !== null)}::int[])
            or users.department_id = any(${[...departments]}::int[])
            or (users.department_id = any(${[...managersOf]}::int[]) and users.role = 'Gestor')
          )`,
        )
        .where(
          sql<boolean>`(
            users.role = 'Admin' or users.department_id in (protocols.origin_department_id, protocols.destination_department_id)
          )`,
        ),
    )
    .returning('userId')
    .execute()
  await queueMail(
    trx,
    told.map(({ userId }) => ({ kind: 'notification', userId, title, message, protocolId })),
  )
}
