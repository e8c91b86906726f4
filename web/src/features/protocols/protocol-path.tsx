import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { useToday } from '../../domain/organisation/config.ts'
import { ownSideOf, stateOf } from '../../domain/protocols/custody-side.ts'
import { AwaitingNote } from '../../domain/protocols/protocol-parts.tsx'
import { shortReturnPathOf } from '../../domain/protocols/return-path.tsx'
import { PathSmall } from '../../ui/path/path-small.tsx'

interface ProtocolPathProps {
  protocol: ProtocolRow
  viewer: Viewer
  /** With the due date of what must come back. */
  isWithReturn?: boolean
}

/** The path of a row, and how long it waits to be received. */
export function ProtocolPath({ protocol, viewer, isWithReturn = false }: ProtocolPathProps) {
  const today = useToday()
  return (
    <PathSmall
      from={protocol.originDepartment || 'Origem'}
      to={protocol.destinationDepartment || 'Destino'}
      own={ownSideOf(viewer, protocol)}
      state={stateOf(protocol)}
      returnPath={isWithReturn ? shortReturnPathOf(protocol, today) : null}
      note={<AwaitingNote days={protocol.awaitingReceiptDays} />}
    />
  )
}
