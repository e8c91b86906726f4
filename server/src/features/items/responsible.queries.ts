import { responsibleElsewhere } from '@malote/core/items/item.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../db/connect.ts'

/**
 * The person who is to answer for an item: an active user of its destination (DESIGN 6). Held until the transaction
 * ends, so that nobody is deactivated or moved in between.
 *
 * @param field the field of the request that names the person, for the refusal
 */
export async function responsibleIn(trx: Trx, departmentId: number | null, userId: number, field: string) {
  const person = await trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', userId)
    .where('departmentId', '=', departmentId)
    .where('isActive', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!person) throw invalidFields({ [field]: responsibleElsewhere })
  return person
}
