import type { ProtocolForm } from './protocol-form.ts'

/** A form as it is put away. */
export interface ProtocolDraft {
  form: ProtocolForm
  /** How many files had been chosen; a browser gives them to nobody a second time. */
  fileCount: number
}

export const withoutFiles = (form: ProtocolForm): ProtocolDraft => ({
  form: { ...form, items: form.items.map((item) => ({ ...item, files: [] })) },
  fileCount: form.items.reduce((sum, { files }) => sum + files.length, 0),
})

export const lostFiles = ({ fileCount }: ProtocolDraft) =>
  fileCount > 0 && 'Os anexos não puderam ser guardados: escolha os arquivos novamente.'

/** What was typed, in the items that are still there. */
export function typedInto(now: ProtocolForm, typed: ProtocolForm): ProtocolForm {
  const before = new Map(typed.items.map((item) => [item.itemId, item]))
  const items = now.items.map((item) => {
    const { documentNumber, itemTypeId, categoryId, supplierId, responsibleId, reason } =
      before.get(item.itemId) ?? item
    return { ...item, documentNumber, itemTypeId, categoryId, supplierId, responsibleId, reason }
  })
  return { ...now, remarks: typed.remarks, items }
}
