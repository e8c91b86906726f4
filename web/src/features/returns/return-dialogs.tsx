import type { BulkResults } from '@malote/core/items/item.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkReturnDialog } from './bulk-return-dialog.tsx'

/** The open dialog and its rows. */
export type OpenReturnDialog = { what: 'return'; rows: readonly ReturnRow[] } | { what: 'assign'; row: ReturnRow }

interface ReturnDialogsProps {
  open: OpenReturnDialog
  isOpen: boolean
  onReturned: (results: BulkResults, rows: readonly ReturnRow[]) => void
  onClose: () => void
}

/** Loaded when the first dialog opens. */
export default function ReturnDialogs({ open, onReturned, ...dialog }: ReturnDialogsProps) {
  if (open.what === 'assign') return <AssignDialog row={open.row} {...dialog} />
  const { rows } = open
  return <BulkReturnDialog rows={rows} onDone={(results) => onReturned(results, rows)} {...dialog} />
}
