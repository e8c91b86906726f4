import { isAnonymized } from '@malote/core/users/anonymized.ts'
import type { User } from '@malote/core/users/user.ts'
import { HoldingsLink } from '../../domain/users/holdings-link.tsx'
import { formatNumber } from '../../lib/format.ts'
import { ActiveBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { FirstAccessBadge, RoleBadge } from './user-badges.tsx'
import { type UserActions, UserRowActions } from './user-row-actions.tsx'
import classes from './users.module.css'

/** @param actions null for viewers who may only read */
export const userColumns = (actions: UserActions | null): Column<User>[] => [
  { key: 'name', header: 'Nome', isRowHeader: true, cell: UserName },
  { key: 'email', header: 'E-mail', cell: Email },
  { key: 'phone', header: 'Telefone', cell: ({ phone }) => <span className={classes.phone}>{phone || '—'}</span> },
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
  width: '104px',
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
