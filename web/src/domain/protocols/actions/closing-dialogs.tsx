import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../../lib/api-error.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import {
  type ClosedWithReason,
  cancelProtocol,
  protocolCancellationFailed,
  protocolRefusalFailed,
  refuseProtocol,
} from './protocol-actions.api.ts'

interface CloseDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  refusal: string | null
  onDone: () => void
  onClose: () => void
}

export function CancelProtocolDialog({ isOpen, ...props }: CloseDialogProps) {
  const dialog = useClosing(cancelProtocol(useQueryClient()), protocolCancellationFailed, props)
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Cancelar protocolo"
      text={`O protocolo #${props.protocol.id} e os seus itens pendentes serão cancelados.`}
      submitLabel="Cancelar protocolo"
      {...dialog}
    />
  )
}

/** *Recusar*: the destination does not take what was sent (contract 20.4). */
export function RefuseDialog({ isOpen, ...props }: CloseDialogProps) {
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
