import type { User } from '@malote/core/users/user.ts'
import { userSeenWire } from '@malote/core/users/user.wire.ts'
import { z } from 'zod'
import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type AuditRecord, changeEvent, recordAudit } from '../audit/public.ts'

/** The fields of a person that the audit shows. */
type Person = Pick<User, 'id' | 'name' | 'email' | 'phone' | 'departmentId' | 'role' | 'isActive'>

/** A person before and after a change; `before` is absent for a new person, `after` for a deleted one. */
interface PersonChange {
  before?: Person
  after?: Person
}

/**
 * Records changes of people in the audit, in their transaction. Another role is an event of its own, so that the rights
 * that were given and taken can be listed.
 *
 * @param actor null for what the system does by itself
 */
export async function recordPeople(trx: Trx, actor: Actor | null, changes: readonly PersonChange[]): Promise<void> {
  const nameOf = await departmentNames(trx, changes)
  const fieldsOf = (person: Person) => ({
    ...(z.encode(userSeenWire, person) as Record<string, unknown>),
    department_name: nameOf.get(person.departmentId) ?? null,
  })
  const events = changes.flatMap(({ before, after }): (AuditRecord | undefined)[] => {
    const person = after ?? before
    if (!person) return []
    const { id, name } = person
    const fields = { ...(before && { before: fieldsOf(before) }), ...(after && { after: fieldsOf(after) }) }
    const event = changeEvent(actor, { kind: 'user', id, name, ...fields })
    return before && after ? withoutRole(event) : [event]
  })
  await recordAudit(
    trx,
    events.filter((event) => event !== undefined),
  )
}

/** Splits the change of the role from the rest. */
function withoutRole(event: AuditRecord | undefined): (AuditRecord | undefined)[] {
  if (!event?.before || !event.after || !('role' in event.after)) return [event]
  const { role: oldRole, ...before } = event.before
  const { role, ...after } = event.after
  return [
    { ...event, action: 'role.changed', before: { role: oldRole }, after: { role } },
    ...(Object.keys(after).length > 0 ? [{ ...event, before, after }] : []),
  ]
}

/** Names of the departments before and after: an id alone says nothing to the reader of the audit. */
async function departmentNames(trx: Trx, changes: readonly PersonChange[]) {
  const ids = changes.flatMap(({ before, after }) => [before?.departmentId, after?.departmentId])
  const wanted = [...new Set(ids.filter((id) => id !== undefined && id !== null))]
  const rows = await trx.selectFrom('departments').select(['id', 'name']).where('id', '=', anyOf(wanted)).execute()
  return new Map<number | null, string>(rows.map(({ id, name }) => [id, name]))
}
