import { lostFilesWords } from '../../../domain/session/lost-files.ts'
import { emptyItem } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'

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
    const { documentNumber, description, itemTypeId, categoryId, supplierId, responsibleId, reason } =
      before.get(item.itemId) ?? item
    return { ...item, documentNumber, description, itemTypeId, categoryId, supplierId, responsibleId, reason }
  })
  return { ...now, remarks: typed.remarks, items }
}
