import { responsibleElsewhere } from '@malote/core/items/item.ts'
import { AppError, errors, type FieldErrors } from '@malote/core/shared/errors.ts'
import type { ReferencedIds, References } from '../../../domain/custody/references.queries.ts'
import { refuseOn } from '../../../platform/db/failures.ts'

/**
 * Errors for references that do not exist or may not be chosen: an inactive supplier, a responsible user who does not
 * work at the destination (contract 12.13), or anybody when there are several destinations (contract 17.4).
 *
 * @returns Portuguese messages by wire path, for example `items.0.supplier_id`
 */
export function referenceErrors(
  items: readonly ReferencedIds[],
  { itemTypes, categories, suppliers, people }: References,
  destinationDepartmentId?: number,
): FieldErrors {
  const found: FieldErrors = {}
  for (const [index, { itemTypeId, categoryId, supplierId, responsibleId }] of items.entries()) {
    const path = (field: string) => `items.${index}.${field}`
    if (itemTypeId && !itemTypes.has(itemTypeId)) found[path('item_type_id')] = errors.ITEM_TYPE_NOT_FOUND.message
    if (categoryId && !categories.has(categoryId)) found[path('category_id')] = errors.CATEGORY_NOT_FOUND.message
    if (supplierId) {
      const supplier = suppliers.get(supplierId)
      if (!supplier) found[path('supplier_id')] = errors.SUPPLIER_NOT_FOUND.message
      else if (!supplier.isActive) found[path('supplier_id')] = 'Este fornecedor está inativo'
    }
    if (responsibleId && destinationDepartmentId === undefined) {
      found[path('destination_user_id')] = 'Com vários destinos, os responsáveis são indicados depois do envio'
    } else if (responsibleId) {
      const person = people.get(responsibleId)
      if (!person?.isActive || person.departmentId !== destinationDepartmentId) {
        found[path('destination_user_id')] = responsibleElsewhere
      }
    }
  }
  return found
}

/**
 * Converts a foreign key violation into INVALID_INPUT: a referenced record may be deleted between the check and the
 * change.
 */
export const refuseGone = <Result>(change: Promise<Result>): Promise<Result> =>
  refuseOn(
    'foreignKey',
    (cause) =>
      new AppError('INVALID_INPUT', {
        message: 'Um dos cadastros escolhidos acabou de ser excluído. Recarregue a página e escolha outro.',
        cause,
      }),
    change,
  )
