import { responsibleElsewhere } from '@malote/core/items/item.ts'
import { type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import { anyOf } from '../../../db/any-of.ts'
import type { Trx } from '../../../db/connect.ts'
import type { Named, ReferencedIds } from '../forms/references.queries.ts'

/**
 * The person who is to answer for an item: an active user of its destination (contract 12.13). Held until the
 * transaction ends, so that nobody is deactivated or moved in between.
 *
 * @param field the field of the request that names the person, for the refusal
 */
export async function responsibleIn(
  trx: Trx,
  departmentId: number | null,
  userId: number,
  field: string,
): Promise<Named> {
  const [person] = await holdResponsibles(trx, departmentId, [userId])
  if (!person) throw invalidFields({ [field]: responsibleElsewhere })
  return person
}

/**
 * {@link responsibleIn} for the items of a form, in one statement; none when nobody is to answer for any.
 *
 * @throws AppError INVALID_INPUT at `items.n.destination_user_id`
 */
export async function ensureResponsiblesIn(
  trx: Trx,
  departmentId: number,
  items: readonly ReferencedIds[],
): Promise<void> {
  const ids = new Set(items.flatMap(({ responsibleId }) => responsibleId || []))
  if (ids.size === 0) return
  for (const { id } of await holdResponsibles(trx, departmentId, [...ids])) ids.delete(id)
  const found: FieldErrors = {}
  for (const [index, { responsibleId }] of items.entries()) {
    if (responsibleId && ids.has(responsibleId)) found[`items.${index}.destination_user_id`] = responsibleElsewhere
  }
  if (Object.keys(found).length > 0) throw invalidFields(found)
}

/** Admins first and then by id, as edits of users lock them: whoever locks several never waits for somebody in a circle. */
const holdResponsibles = (trx: Trx, departmentId: number | null, userIds: readonly number[]) =>
  trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', anyOf(userIds))
    .where('departmentId', '=', departmentId)
    .where('isActive', '=', true)
    .orderBy(sql`role = 'Admin'`, 'desc')
    .orderBy('id')
    .forShare()
    .execute()
