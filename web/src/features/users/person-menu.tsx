import { isAnonymized } from '@malote/core/users/anonymized.ts'
import type { User } from '@malote/core/users/user.ts'
import { IconDownload, IconUserOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { savePersonalData } from '../../domain/users/users.api.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'

interface PersonMenuProps {
  user: User
  /** Asks before the personal data are removed. */
  onAnonymize: (user: User) => void
}

/** What an Admin does with somebody's personal data; rarely needed, so it has no buttons of its own. */
export function PersonMenu({ user, onAnonymize }: PersonMenuProps) {
  const { mutate, isPending } = useMutation(savePersonalData)
  return (
    <RowMenu label={`Dados pessoais de ${user.name}`} width={232}>
      <ActionMenuItem icon={IconDownload} onPress={() => !isPending && mutate(user.id)}>
        Baixar dados pessoais
      </ActionMenuItem>
      {!user.isActive && !isAnonymized(user) && (
        <ActionMenuItem icon={IconUserOff} isDangerous onPress={() => onAnonymize(user)}>
          Remover dados pessoais
        </ActionMenuItem>
      )}
    </RowMenu>
  )
}
