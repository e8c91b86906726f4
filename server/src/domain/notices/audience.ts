import { type NotificationType, notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { reminderReason } from '@malote/core/reminders/reminder-words.ts'
import { role } from '@malote/core/users/role.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyOf } from '../../platform/db/statements.ts'
import { seesProtocol } from '../visibility/visible-to.ts'

/**
 * Recipients of a notification, and why they get it: people (null is skipped), everybody in a department, or its
 * Gestores.
 */
export type Audience = ({ users: readonly (number | null)[] } | { department: number } | { managersOf: number }) & {
  /** Completes 'Você recebeu este aviso porque'. */
  because: string
}

/** What decides who answers for an item. */
export interface Answered {
  responsibleId: number | null
  /** False when that user has left the department or is inactive. */
  isResponsibleThere: boolean
}

/**
 * Recipients who must return items with the same responsible user: that user or, if they cannot, the Gestores of the
 * destination, as in the reminders (contract 11.20).
 */
export function answeringFor({ responsibleId, isResponsibleThere }: Answered, department: number, count = 1): Audience {
  const isOneItem = count === 1
  if (responsibleId !== null && isResponsibleThere) {
    return { users: [responsibleId], because: isOneItem ? 'responde por este item' : 'responde por isso' }
  }
  const reminderRole = responsibleId === null ? 'stand-in' : 'stand-in for leaver'
  return { managersOf: department, because: reminderReason([reminderRole], isOneItem) }
}

/** Condition on `users`: belongs to the audience. */
export function isMember(audience: Audience): RawBuilder<boolean> {
  if ('users' in audience) return sql`users.id = ${anyOf(audience.users.filter((id) => id !== null))}`
  if ('department' in audience) return sql`users.department_id = ${audience.department}`
  return sql`(users.department_id = ${audience.managersOf} and users.role = ${role.manager})`
}

/** Condition on `users`: active, wants this type, and did not do it. */
export const wants = (type: NotificationType, actorId: number | RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`users.is_active and ${sql.ref(`users.${notificationFlagOf[type]}`)} and users.id <> ${actorId}`

/**
 * Condition on `users`: active, wants this type, did not do it, and still sees the protocol: a creator who moved to
 * another department no longer does (contract 10.1, 11.15).
 */
export const wantsToKnow = (type: NotificationType, actorId: number, protocolId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`${wants(type, actorId)} and ${seesProtocol(protocolId)}`
