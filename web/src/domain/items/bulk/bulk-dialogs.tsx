import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkValues, doToItems } from './bulk.api.ts'
import { type BulkAction, splitFor } from './bulk-actions.ts'
import { BulkConfirmDialog } from './bulk-confirm-dialog.tsx'
import type { BulkDialogProps, OpenBulkDialog } from './bulk-dialog-props.ts'
import { BulkDueDateDialog } from './bulk-due-date-dialog.tsx'
import { BulkHandoverDialog } from './bulk-handover-dialog.tsx'
import type { BulkItem, BulkOutcome } from './bulk-item.ts'
import { BulkRemindDialog } from './bulk-remind-dialog.tsx'
import { ConcernedItems } from './concerned-items.tsx'

interface BulkDialogsProps {
  open: OpenBulkDialog
  isOpen: boolean
  viewer: Viewer
  today: CivilDate
  /** Called with the result of each item; some may have been refused. */
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

/** One dialog per action; loaded when the first one opens. */
export default function BulkDialogs({ open, isOpen, viewer, today, onDone, onClose }: BulkDialogsProps) {
  const { action } = open
  const { mutate, isPending } = useMutation(doToItems(useQueryClient(), action))
  // The split of the moment of opening: a live update does not move items out of an open dialog.
  const [{ accepted, absent, refused }] = useState(() => splitFor(action, viewer, open.items, today))
  const [done, setDone] = useState(0)

  const submit = (values: BulkValues) =>
    mutate(
      { ...values, itemIds: accepted.map(({ id }) => id), onProgress: setDone },
      {
        onSuccess: (outcome) => {
          onDone(outcome)
          onClose()
        },
        onError: () => action === 'return' && onClose(),
      },
    )
  const dialog: BulkDialogProps = {
    isOpen,
    isBusy: isPending,
    items: accepted,
    concerned: (
      <ConcernedItems
        accepted={accepted}
        absent={absent}
        refused={refused}
        note={noteFor(action)}
        done={isPending ? done : null}
      />
    ),
    today,
    onSubmit: submit,
    onClose,
  }
  switch (action) {
    case 'return':
    case 'complete':
      return <BulkConfirmDialog verb={action} {...dialog} />
    case 'remind':
      return <BulkRemindDialog {...dialog} />
    case 'dueDate':
      return <BulkDueDateDialog {...dialog} />
    case 'assign':
    case 'transfer':
      return <BulkHandoverDialog kind={action} {...dialog} />
  }
}

const noteFor = (action: BulkAction) => (item: BulkItem) => {
  if (action === 'return') return `para ${item.protocol.originDepartment || 'a origem'}`
  return item.responsible ? `com ${item.responsible}` : ''
}
