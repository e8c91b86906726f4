import { canAssign, canCompleteItem, canReturnInBulk, canSetDueDate } from '@malote/core/items/item-rules.ts'
import { type ReturnRow, returnStatusFilter } from '@malote/core/returns/return-row.ts'
import { protocolOfRow, sideOf } from '@malote/core/returns/return-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { isOnlyAbsent } from '../../domain/items/bulk/bulk-actions.ts'
import type { BulkItem } from '../../domain/items/bulk/bulk-item.ts'
import type { ReturnSearch } from './return-search.ts'

/**
 * Why a row cannot be chosen; null if it can. Every view lets one choose what may be returned (contract 6.6),
 * and what did not come, which the dialog then names. What the
 * origin waits for can be chosen under 'A receber de volta' or 'Retornado', and what nobody answers for under
 * 'Não atribuído' (contract 17.50).
 */
export function choiceRefusal(viewer: Viewer, row: ReturnRow, view: ReturnSearch): string | null {
  const protocol = protocolOfRow(row)
  const verdict = canReturnInBulk(viewer, protocol, row)
  if (verdict.allowed || isOnlyAbsent(verdict)) return null
  const isOfOrigin = view.side === 'toReceive' || view.status === returnStatusFilter.returned
  const mayAct = canSetDueDate(viewer, protocol, row).allowed || canCompleteItem(viewer, protocol, row).allowed
  if (isOfOrigin && mayAct) return null
  if (view.responsible === 'none' && canAssign(viewer, protocol, row).allowed) return null
  return mayAct && sideOf(viewer, row) === 'toReceive' ? chooseSide : verdict.message
}

const chooseSide = 'Para cobrar ou prorrogar vários de uma vez, escolha “A receber de volta”.'

/** A row as the bulk actions know it. */
export const bulkItemOf = (row: ReturnRow): BulkItem => ({
  ...row,
  protocol: {
    ...protocolOfRow(row),
    originDepartment: row.originDepartment,
    destinationDepartment: row.destinationDepartment,
  },
})
