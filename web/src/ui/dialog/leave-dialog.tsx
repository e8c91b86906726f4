import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveDialogProps {
  isOpen: boolean
  /** Says what is not saved. */
  children: string
  isBusy?: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks for confirmation before discarding unsaved input. */
export function LeaveDialog({ isOpen, children, isBusy = false, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Sair sem salvar?"
      confirmLabel="Sair sem salvar"
      cancelLabel="Continuar editando"
      busyLabel="Saindo..."
      isBusy={isBusy}
      isDangerous
      onConfirm={onLeave}
      onClose={onStay}
    >
      {children}
    </ConfirmDialog>
  )
}
