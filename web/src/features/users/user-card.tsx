import { isAnonymized } from '@malote/core/users/anonymized.ts'
import type { User } from '@malote/core/users/user.ts'
import { counted } from '../../lib/format.ts'
import { ActiveBadge } from '../../ui/status-badge.tsx'
import { RoleBadge } from './user-badges.tsx'
import { UserName } from './user-columns.tsx'
import { type UserActions, UserRowActions } from './user-row-actions.tsx'
import classes from './users.module.css'

/** A user as a card, for phones. */
export function UserCard({ user, actions }: { user: User; actions: UserActions | null }) {
  const { email, phone, departmentName, role, isActive, protocolsCreated } = user
  const address = isAnonymized(user) ? '' : email
  return (
    <div className={classes.card}>
      <strong>
        <UserName {...user} />
      </strong>
      <div className={`${classes.soft} ${classes.whole}`}>
        {address}
        {address && phone && ' · '}
        {phone && <span className={classes.phone}>{phone}</span>}
      </div>
      <div className={`${classes.line} ${classes.whole}`}>
        <RoleBadge value={role} />
        <ActiveBadge isActive={isActive} />
        <span className={classes.soft}>
          {departmentName || '—'} · {counted(protocolsCreated ?? 0, 'protocolo criado', 'protocolos criados')}
        </span>
      </div>
      {actions && (
        <div className={classes.whole}>
          <UserRowActions user={user} actions={actions} />
        </div>
      )}
    </div>
  )
}
