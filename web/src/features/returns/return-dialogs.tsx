import type { BulkResults } from '@malote/core/items/item.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkReturnDialog } from './bulk-return-dialog.tsx'

/** What is asked, and about which rows. */
export type Asking = { what: 'return'; rows: readonly ReturnRow[] } | { what: 'assign'; row: ReturnRow }

interface ReturnDialogsProps {
  asking: Asking
  isOpen: boolean
  onReturned: (results: BulkResults, rows: readonly ReturnRow[]) => void
  onClose: () => void
}

/** Loaded when the first question is asked. */
export default function ReturnDialogs({ asking, onReturned, ...dialog }: ReturnDialogsProps) {
  if (asking.what === 'assign') return <AssignDialog row={asking.row} {...dialog} />
  const { rows } = asking
  return <BulkReturnDialog rows={rows} onDone={(results) => onReturned(results, rows)} {...dialog} />
}
