import { toNestErrors } from '@hookform/resolvers'
import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { missingReasons } from '@malote/core/protocols/return-requirement.ts'
import type { FieldPath, Resolver, UseFormSetError } from 'react-hook-form'
import type { z } from 'zod'
import { fileProblem as problemOf } from '../../../domain/items/file-problem.ts'
import { lostFilesWords } from '../../../domain/session/use-draft.ts'
import { fieldErrors } from '../../../lib/form-errors.ts'
import { type Sending, sendingOf } from '../../../lib/idempotency.ts'
import {
  type ChoiceField,
  emptyItem,
  type ItemForm,
  itemFormOf,
  itemsToSend,
  openNames,
  openNameWords,
} from './item-form.ts'

export interface ProtocolForm {
  remarks: string
  originDepartmentId: string | null
  destinationDepartmentId: string | null
  /** Several destinations, one protocol for each (contract 17.4); null: one destination. */
  destinationDepartmentIds: string[] | null
  requiresReturn: boolean
  items: ItemForm[]
}

/** Form values of an existing protocol, without its cancelled items. */
export const protocolFormOf = (protocol: ProtocolDetail): ProtocolForm => ({
  remarks: protocol.remarks ?? '',
  originDepartmentId: String(protocol.originDepartmentId),
  destinationDepartmentId: String(protocol.destinationDepartmentId),
  destinationDepartmentIds: null,
  requiresReturn: protocol.requiresReturn,
  items: protocol.items.filter(({ status }) => status !== itemStatus.cancelled).map(itemFormOf),
})

/** The form values as input of the `core` schemas: for one destination or for several. */
export const valuesOf = (form: ProtocolForm) => ({
  remarks: form.remarks,
  originDepartmentId: form.originDepartmentId ?? '',
  ...(form.destinationDepartmentIds
    ? { destinationDepartmentIds: form.destinationDepartmentIds }
    : { destinationDepartmentId: form.destinationDepartmentId ?? '' }),
  requiresReturn: form.requiresReturn,
  items: itemsToSend(form.items).map(
    ({ files, attachments, known, unknown, ambiguous, isSpare, itemId, supplierId, responsibleId, ...item }) => ({
      ...item,
      ...(itemId && { id: itemId }),
      itemTypeId: item.itemTypeId ?? '',
      categoryId: item.categoryId ?? '',
      supplierId: supplierId?.value ?? '',
      responsibleId: (!form.destinationDepartmentIds && responsibleId) || '',
      hasAttachment: files.length > 0,
    }),
  ),
})

/**
 * Validates all fields with the schema and rule of the server (contract 5).
 *
 * @param schemaOf the schema that the form is sent with
 */
export const protocolResolver =
  (schemaOf: (form: ProtocolForm) => z.ZodType, maxMegabytes: number | undefined): Resolver<ProtocolForm> =>
  async (form, _context, options) => {
    const values = valuesOf(form)
    const items = itemsToSend(form.items)
    const parsed = schemaOf(form).safeParse(values)
    const sentences = [
      ...(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message] as const) ?? []),
      ...Object.entries(missingReasons(form.requiresReturn, values.items)),
      ...fileProblems(items, maxMegabytes),
      ...openNameErrors(items, (field) => field !== 'responsibleId' || !form.destinationDepartmentIds),
    ]
    if (sentences.length === 0) return { values: form, errors: {} }
    const fields = sentences.map(([path, message]) => [path, { type: 'validate', message }])
    return { values: {}, errors: toNestErrors(Object.fromEntries(fields), options) }
  }

/** A pasted name is never dropped silently: the user chooses for it, or leaves the field empty. */
const openNameErrors = (items: readonly ItemForm[], isAsked: (field: ChoiceField) => boolean) =>
  items.flatMap((item, index) =>
    openNames(item)
      .filter(([field]) => isAsked(field))
      .map(([field, name]) => [`items.${index}.${field}`, openNameWords(item, field, name)] as const),
  )

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

/** A form as stored in a draft. */
export interface ProtocolDraft {
  form: ProtocolForm
  /** How many files were selected; browsers cannot restore them. */
  fileCount: number
}

export const withoutFiles = (form: ProtocolForm): ProtocolDraft => ({
  form: { ...form, items: form.items.map((item) => ({ ...item, files: [] })) },
  fileCount: form.items.reduce((sum, { files }) => sum + files.length, 0),
})

export const lostFiles = ({ fileCount }: ProtocolDraft) => lostFilesWords(fileCount)

/** The form of a draft; an older version of the app may have kept fewer fields. */
export const restoredForm = ({ form }: ProtocolDraft): ProtocolForm => ({
  ...form,
  destinationDepartmentIds: form.destinationDepartmentIds ?? null,
  items: form.items.map((item) => ({ ...emptyItem(), ...item })),
})

/** Applies typed values to the items that still exist. */
export function typedInto(now: ProtocolForm, typed: ProtocolForm): ProtocolForm {
  const before = new Map(typed.items.map((item) => [item.itemId, item]))
  const items = now.items.map((item) => {
    const { files, attachments, known, unknown, ambiguous, isSpare } = item
    return { ...(before.get(item.itemId) ?? item), files, attachments, known, unknown, ambiguous, isSpare }
  })
  return { ...now, remarks: typed.remarks, items }
}

interface ItemFiles {
  /** null for a new item. */
  itemId: number | null
  /** Files to upload. */
  files: readonly File[]
}

/** Files that the server would refuse, checked before the upload: error messages by field path. */
function fileProblems(items: readonly ItemFiles[], maxMegabytes: number | undefined) {
  return items.flatMap((item, index) => {
    const problem = fileProblem(item, maxMegabytes)
    return problem ? [[`items.${index}.files`, problem] as const] : []
  })
}

/** The same for one item, when a file is selected. */
export function fileProblem({ itemId, files }: ItemFiles, maxMegabytes?: number) {
  const formats: readonly string[] = itemId === null ? creationFormats : editFormats
  return files.map((file) => problemOf(file, formats, maxMegabytes)).find(Boolean)
}

/** The next submit of a form, with the key of the last one while the content is the same. */
export const nextSending = (last: Sending, form: ProtocolForm): Sending => sendingOf(last, contentOf(form))

/** Compares files by name, size and modification date. */
const contentOf = (form: ProtocolForm): string =>
  JSON.stringify({
    ...valuesOf(form),
    files: form.items.map(({ files }) => files.map(({ name, size, lastModified }) => ({ name, size, lastModified }))),
  })
