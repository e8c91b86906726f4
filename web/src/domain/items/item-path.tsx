import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { custodyOf } from '@malote/core/tracking/custody.ts'
import { PathSmall } from '../../ui/path/path-small.tsx'
import { lineOf } from '../protocols/custody-side.ts'
import { shortDueReturnPathOf, undatedReturnPath } from '../protocols/return-path.tsx'

interface ItemPathProps {
  item: Pick<Item, 'status' | 'returnDate' | 'forwardedTo'>
  protocol: {
    status: ProtocolStatus
    receivedAt: string | null
    requiresReturn: boolean
    originDepartment: string
    destinationDepartment: string
  }
  today: CivilDate
}

/** The path of one item: unlike its protocol's, it ends where this item is. */
export function ItemPath({ item: { status, returnDate, forwardedTo }, protocol, today }: ItemPathProps) {
  const { requiresReturn, originDepartment, destinationDepartment } = protocol
  const isReceived = Boolean(protocol.receivedAt) || protocol.status === protocolStatus.inProgress
  const isDue = requiresReturn && status === itemStatus.pending
  return (
    <PathSmall
      from={originDepartment || 'Origem'}
      to={destinationDepartment || 'Destino'}
      state={{
        // Neither of the two has what was passed on.
        where: forwardedTo ? null : custodyOf({ status, requiresReturn, isReceived }) === 'origin' ? 'from' : 'to',
        line: lineOf(protocol),
      }}
      returnPath={isDue ? (returnDate ? shortDueReturnPathOf(returnDate, today) : undatedReturnPath) : null}
    />
  )
}
