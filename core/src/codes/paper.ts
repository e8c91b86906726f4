import { itemStatus } from '../items/item-status.ts'

/** What the papers of a protocol say about it. */
export interface OnPaper {
  id: number
  originDepartmentId: number
  destinationDepartmentId: number
  items: readonly ItemOnPaper[]
}

export interface ItemOnPaper {
  id: number
  status: string
  documentNumber: string | null
  itemTypeId: number
  /** `yyyy-MM-dd` */
  returnDate: string | null
}

/** Hexadecimal digits of a fingerprint. */
export const fingerprintLength = 8

/**
 * The canonical form that a fingerprint is computed from (contract 22.5): compact JSON of
 * `[protocol id, origin id, destination id, [[item id, document number, item type id, due date], …]]`, in the order of the
 * item ids, without cancelled items; what is missing is null. Ids in place of names: a department that is renamed makes no
 * paper untrue.
 */
export function canonicalForm({ id, originDepartmentId, destinationDepartmentId, items }: OnPaper): string {
  const departing = items
    .filter(({ status }) => status !== itemStatus.cancelled)
    .toSorted((one, other) => one.id - other.id)
    .map((item) => [item.id, item.documentNumber, item.itemTypeId, item.returnDate])
  return JSON.stringify([id, originDepartmentId, destinationDepartmentId, departing])
}
