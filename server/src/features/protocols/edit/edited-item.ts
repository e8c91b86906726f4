import type { EditedItem } from '@malote/core/items/item.ts'
import type { ReferencedIds, References } from '../../../domain/custody/references.queries.ts'
import type { EditableItem } from './edited-items.queries.ts'

const fields = ['itemTypeId', 'categoryId', 'supplierId', 'responsibleId', 'description', 'reason'] as const

/** True when the edit changes the item. */
export const differ = (before: EditableItem, after: EditableItem): boolean =>
  fields.some((field) => after[field] !== before[field])

/** References in the form that the item does not have yet. */
export function newlyChosen(edit: EditedItem, before: EditableItem | undefined): ReferencedIds {
  const unlessSame = (key: keyof ReferencedIds) => (edit[key] === before?.[key] ? undefined : edit[key])
  return {
    itemTypeId: unlessSame('itemTypeId'),
    categoryId: unlessSame('categoryId'),
    supplierId: unlessSame('supplierId'),
    responsibleId: unlessSame('responsibleId'),
  }
}

/** The item after the edit: fields missing from the form keep their value, empty ones are cleared. */
export function edited(before: EditableItem, edit: EditedItem, references: References): EditableItem {
  const { itemTypes, categories, suppliers, people } = references
  const named = <Id extends number | null>(
    old: Id,
    chosen: Id | undefined,
    name: string | null,
    found: typeof itemTypes,
  ) =>
    chosen === undefined || chosen === old
      ? ([old, name] as const)
      : ([chosen, found.get(chosen ?? 0)?.name ?? null] as const)
  const [itemTypeId, itemType] = named(before.itemTypeId, edit.itemTypeId, before.itemType, itemTypes)
  const [categoryId, category] = named(before.categoryId, edit.categoryId, before.category, categories)
  const [supplierId, supplier] = named(before.supplierId, edit.supplierId, before.supplier, suppliers)
  const [responsibleId, responsible] = named(before.responsibleId, edit.responsibleId, before.responsible, people)
  const written = (old: string | null, text: string | null | undefined) => (text === undefined ? old : text || null)
  return {
    ...before,
    itemTypeId,
    itemType: itemType ?? '',
    categoryId,
    category,
    supplierId,
    supplier,
    responsibleId,
    responsible,
    description: written(before.description, edit.description),
    reason: written(before.reason, edit.reason),
  }
}
