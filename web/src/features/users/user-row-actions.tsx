import { canResetSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { ruleErrors } from '@malote/core/shared/rule-errors.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { isAnonymized } from '@malote/core/users/anonymized.ts'
import type { User } from '@malote/core/users/user.ts'
import { canDeleteUser, canInviteUser } from '@malote/core/users/user-rules.ts'
import {
  IconDownload,
  IconLink,
  IconLogout,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserOff,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { savePersonalData } from '../../domain/users/users.api.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { RowAction } from '../../ui/table/row-action.tsx'
import classes from './users.module.css'

/** An Admin's actions on a user; each opens a dialog. */
export interface UserActions {
  /** null for a new user. */
  form: (user: User | null) => void
  invite: (user: User) => void
  /** null for everybody. */
  endSessions: (user: User | null) => void
  /** Asks before the user's second step is removed. */
  resetSecondStep: (user: User) => void
  /** Asks before the user's personal data are removed. */
  anonymize: (user: User) => void
  remove: (user: User) => void
  activeAdmins: number
}

export function UserRowActions({ user, actions }: { user: User; actions: UserActions }) {
  const viewer = useViewer()
  const { name } = user
  return (
    <div className={classes.actions}>
      <RowAction
        label={`Editar ${name}`}
        hint="Editar"
        icon={IconPencil}
        refusal={isAnonymized(user) ? ruleErrors.USER_ANONYMIZED.message : null}
        onPress={() => actions.form(user)}
      />
      <RowAction
        label={`Encerrar sessões de ${name}`}
        hint="Encerrar sessões"
        icon={IconLogout}
        onPress={() => actions.endSessions(user)}
      />
      <RowAction
        label={`Redefinir verificação em duas etapas de ${name}`}
        hint="Redefinir verificação em duas etapas"
        icon={IconShieldOff}
        refusal={refusalIn(canResetSecondStep(viewer, user))}
        onPress={() => actions.resetSecondStep(user)}
      />
      <RowAction
        label={`Novo convite para ${name}`}
        hint="Novo convite"
        icon={IconLink}
        refusal={refusalIn(canInviteUser(viewer, user))}
        onPress={() => actions.invite(user)}
      />
      <RowAction
        label={`Excluir ${name}`}
        hint="Excluir"
        icon={IconTrash}
        isDangerous
        // The reason of contract 2.12.10 for users with protocols takes precedence over all others.
        refusal={
          user.protocolsCreated > 0
            ? ruleErrors.USER_HAS_PROTOCOLS.message
            : refusalIn(canDeleteUser(viewer, user, actions.activeAdmins))
        }
        onPress={() => actions.remove(user)}
      />
      <PersonMenu user={user} onAnonymize={actions.anonymize} />
    </div>
  )
}

interface PersonMenuProps {
  user: User
  /** Asks before the personal data are removed. */
  onAnonymize: (user: User) => void
}

/** What an Admin does with somebody's personal data; rarely needed, so it has no buttons of its own. */
function PersonMenu({ user, onAnonymize }: PersonMenuProps) {
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
