import { missingReasons } from '@malote/core/protocols/return-requirement.ts'
import { type ItemForm, openNames } from '../form/item-form.ts'

/** Whether an item has everything that is required, so that one can go on to the next (contract 5.2.1, 5.2.2). */
export const isReady = (item: ItemForm, requiresReturn: boolean) =>
  item.itemTypeId !== null &&
  Object.keys(missingReasons(requiresReturn, [item])).length === 0 &&
  openNames(item).length === 0

/** Whether its line says which item it is, when it is collapsed. */
export const isNamed = ({ documentNumber, description }: ItemForm) =>
  Boolean(documentNumber.trim() || description.trim())
