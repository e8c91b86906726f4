import type { User } from '@malote/core/users/user.ts'
import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { anonymizeUser } from '../../domain/users/users.api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

interface AnonymizeDialogProps {
  isOpen: boolean
  user: User | null
  onClose: () => void
}

/** Asks an Admin before the personal data of somebody who left are removed for good. */
export function AnonymizeDialog({ isOpen, user, onClose }: AnonymizeDialogProps) {
  const { mutate, isPending } = useMutation(anonymizeUser(useQueryClient()))
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remover dados pessoais"
      confirmLabel="Remover para sempre"
      busyLabel="Removendo..."
      isBusy={isPending}
      isDangerous
      onConfirm={() => user && mutate(user, { onSettled: onClose })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>
          Remover os dados pessoais de {user?.name}? O nome vira “Pessoa removida {user?.id}”, e e-mail, telefone,
          senha, verificação em duas etapas, sessões, redes e notificações são apagados. Não há como desfazer.
        </p>
        <p>
          Os protocolos, os comentários e o histórico continuam: são o registro de custódia, e os textos do histórico
          mantêm o nome de quem praticou cada ato.
        </p>
      </Stack>
    </ConfirmDialog>
  )
}
