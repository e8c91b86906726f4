import type { Attachment, Item } from '@malote/core/items/item.ts'
import { missingReasons } from '@malote/core/protocols/return-requirement.ts'
import type { Choice } from '../../../ui/fields/combobox-field.tsx'

/** The fields of an item that take an entry of a catalog or a person. */
export type ChoiceField = 'itemTypeId' | 'categoryId' | 'supplierId' | 'responsibleId'

/** An item's form values; selects use strings. */
export interface ItemForm {
  /** null for a new item. */
  itemId: number | null
  documentNumber: string
  /** What people call it (contract 17.1). */
  description: string
  itemTypeId: string | null
  categoryId: string | null
  supplierId: Choice | null
  responsibleId: string | null
  reason: string
  /** Files to upload; a new item takes one. */
  files: File[]
  /** Files already attached. */
  attachments: Attachment[]
  /** The item's current values, which stay selectable when the lists no longer contain them. */
  known: { category: Choice | null; responsible: Choice | null }
  /** Pasted names that stand for no one record of their list; one counts while its field is empty (contract 17.45). */
  unknown: Partial<Record<ChoiceField, string>>
  /** Those of these names that a list contains more than once, so that nobody knows which is meant. */
  ambiguous: ChoiceField[]
  /** Added by going on with Enter: it is not sent while nothing is typed into it. */
  isSpare: boolean
}

/** What a new item takes over from the one before it (contract 2.7.6). */
const carried = ['itemTypeId', 'categoryId', 'supplierId', 'responsibleId', 'reason', 'known'] as const
type Carried = Pick<ItemForm, (typeof carried)[number]>

const nothingCarried = (): Carried => ({
  itemTypeId: null,
  categoryId: null,
  supplierId: null,
  responsibleId: null,
  reason: '',
  known: { category: null, responsible: null },
})

/** An empty item, with the values that it takes over from the previous one. */
export function emptyItem(before?: ItemForm): ItemForm {
  const { itemTypeId, categoryId, supplierId, responsibleId, reason, known } = before ?? nothingCarried()
  return {
    itemId: null,
    documentNumber: '',
    description: '',
    ...{ itemTypeId, categoryId, supplierId, responsibleId, reason, known },
    files: [],
    attachments: [],
    unknown: {},
    ambiguous: [],
    isSpare: false,
  }
}

/** *Limpar campos*: the values that were taken over, emptied. */
export const clearedFields = { ...nothingCarried(), unknown: {}, ambiguous: [] }

/** Whether nothing was typed into a spare item, so that it only has what it took over. */
export function isUntouched(item: ItemForm, before: ItemForm | undefined): boolean {
  const { documentNumber, description, files } = item
  if (!item.isSpare || documentNumber.trim() || description.trim() || files.length > 0) return false
  const expected = emptyItem(before)
  return (
    openNames(item).length === 0 &&
    item.itemTypeId === expected.itemTypeId &&
    item.categoryId === expected.categoryId &&
    item.supplierId?.value === expected.supplierId?.value &&
    item.responsibleId === expected.responsibleId &&
    item.reason === expected.reason
  )
}

/** The items without an untouched spare one at the end. */
export function itemsToSend(items: readonly ItemForm[]): ItemForm[] {
  const last = items.at(-1)
  return last && isUntouched(last, items.at(-2)) ? items.slice(0, -1) : [...items]
}

/** Form values of an existing item. */
export const itemFormOf = (item: Item): ItemForm => ({
  itemId: item.id,
  documentNumber: item.documentNumber ?? '',
  description: item.description ?? '',
  itemTypeId: textOf(item.itemTypeId),
  categoryId: textOf(item.categoryId),
  supplierId: optionOf(item.supplierId, item.supplier),
  responsibleId: textOf(item.responsibleId),
  reason: item.reason ?? '',
  files: [],
  attachments: item.attachments ?? [],
  known: {
    category: optionOf(item.categoryId, item.category),
    responsible: optionOf(item.responsibleId, item.responsible),
  },
  unknown: {},
  ambiguous: [],
  isSpare: false,
})

const textOf = (id: number | null | undefined) => (id ? String(id) : null)

const optionOf = (id: number | null | undefined, name: string | null | undefined): Choice | null =>
  id ? { value: String(id), label: name ?? '' } : null

/** A list's options plus the item's current value. */
export const withKnown = (options: readonly Choice[], known: Choice | null): Choice[] =>
  known && !options.some(({ value }) => value === known.value) ? [...options, known] : [...options]

/** The pasted names of an item for which nothing is chosen yet. */
export const openNames = (item: Pick<ItemForm, ChoiceField | 'unknown'>) =>
  (Object.entries(item.unknown) as [ChoiceField, string][]).filter(([field]) => item[field] === null)

/** A field's note about a pasted name for which nothing is chosen yet. */
export const openNameWords = ({ ambiguous }: Pick<ItemForm, 'ambiguous'>, field: ChoiceField, name: string) =>
  `“${name}” ${ambiguous.includes(field) ? 'está na lista mais de uma vez' : 'não está na lista'}. Escolha uma opção.`

/** Whether an item has everything that is required, so that one can go on to the next (contract 5.2.1, 5.2.2). */
export const isReady = (item: ItemForm, requiresReturn: boolean) =>
  item.itemTypeId !== null &&
  Object.keys(missingReasons(requiresReturn, [item])).length === 0 &&
  openNames(item).length === 0

/** Whether its line says which item it is, when it is collapsed. */
export const isNamed = ({ documentNumber, description }: ItemForm) =>
  Boolean(documentNumber.trim() || description.trim())
