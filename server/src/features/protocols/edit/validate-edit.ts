import { type DueInputs, deriveDueDate } from '@malote/core/due-dates/derive-due-date.ts'
import { mostFilesPerItem, tooManyFilesSentence } from '@malote/core/items/attachment-formats.ts'
import type { EditedItem } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { conflictWithCategories, missingReasons } from '@malote/core/protocols/return-requirement.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError, errors, type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import type { LockedProtocol } from '../../../domain/custody/lock-protocol.ts'
import {
  type Category,
  findReferences,
  type ReferencedIds,
  type References,
} from '../../../domain/custody/references.queries.ts'
import { ensureResponsiblesIn } from '../../../domain/custody/responsible.queries.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import type { ReceivedFile } from '../../../platform/files/receive-file.ts'
import { dueDatesOf, inputsFrom } from '../forms/compute-due-dates.ts'
import { referenceErrors } from '../forms/reference-errors.ts'
import type { EditableItem } from './edited-items.queries.ts'

/** What an edit does to one item; the n-th edit belongs to the n-th item of the form. */
export interface ItemEdit {
  before: EditableItem
  after: EditableItem
  isChanged: boolean
  /** The category after the edit, when it is another one than before. */
  category: Category | null
  /** What its due date is derived from with another category; null when it keeps the one it has. */
  inputs: DueInputs | null
}

/**
 * Computes and validates the changes to the items. Validates only what changes: a category or supplier that has become
 * invalid since it was chosen does not prevent other corrections. Locks new responsible users until the transaction
 * ends.
 *
 * @throws AppError INVALID_INPUT with every wrong field, ITEM_ALREADY_CANCELLED
 */
export async function validateEdit(
  trx: Trx,
  protocol: LockedProtocol,
  current: ReadonlyMap<number, EditableItem>,
  edits: readonly EditedItem[],
  files: readonly ReceivedFile[],
  timeZone: string,
): Promise<ItemEdit[]> {
  const known = edits.flatMap((edit) => current.get(edit.id) ?? [])
  if (known.length < edits.length || new Set(known).size < edits.length) throw unknownItems(current, edits)

  const chosen = edits.map((edit, index) => newlyChosen(edit, known[index]))
  const references = await findReferences(trx, [], chosen)
  const start = civilDateIn(new Date(protocol.createdAt), timeZone)
  const dueDates = await dueDatesOf(trx, start, protocol.requiresReturn ? references.categories.values() : [])
  const items = known.map((before, index) => {
    const after = edited(before, edits[index] ?? { id: before.id, itemTypeId: before.itemTypeId }, references)
    const isMoved = protocol.requiresReturn && after.categoryId !== before.categoryId
    const inputs = isMoved ? inputsFrom(dueDates.get(after.categoryId ?? 0)) : null
    if (inputs) after.returnDate = deriveDueDate(inputs, before.dueLimit?.returnDate ?? null).date
    const category = references.categories.get(after.categoryId ?? 0) ?? null
    return { before, after, isChanged: differ(before, after), category, inputs }
  })

  const isTouched = ({ isChanged }: ItemEdit, index: number) => isChanged || files.some((file) => file.index === index)
  if (items.some((item, index) => item.before.status === itemStatus.cancelled && isTouched(item, index))) {
    throw new AppError('ITEM_ALREADY_CANCELLED')
  }
  const found: FieldErrors = {
    ...missingReasons(
      protocol.requiresReturn,
      items.map(({ after }) => (isPending(after) ? after : settled)),
    ),
    ...categoryErrors(protocol.requiresReturn, chosen, references),
    ...referenceErrors(chosen, references, protocol.destinationDepartmentId),
    ...tooManyFiles(items, files),
  }
  if (Object.keys(found).length > 0) throw invalidFields(found)
  await ensureResponsiblesIn(trx, protocol.destinationDepartmentId, chosen)
  return items
}

const isPending = ({ status }: EditableItem) => status === itemStatus.pending
/** Placeholder for an item that no longer needs a reason. */
const settled = { reason: '-' }

function unknownItems(current: ReadonlyMap<number, EditableItem>, edits: readonly EditedItem[]): AppError {
  const found: FieldErrors = {}
  for (const [index, { id }] of edits.entries()) {
    if (!current.has(id)) found[`items.${index}.id`] = errors.ITEM_NOT_FOUND.message
    else if (edits.findIndex((other) => other.id === id) < index) found[`items.${index}.id`] = 'Item repetido na lista'
  }
  return invalidFields(found)
}

function categoryErrors(
  requiresReturn: boolean,
  chosen: readonly ReferencedIds[],
  { categories }: References,
): FieldErrors {
  const found: FieldErrors = {}
  for (const [index, { categoryId }] of chosen.entries()) {
    const category = categoryId ? categories.get(categoryId) : undefined
    const conflict = category && conflictWithCategories(requiresReturn, [category])
    if (conflict) found[`items.${index}.category_id`] = conflict
  }
  return found
}

function tooManyFiles(items: readonly ItemEdit[], files: readonly ReceivedFile[]): FieldErrors {
  const found: FieldErrors = {}
  for (const { index, field } of files) {
    const added = files.filter((file) => file.index === index).length
    const before = items[index]?.before.attachmentCount ?? 0
    if (before + added > mostFilesPerItem.edit) found[field] = tooManyFilesSentence(mostFilesPerItem.edit)
  }
  return found
}

/** True when the edit changes the item. */
const differ = (before: EditableItem, after: EditableItem): boolean =>
  (Object.keys(before) as (keyof EditableItem)[]).some((field) => after[field] !== before[field])

/** References in the form that the item does not have yet. */
function newlyChosen(edit: EditedItem, before: EditableItem | undefined): ReferencedIds {
  const unlessSame = (key: keyof ReferencedIds) => (edit[key] === before?.[key] ? undefined : edit[key])
  return {
    itemTypeId: unlessSame('itemTypeId'),
    categoryId: unlessSame('categoryId'),
    supplierId: unlessSame('supplierId'),
    responsibleId: unlessSame('responsibleId'),
  }
}

/** The item after the edit: fields missing from the form keep their value, empty ones are cleared. */
function edited(before: EditableItem, edit: EditedItem, references: References): EditableItem {
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
    documentNumber: written(before.documentNumber, edit.documentNumber),
    description: written(before.description, edit.description),
    reason: written(before.reason, edit.reason),
  }
}
