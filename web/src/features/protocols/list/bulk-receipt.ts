import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import type { ErrorCode } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { counted } from '../../../lib/format.ts'

/** Why protocols cannot be received, about one of them and about several. */
const reasons: Partial<Record<ErrorCode, readonly [string, string]>> = {
  NOTHING_TO_RECEIVE: [
    'protocolo não requer devolução e fica de fora: use Concluir.',
    'protocolos não requerem devolução e ficam de fora: use Concluir em cada um.',
  ],
  PROTOCOL_ALREADY_RECEIVED: [
    'protocolo já foi recebido e fica de fora.',
    'protocolos já foram recebidos e ficam de fora.',
  ],
  PROTOCOL_ALREADY_COMPLETED: [
    'protocolo já foi concluído e fica de fora.',
    'protocolos já foram concluídos e ficam de fora.',
  ],
  ONLY_DESTINATION_RECEIVES: [
    'protocolo tem outro departamento de destino e fica de fora.',
    'protocolos têm outro departamento de destino e ficam de fora.',
  ],
}

const otherReason = ['protocolo fica de fora.', 'protocolos ficam de fora.'] as const

/** The chosen protocols that the viewer may receive, and a sentence for each reason why others stay out. */
export function splitForReceipt(viewer: Viewer, chosen: readonly ProtocolRow[]) {
  const protocols: ProtocolRow[] = []
  const counts = new Map<ErrorCode, number>()
  for (const protocol of chosen) {
    const verdict = canReceive(viewer, protocol)
    if (verdict.allowed) protocols.push(protocol)
    else counts.set(verdict.code, (counts.get(verdict.code) ?? 0) + 1)
  }
  const leftOut = [...counts].map(([code, count]) => counted(count, ...(reasons[code] ?? otherReason)))
  return { protocols, leftOut }
}
