import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { isOpen as isOpenStatus } from '@malote/core/protocols/protocol-status.ts'
import { useViewer } from '../../session/session.tsx'
import { refusalWords, useChangedProtocol } from '../use-changed-protocol.ts'
import { whatHappened } from '../what-happened.ts'
import { mayDo, type ProtocolAction } from './protocol-actions.ts'

/** Actions that somebody else's receipt alone rules out. */
const beforeReceipt: readonly ProtocolAction[] = ['refuse', 'redirect']

/** Why the action of an open dialog can no longer be done, with who was quicker; null while it can. */
export function useOvertakenAction(action: ProtocolAction, { id }: ProtocolRow, isOpen: boolean): string | null {
  const viewer = useViewer()
  const protocol = useChangedProtocol(id, isOpen)
  if (!protocol) return null
  const verdict = mayDo(action, viewer, protocol)
  if (verdict.allowed) return null
  const isByStatus = !isOpenStatus(protocol.status) || beforeReceipt.includes(action)
  return (isByStatus && whatHappened(protocol)) || refusalWords(verdict)
}
