import { type NotificationType, notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { role } from '@malote/core/users/role.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import { seesProtocol } from '../../visibility/visible-to.ts'

/**
 * Recipients of a notification, and why they get it: people (null is skipped), everybody in a department, or its
 * Gestores.
 */
export type Audience = ({ users: readonly (number | null)[] } | { department: number } | { managersOf: number }) & {
  /** Completes 'Você recebeu este aviso porque'. */
  because: string
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
