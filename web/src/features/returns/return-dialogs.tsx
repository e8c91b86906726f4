import type { BulkResults } from '@malote/core/items/item.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { useMounted } from '@mantine/hooks'
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
export default function ReturnDialogs({ asking, isOpen, onReturned, onClose }: ReturnDialogsProps) {
  // A dialog remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  const rows = asking.what === 'return' ? asking.rows : []
  return (
    <>
      <BulkReturnDialog
        isOpen={isReady && isOpen && asking.what === 'return'}
        rows={rows}
        onDone={(results) => onReturned(results, rows)}
        onClose={onClose}
      />
      {asking.what === 'assign' && <AssignDialog isOpen={isReady && isOpen} row={asking.row} onClose={onClose} />}
    </>
  )
}
