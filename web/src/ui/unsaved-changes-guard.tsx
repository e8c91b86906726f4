import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface UnsavedChangesGuardProps {
  isDirty: boolean
  /** The changes are given up. */
  onLeave?: () => void
}

/** Asks before a form with changes is left, by a link, Back or by closing the tab. */
export function UnsavedChangesGuard({ isDirty, onLeave }: UnsavedChangesGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="Sair sem salvar?"
      confirmLabel="Sair sem salvar"
      cancelLabel="Continuar editando"
      busyLabel="Saindo..."
      isDangerous
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onClose={() => blocker.reset?.()}
    >
      As alterações feitas nesta página ainda não foram salvas.
    </ConfirmDialog>
  )
}
