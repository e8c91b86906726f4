import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { focusContent } from '../../lib/content.ts'
import { telling } from '../../lib/telling.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import type { RegisterWords } from './register-words.ts'

interface DeleteDialogProps {
  isOpen: boolean
  id: number
  name: string
  words: RegisterWords
  remove: MutationOptions<void, Error, number>
  onClose: () => void
}

/** Asks for confirmation before deleting a row of a settings screen. */
export function DeleteDialog({ isOpen, id, name, words, remove, onClose }: DeleteDialogProps) {
  const { mutate, isPending } = useMutation(telling(remove, { success: words.deleted, failure: words.deleteFailed }))
  const confirm = () => {
    forgetErrors()
    mutate(id, {
      onSuccess: focusContent, // the button that opened the dialog is gone with its row
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.delete}
      confirmLabel="Sim, excluir"
      cancelLabel="Não, cancelar"
      busyLabel="Excluindo..."
      isBusy={isPending}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      {words.confirmation(name)}
    </ConfirmDialog>
  )
}
