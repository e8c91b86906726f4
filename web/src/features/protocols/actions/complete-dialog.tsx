import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface CompleteDialogProps {
  isOpen: boolean
  protocol: ProtocolRow | null
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function CompleteDialog({ protocol, ...dialog }: CompleteDialogProps) {
  return (
    <ConfirmDialog {...dialog} title="Concluir protocolo" confirmLabel="Concluir protocolo" busyLabel="Concluindo...">
      <p>
        O protocolo #{protocol?.id} será concluído
        {!protocol?.requiresReturn && ' e todos os itens serão marcados como concluídos'}.
      </p>
      <p>Esta ação não pode ser desfeita.</p>
    </ConfirmDialog>
  )
}
