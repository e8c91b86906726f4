import { toNestErrors } from '@hookform/resolvers'
import type { Attachment, Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { missingReasons } from '@malote/core/protocols/return-requirement.ts'
import type { FieldPath, Resolver, UseFormSetError } from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrors } from '../../../lib/form-errors.ts'
import type { Choice } from '../../../ui/combobox-field.tsx'
import { fileProblems } from './file-problems.ts'

/** An item's form values; selects use strings. */
export interface ItemForm {
  /** null for a new item. */
  itemId: number | null
  documentNumber: string
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
}

export interface ProtocolForm {
  remarks: string
  originDepartmentId: string | null
  destinationDepartmentId: string | null
  requiresReturn: boolean
  items: ItemForm[]
}

/** An empty item, with the type and category of the previous one (contract 2.7.6). */
export const emptyItem = (before?: ItemForm): ItemForm => ({
  itemId: null,
  documentNumber: '',
  itemTypeId: before?.itemTypeId ?? null,
  categoryId: before?.categoryId ?? null,
  supplierId: null,
  responsibleId: null,
  reason: '',
  files: [],
  attachments: [],
  known: { category: null, responsible: null },
})

/** Form values of an existing protocol, without its cancelled items. */
export const protocolFormOf = (protocol: ProtocolDetail): ProtocolForm => ({
  remarks: protocol.remarks ?? '',
  originDepartmentId: String(protocol.originDepartmentId),
  destinationDepartmentId: String(protocol.destinationDepartmentId),
  requiresReturn: protocol.requiresReturn,
  items: protocol.items.filter(({ status }) => status !== itemStatus.cancelled).map(itemFormOf),
})

const itemFormOf = (item: Item): ItemForm => ({
  itemId: item.id,
  documentNumber: item.documentNumber ?? '',
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
})

const textOf = (id: number | null | undefined) => (id ? String(id) : null)

const optionOf = (id: number | null | undefined, name: string | null | undefined): Choice | null =>
  id ? { value: String(id), label: name ?? '' } : null

/** A list's options plus the item's current value. */
export const withKnown = (options: readonly Choice[], known: Choice | null): Choice[] =>
  known && !options.some(({ value }) => value === known.value) ? [...options, known] : [...options]

/** The form values as input of the `core` schemas. */
export const valuesOf = (form: ProtocolForm) => ({
  remarks: form.remarks,
  originDepartmentId: form.originDepartmentId ?? '',
  destinationDepartmentId: form.destinationDepartmentId ?? '',
  requiresReturn: form.requiresReturn,
  items: form.items.map(({ files, attachments, known, itemId, supplierId, ...item }) => ({
    ...item,
    ...(itemId && { id: itemId }),
    itemTypeId: item.itemTypeId ?? '',
    categoryId: item.categoryId ?? '',
    supplierId: supplierId?.value ?? '',
    responsibleId: item.responsibleId ?? '',
    hasAttachment: files.length > 0,
  })),
})

/** Validates all fields with the schema and rule of the server (contract 5). */
export const protocolResolver =
  (schema: z.ZodType, maxMegabytes: number | undefined): Resolver<ProtocolForm> =>
  async (form, _context, options) => {
    const parsed = schema.safeParse(valuesOf(form))
    const sentences = [
      ...(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message] as const) ?? []),
      ...Object.entries(missingReasons(form.requiresReturn, form.items)),
      ...fileProblems(form.items, maxMegabytes),
    ]
    if (sentences.length === 0) return { values: form, errors: {} }
    const fields = sentences.map(([path, message]) => [path, { type: 'validate', message }])
    return { values: {}, errors: toNestErrors(Object.fromEntries(fields), options) }
  }

/** The multipart body of both calls: items as JSON, and each item's files under its index (contract 7.4.3). */
export function toFormData(wire: Record<string, unknown>, items: readonly ItemForm[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(wire)) {
    if (value !== undefined && value !== null)
      form.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  for (const [index, { files }] of items.entries()) {
    for (const file of files) form.append(`attachment_${index}`, file)
  }
  return form
}

/** Shows the server's error messages at their fields; an error about a file goes to its item's files field. */
export function showProtocolErrors(error: unknown, wire: z.ZodType, setError: UseFormSetError<ProtocolForm>) {
  for (const [path, message] of fieldErrors(error, wire)) {
    const file = /^attachment_(\d+)$/.exec(path)
    setError((file ? `items.${file[1]}.files` : path) as FieldPath<ProtocolForm>, { type: 'server', message })
  }
}
