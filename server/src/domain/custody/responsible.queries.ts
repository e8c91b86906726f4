import { responsibleElsewhere } from '@malote/core/items/item.ts'
import { type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import type { Named, ReferencedIds } from './references.queries.ts'

/**
 * The person to be made responsible for an item: an active user of its destination (contract 12.13). Locked until the
 * transaction ends, so that the person cannot be deactivated or moved meanwhile.
 *
 * @param field the request field with the person's id, for the error
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
 * Like {@link responsibleIn}, for all items of a form in one statement. Does nothing when no item has a responsible
 * user.
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

/** Locks in order of id, as `lockUsers` does, so that transactions that lock several people cannot deadlock. */
const holdResponsibles = (trx: Trx, departmentId: number | null, userIds: readonly number[]) =>
  trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', anyOf(userIds))
    .where('departmentId', '=', departmentId)
    .where('isActive', '=', true)
    .orderBy('id')
    .forShare()
    .execute()

/** Ids of all users responsible for items of the protocol. */
export async function responsiblesOf(trx: Trx, protocolId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('items')
    .select('responsibleId')
    .distinct()
    .where('protocolId', '=', protocolId)
    .where('responsibleId', 'is not', null)
    .execute()
  return rows.flatMap(({ responsibleId }) => responsibleId ?? [])
}
