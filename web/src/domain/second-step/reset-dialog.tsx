import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { counted } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { resetSecondStep, secondStepOfUserQuery } from './second-step.api.ts'

interface ResetDialogProps {
  isOpen: boolean
  user: { id: number; name: string }
  onClose: () => void
}

/** Asks an Admin before somebody's second step is removed. */
export function ResetDialog({ isOpen, user, onClose }: ResetDialogProps) {
  const secondStep = useQuery(secondStepOfUserQuery(user.id))
  const isNone = secondStep.data?.methods.length === 0
  const { mutate, isPending } = useMutation(resetSecondStep(useQueryClient()))
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Redefinir verificação em duas etapas"
      confirmLabel={isNone ? 'Entendi' : 'Redefinir'}
      busyLabel="Redefinindo..."
      isBusy={isPending}
      isDangerous={!isNone}
      onConfirm={() => (isNone ? onClose() : mutate(user.id, { onSettled: onClose }))}
      onClose={onClose}
    >
      <QueryStates
        query={secondStep}
        failed="Erro ao carregar a verificação em duas etapas. Tente novamente."
        loading={<Skeleton height={64} />}
      >
        {({ methods }) =>
          methods.length === 0 ? (
            <Banner tone="progress">{user.name} não usa a verificação em duas etapas: não há o que redefinir.</Banner>
          ) : (
            <p>
              Remover {counted(methods.length, 'forma de verificação', 'formas de verificação')} e os códigos de
              recuperação de {user.name}? As sessões dessa pessoa são encerradas, e ela volta a entrar só com a senha.
              Tenha certeza de que foi ela quem pediu.
            </p>
          )
        }
      </QueryStates>
    </ConfirmDialog>
  )
}
