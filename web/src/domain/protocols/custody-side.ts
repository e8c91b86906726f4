import { isAtDestination, isAtOrigin, type Route } from '@malote/core/protocols/protocol-rules.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Side } from '../../ui/path/path-facts.ts'
import type { PathState } from '../../ui/path/path-small.tsx'

interface Custody {
  status: ProtocolStatus
  requiresReturn: boolean
  pendingItems: number
}

/** The side that has custody now (contract 11.13). */
export function custodySideOf({ status, requiresReturn, pendingItems }: Custody): Side {
  if (status === protocolStatus.inProgress) return requiresReturn && pendingItems === 0 ? 'from' : 'to'
  return status === protocolStatus.completed && !requiresReturn ? 'to' : 'from'
}

/** The line of the path: dashed until the destination has it. */
export const lineOf = ({ status, receivedAt }: { status: ProtocolStatus; receivedAt: string | null }) =>
  receivedAt || status === protocolStatus.inProgress || status === protocolStatus.completed ? 'solid' : 'dashed'

/** What a drawing of the path shows of a protocol. */
export const stateOf = (protocol: Custody & { receivedAt: string | null }): PathState => ({
  where: custodySideOf(protocol),
  line: lineOf(protocol),
})

/** The side of the viewer's department; null when it is neither, or both. */
export function ownSideOf(viewer: Viewer, route: Route): Side | null {
  const isFrom = isAtOrigin(viewer, route)
  if (isFrom === isAtDestination(viewer, route)) return null
  return isFrom ? 'from' : 'to'
}
