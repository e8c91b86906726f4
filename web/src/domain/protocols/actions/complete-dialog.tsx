import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { forgetErrors } from '../../../ui/toasts.ts'
import { completeProtocol } from './protocol-actions.api.ts'

interface CompleteDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  refusal: string | null
  onDone: () => void
  onClose: () => void
}

export function CompleteDialog({ isOpen, protocol, refusal, onDone, onClose }: CompleteDialogProps) {
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
        {!requiresReturn && ' e todos os itens serão marcados como concluídos'}.
      </p>
      <p>Esta ação não pode ser desfeita.</p>
    </ConfirmDialog>
  )
}
