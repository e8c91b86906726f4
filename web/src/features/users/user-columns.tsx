import { canResetSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { ruleErrors } from '@malote/core/shared/rule-errors.ts'
import { refusalIn, type Verdict } from '@malote/core/shared/verdict.ts'
import { isAnonymized } from '@malote/core/users/anonymized.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { canDeleteUser, canInviteUser } from '@malote/core/users/user-rules.ts'
import {
  IconDownload,
  IconLink,
  IconLogout,
  IconPencil,
  IconShieldCheck,
  IconShieldOff,
  IconTrash,
  IconUser,
  IconUserOff,
  IconUserStar,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { HoldingsLink } from '../../domain/users/holdings-link.tsx'
import { savePersonalData } from '../../domain/users/users.api.ts'
import { formatNumber } from '../../lib/format.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { ActiveBadge, StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { RowAction } from '../../ui/table/row-action.tsx'
import classes from './users.module.css'

/** @param actions null for viewers who may only read */
export const userColumns = (actions: UserActions | null): Column<User>[] => [
  { key: 'name', header: 'Nome', isRowHeader: true, cell: UserName },
  { key: 'email', header: 'E-mail', cell: Email },
  { key: 'phone', header: 'Telefone', cell: ({ phone }) => <span className="nowrap">{phone || '—'}</span> },
  { key: 'department', header: 'Departamento', cell: ({ departmentName }) => departmentName || '—' },
  { key: 'role', header: 'Perfil', width: '92px', cell: ({ role }) => <RoleBadge value={role} /> },
  { key: 'status', header: 'Status', width: '80px', cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '72px',
    align: 'end',
    cell: ({ protocolsCreated }) => formatNumber(protocolsCreated ?? 0),
  },
  ...(actions ? [actionsColumn(actions)] : []),
]

const actionsColumn = (actions: UserActions): Column<User> => ({
  key: 'actions',
  header: 'Ações',
  align: 'end',
  width: '112px',
  cell: (user) => <UserRowActions user={user} actions={actions} />,
})

function Email({ email }: User) {
  if (email && isAnonymized({ email })) return '—'
  const [name, ...domain] = (email ?? '').split('@')
  return (
    <span className={classes.email}>
      {name || '—'}
      {domain.length > 0 && (
        <>
          <wbr />@{domain.join('@')}
        </>
      )}
    </span>
  )
}

/** The name leads to what the person answers for. */
export function UserName({ id, name, firstAccess }: User) {
  return (
    <span className={classes.name}>
      {name ? <HoldingsLink userId={id} name={name} /> : '—'}
      {firstAccess && <FirstAccessBadge />}
    </span>
  )
}

const looks: Record<Role, { tone: Tone; icon: TablerIcon }> = {
  [role.admin]: { tone: 'progress', icon: IconShieldCheck },
  [role.manager]: { tone: 'returned', icon: IconUserStar },
  [role.user]: { tone: 'neutral', icon: IconUser },
}

export function RoleBadge({ value }: { value: Role }) {
  return <StatusBadge {...(looks[value] ?? looks[role.user])}>{value ?? '—'}</StatusBadge>
}

function FirstAccessBadge() {
  return <StatusBadge tone="pending">Primeiro acesso</StatusBadge>
}

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
      <PersonMenu user={user} actions={actions} />
    </div>
  )
}

/** What an Admin rarely does with an account. */
function PersonMenu({ user, actions }: { user: User; actions: UserActions }) {
  const viewer = useViewer()
  const { mutate, isPending } = useMutation(savePersonalData)
  const why = (verdict: Verdict) => refusalIn(verdict) ?? undefined
  return (
    <RowMenu label={`Mais ações para ${user.name}`} width={304}>
      <ActionMenuItem icon={IconLink} refusal={why(canInviteUser(viewer, user))} onPress={() => actions.invite(user)}>
        Novo convite
      </ActionMenuItem>
      <ActionMenuItem icon={IconLogout} onPress={() => actions.endSessions(user)}>
        Encerrar sessões
      </ActionMenuItem>
      <ActionMenuItem
        icon={IconShieldOff}
        refusal={why(canResetSecondStep(viewer, user))}
        onPress={() => actions.resetSecondStep(user)}
      >
        Redefinir verificação em duas etapas
      </ActionMenuItem>
      <ActionMenuItem icon={IconDownload} onPress={() => !isPending && mutate(user.id)}>
        Baixar dados pessoais
      </ActionMenuItem>
      {!user.isActive && !isAnonymized(user) && (
        <ActionMenuItem icon={IconUserOff} isDangerous onPress={() => actions.anonymize(user)}>
          Remover dados pessoais
        </ActionMenuItem>
      )}
    </RowMenu>
  )
}
