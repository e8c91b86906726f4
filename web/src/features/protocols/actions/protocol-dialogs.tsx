import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { CancelProtocolDialog } from './cancel-protocol-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'

/** The open dialog and its protocol. */
export interface OpenProtocolDialog {
  action: 'complete' | 'cancel'
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
  const Dialog = action === 'complete' ? CompleteDialog : CancelProtocolDialog
  return <Dialog protocol={protocol} {...dialog} />
}
