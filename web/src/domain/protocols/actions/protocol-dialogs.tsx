import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { isOpen as isOpenStatus } from '@malote/core/protocols/protocol-status.ts'
import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../../lib/api-error.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { forgetErrors } from '../../../ui/toasts.ts'
import { WhoIsTold } from '../../acts/who-is-told.tsx'
import { ForwardDialog } from '../../items/forward/forward-dialog.tsx'
import { CheckDialog } from '../../receiving/check-form.tsx'
import { useViewer } from '../../session/session.tsx'
import { CancelDialog } from '../cancel-dialog.tsx'
import { refusalWords, useChangedProtocol } from '../protocols.api.ts'
import { whatHappened } from '../what-happened.ts'
import {
  type ClosedWithReason,
  cancelProtocol,
  completeProtocol,
  protocolCancellationFailed,
  protocolRefusalFailed,
  refuseProtocol,
} from './protocol-actions.api.ts'
import { mayDo, type ProtocolAction } from './protocol-actions.ts'
import { RedirectDialog } from './redirect-dialog.tsx'

interface CloseDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  refusal: string | null
  onDone: () => void
  onClose: () => void
}

function CancelProtocolDialog({ isOpen, ...props }: CloseDialogProps) {
  const dialog = useClosing(cancelProtocol(useQueryClient()), protocolCancellationFailed, props)
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Cancelar protocolo"
      text={`O protocolo #${props.protocol.id} e os seus itens pendentes serão cancelados.`}
      submitLabel="Cancelar protocolo"
      told={<WhoIsTold act="cancel" protocolId={props.protocol.id} />}
      {...dialog}
    />
  )
}

/** *Recusar*: the destination does not take what was sent (contract 20.4). */
function RefuseDialog({ isOpen, ...props }: CloseDialogProps) {
  const dialog = useClosing(refuseProtocol(useQueryClient()), protocolRefusalFailed, props)
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Recusar protocolo"
      text={`O protocolo #${props.protocol.id} será cancelado como recusado, e quem o enviou será avisado.`}
      reasonLabel="Motivo da recusa"
      submitLabel="Recusar protocolo"
      busyLabel="Recusando..."
      {...dialog}
    />
  )
}

function useClosing<Answer, Before>(
  save: MutationOptions<Answer, Error, ClosedWithReason, Before>,
  failed: string,
  { protocol: { id }, refusal, onDone, onClose }: Omit<CloseDialogProps, 'isOpen'>,
) {
  const { mutate, isPending, error } = useMutation(save)
  const onSuccess = () => {
    onDone()
    onClose()
  }
  return {
    isBusy: isPending,
    refusal,
    error: error && errorMessage(error, failed),
    onSubmit: (reason: string) => mutate({ id, reason }, { onSuccess, onError: showInPlace }),
    onClose,
  }
}

interface CompleteDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  refusal: string | null
  onDone: () => void
  onClose: () => void
}

function CompleteDialog({ isOpen, protocol, refusal, onDone, onClose }: CompleteDialogProps) {
  const { id, requiresReturn } = protocol
  const { mutate, isPending } = useMutation(completeProtocol(useQueryClient()))
  const complete = () => {
    forgetErrors()
    mutate(id, { onSuccess: onDone, onSettled: onClose })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Concluir protocolo"
      confirmLabel="Concluir protocolo"
      busyLabel="Concluindo..."
      isBusy={isPending}
      refusal={refusal}
      onConfirm={complete}
      onClose={onClose}
    >
      <p>
        O protocolo #{id} será concluído
        {!requiresReturn && <span> e todos os itens serão marcados como concluídos</span>}.
      </p>
      <p>Esta ação não pode ser desfeita.</p>
      <WhoIsTold act="complete" protocolId={id} />
    </ConfirmDialog>
  )
}

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

/** Actions that somebody else's receipt alone rules out. */
const beforeReceipt: readonly ProtocolAction[] = ['refuse', 'redirect']

/** Why the action of an open dialog can no longer be done, with who was quicker; null while it can. */
function useOvertakenAction(action: ProtocolAction, { id }: ProtocolRow, isOpen: boolean): string | null {
  const viewer = useViewer()
  const protocol = useChangedProtocol(id, isOpen)
  if (!protocol) return null
  const verdict = mayDo(action, viewer, protocol)
  if (verdict.allowed) return null
  const isByStatus = !isOpenStatus(protocol.status) || beforeReceipt.includes(action)
  return (isByStatus && whatHappened(protocol)) || refusalWords(verdict)
}
