import { useState } from 'react'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { forgetErrors, notifyError } from '../../../ui/toasts.ts'
import { useToday } from '../../organisation/config.ts'
import type { Selection } from '../../screens/use-selection.ts'
import { useViewer } from '../../session/session.tsx'
import { type BulkAction, noneChosen } from './bulk-actions.ts'
import type { BulkItem, BulkOutcome } from './bulk-item.ts'
import { type OpenBulkDialog, type Refusals, refusalsOf } from './refusals.tsx'

const BulkDialogs = lazyPart(() => import('./bulk-dialogs.tsx'))

interface BulkOptions<Row> {
  selection: Selection<Row>
  toItem: (row: Row) => BulkItem
  onDone?: (action: BulkAction, outcome: BulkOutcome) => void
}

/** The bulk actions of a list of items. Items that were sent leave the selection, also the refused ones, which are listed. */
export function useBulk<Row>({ selection, toItem, onDone }: BulkOptions<Row>) {
  const viewer = useViewer()
  const today = useToday()
  const dialog = useDialog<OpenBulkDialog>()
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const items = selection.rows.map(toItem)

  const run = (action: BulkAction) => {
    if (items.length === 0) return notifyError(noneChosen(action))
    forgetErrors()
    dialog.open({ action, items })
  }
  const { subject } = dialog
  const dialogs = subject && (
    <BulkDialogs
      key={dialog.opening}
      open={subject}
      isOpen={dialog.isOpen}
      viewer={viewer}
      today={today}
      onDone={(outcome) => {
        selection.drop([...outcome.done, ...outcome.errors.map(({ id }) => id)])
        setRefusals(refusalsOf(subject, outcome))
        onDone?.(subject.action, outcome)
      }}
      onClose={dialog.close}
    />
  )
  return { run, dialogs, refusals, forgetRefusals: () => setRefusals(null), isDialogOpen: dialog.isOpen }
}
