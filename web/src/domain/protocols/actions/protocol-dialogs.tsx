import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { ForwardDialog } from '../../items/forward/forward-dialog.tsx'
import { CheckDialog } from '../../receiving/check-dialog.tsx'
import { CancelProtocolDialog, RefuseDialog } from './closing-dialogs.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import type { ProtocolAction } from './protocol-actions.ts'
import { RedirectDialog } from './redirect-dialog.tsx'
import { useOvertakenAction } from './use-overtaken-action.ts'

const dialogs = {
  redirect: RedirectDialog,
  refuse: RefuseDialog,
  cancel: CancelProtocolDialog,
  complete: CompleteDialog,
} satisfies Partial<Record<ProtocolAction, unknown>>

/** The open dialog and its protocol. */
export interface OpenProtocolDialog {
  action: keyof typeof dialogs | 'check' | 'forward'
  protocol: ProtocolRow
}

interface ProtocolDialogsProps {
  open: OpenProtocolDialog
  isOpen: boolean
  onDone: () => void
  onClose: () => void
}

/** Loaded when the first dialog opens. */
export default function ProtocolDialogs({ open: { action, protocol }, ...dialog }: ProtocolDialogsProps) {
  const refusal = useOvertakenAction(action, protocol, dialog.isOpen)
  // These two say themselves what others have done, item by item.
  if (action === 'forward') return <ForwardDialog protocolId={protocol.id} {...dialog} />
  if (action === 'check') return <CheckDialog protocol={protocol} {...dialog} />
  const Dialog = dialogs[action]
  return <Dialog protocol={protocol} refusal={refusal} {...dialog} />
}
