import type { User } from '@malote/core/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { itemName } from '../../domain/items/item-name.ts'
import { responsibilitiesQuery } from '../../domain/users/users.api.ts'
import { counted, formatDate } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { Banner } from '../../ui/banner.tsx'
import type { UserForm } from './user-form.ts'
import classes from './users.module.css'

/**
 * Warns that a user who is about to be moved or deactivated is responsible for pending items: lists them and says what
 * happens to them.
 */
export function DepartureWarning({ user }: { user: User }) {
  const { control } = useFormContext<UserForm>()
  const [departmentId, isActive] = useWatch({ control, name: ['departmentId', 'isActive'] })
  const isMoving = user.departmentId !== null && Number(departmentId) !== user.departmentId && departmentId !== ''
  const isLeaving = user.isActive && (!isActive || isMoving)
  const { data } = useQuery({ ...responsibilitiesQuery(user.id), enabled: isLeaving })
  const total = data?.meta?.total ?? 0
  if (!isLeaving || !data || total === 0) return null
  const rest = total - data.data.length
  return (
    <Banner tone="pending">
      <p>
        {user.name} responde por {counted(total, 'item pendente', 'itens pendentes')}. {becomesOf(total)}
      </p>
      <ul className={classes.items}>
        {data.data.map(
          ({ id, protocolId, documentNumber, description, itemType, returnDate, destinationDepartment }) => (
            <li key={id}>
              <AnchorLink
                to="/protocolos/$id"
                params={{ id: String(protocolId) }}
                target="_blank"
                inherit
                c="inherit"
                underline="always"
              >
                #{protocolId}
              </AnchorLink>
              {` · ${itemName({ documentNumber, description, itemType })} · ${destinationDepartment}`}
              {returnDate && ` · até ${formatDate(returnDate)}`}
            </li>
          ),
        )}
        {rest > 0 && <li>e mais {counted(rest, 'item', 'itens')}</li>}
      </ul>
    </Banner>
  )
}

const becomesOf = (total: number) =>
  total === 1
    ? 'Ele continua com essa pessoa até que um gestor do departamento de destino o tramite; os gestores serão avisados.'
    : 'Eles continuam com essa pessoa até que um gestor do departamento de destino os tramite; os gestores serão avisados.'
