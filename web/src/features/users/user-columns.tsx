import type { User } from '@malote/core/users/user.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { ActiveBadge, FirstAccessBadge, RoleBadge } from './user-badges.tsx'
import { type UserActions, UserRowActions } from './user-row-actions.tsx'
import classes from './users.module.css'

/** @param actions null for whoever may only read */
export const userColumns = (actions: UserActions | null): Column<User>[] => [
  { key: 'name', header: 'Nome', isRowHeader: true, cell: UserName },
  { key: 'email', header: 'E-mail', cell: ({ email }) => <span className={classes.email}>{email || '—'}</span> },
  { key: 'phone', header: 'Telefone', cell: ({ phone }) => <span className={classes.phone}>{phone || '—'}</span> },
  { key: 'department', header: 'Departamento', cell: ({ departmentName }) => departmentName || '—' },
  { key: 'role', header: 'Perfil', width: '100px', cell: ({ role }) => <RoleBadge value={role} /> },
  { key: 'status', header: 'Status', width: '90px', cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '96px',
    align: 'end',
    cell: ({ protocolsCreated }) => formatNumber(protocolsCreated ?? 0),
  },
  ...(actions ? [actionsColumn(actions)] : []),
]

const actionsColumn = (actions: UserActions): Column<User> => ({
  key: 'actions',
  header: 'Ações',
  align: 'end',
  width: '124px',
  cell: (user) => <UserRowActions user={user} actions={actions} />,
})

export function UserName({ name, firstAccess }: User) {
  return (
    <span className={classes.name}>
      {name || '—'}
      {firstAccess && <FirstAccessBadge />}
    </span>
  )
}
