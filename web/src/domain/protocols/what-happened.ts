import { cancelKind, type ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolDetailWire } from '@malote/core/protocols/protocol.wire.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDateAtTime } from '../../lib/format.ts'

type Ending = Pick<
  ProtocolDetail,
  | 'status'
  | 'receivedBy'
  | 'receivedAt'
  | 'completedBy'
  | 'completedAt'
  | 'cancelledBy'
  | 'cancelledAt'
  | 'cancelKind'
  | 'cancelReason'
>

/**
 * What somebody did to a protocol that is no longer pending: 'Carlos Menezes recebeu este protocolo em 22/11/2026 às
 * 14:02.'; null while it is pending.
 */
export function whatHappened(protocol: Partial<Ending>): string | null {
  const { status, receivedBy, receivedAt, completedBy, completedAt, cancelledBy, cancelledAt } = protocol
  if (status === protocolStatus.inProgress) return sentence('recebeu', receivedBy, receivedAt)
  if (status === protocolStatus.completed) return sentence('concluiu', completedBy, completedAt)
  if (status !== protocolStatus.cancelled) return null
  const verb = cancelVerbs[protocol.cancelKind ?? cancelKind.cancelled]
  const reason = protocol.cancelReason ? ` Motivo: ${protocol.cancelReason}` : ''
  return sentence(verb, cancelledBy, cancelledAt) + reason
}

const cancelVerbs = { cancelled: 'cancelou', refused: 'recusou', redirected: 'redirecionou' }

const sentence = (verb: string, by: string | null | undefined, at: string | null | undefined) =>
  `${by || 'Outra pessoa'} ${verb} este protocolo${at ? ` em ${formatDateAtTime(at)}` : ''}.`

/** @throws {ApiError} of a conflict with a sentence that names who was faster */
export async function withNames<Answer>(id: number, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const now = await api.get(`/api/protocols/${id}`).catch(() => ({}))
    const message = whatHappened(readWire(protocolDetailWire, now))
    throw message ? new ApiError(409, message, { cause: error }) : error
  }
}
