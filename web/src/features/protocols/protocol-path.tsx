import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { custodySideOf, ownSideOf } from '../../domain/protocols/custody-side.ts'
import { PathSmall } from '../../ui/path-small.tsx'

export function ProtocolPath({ protocol, viewer }: { protocol: ProtocolRow; viewer: Viewer }) {
  return (
    <PathSmall
      from={protocol.originDepartment || 'Origem'}
      to={protocol.destinationDepartment || 'Destino'}
      where={custodySideOf(protocol)}
      own={ownSideOf(viewer, protocol)}
    />
  )
}
