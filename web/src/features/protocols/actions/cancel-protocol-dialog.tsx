import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CancelDialog } from '../../../domain/protocols/cancel-dialog.tsx'
import { errorMessage } from '../../../lib/api-error.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { cancelProtocol, protocolCancellationFailed } from './protocol-actions.api.ts'

interface CancelProtocolDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  onDone: () => void
  onClose: () => void
}

export function CancelProtocolDialog({ isOpen, protocol: { id }, onDone, onClose }: CancelProtocolDialogProps) {
  const { mutate, isPending, error } = useMutation(cancelProtocol(useQueryClient()))
  const cancel = (reason: string) => {
    const onSuccess = () => {
      onDone()
      onClose()
    }
    mutate({ id, reason }, { onSuccess, onError: showInPlace })
  }
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Cancelar protocolo"
      text={`O protocolo #${id} e os seus itens pendentes serão cancelados.`}
      submitLabel="Cancelar protocolo"
      isBusy={isPending}
      error={error && errorMessage(error, protocolCancellationFailed)}
      onSubmit={cancel}
      onClose={onClose}
    />
  )
}
