import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CancelDialog } from '../../../domain/protocols/cancel-dialog.tsx'
import { errorMessage } from '../../../lib/api-error.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { protocolRefusalFailed, refuseProtocol } from './protocol-actions.api.ts'

interface RefuseDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  onDone: () => void
  onClose: () => void
}

/** *Recusar*: the destination does not take what was sent (contract 20.4). */
export function RefuseDialog({ isOpen, protocol: { id }, onDone, onClose }: RefuseDialogProps) {
  const { mutate, isPending, error } = useMutation(refuseProtocol(useQueryClient()))
  const refuse = (reason: string) => {
    const onSuccess = () => {
      onDone()
      onClose()
    }
    mutate({ id, reason }, { onSuccess, onError: showInPlace })
  }
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Recusar protocolo"
      text={`O protocolo #${id} será cancelado como recusado, e quem o enviou será avisado.`}
      reasonLabel="Motivo da recusa"
      submitLabel="Recusar protocolo"
      busyLabel="Recusando..."
      isBusy={isPending}
      error={error && errorMessage(error, protocolRefusalFailed)}
      onSubmit={refuse}
      onClose={onClose}
    />
  )
}
