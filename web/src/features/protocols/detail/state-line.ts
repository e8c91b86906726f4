import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { placeOf, sentence } from '../../../domain/items/whereabouts.tsx'
import { cancelWord } from '../../../domain/protocols/protocol-status-badge.tsx'
import { formatDate, formatDateAtTime, formatDay, formatTime } from '../../../lib/format.ts'

/** 'Em Contabilidade desde 15:22 · volta até 10/12': where a protocol is and what comes next, or who closed it. */
export function stateLine(protocol: ProtocolDetail, today: CivilDate): string {
  const { status, cancelKind, cancelledBy, cancelledAt, completedBy, completedAt } = protocol
  if (status === protocolStatus.cancelled) return closing(cancelWord(cancelKind), cancelledBy, cancelledAt)
  if (status === protocolStatus.completed) return closing('Concluído', completedBy, completedAt)
  return [place(protocol, today), due(protocol, today)].filter(Boolean).join(' · ')
}

function closing(word: string, by: string | null | undefined, at: string | null): string {
  return [by ? `${word} por ${by}` : word, formatDateAtTime(at)].filter(Boolean).join(' · ')
}

function place(protocol: ProtocolDetail, today: CivilDate): string {
  const { status, originDepartment, destinationDepartment, receivedAt, createdAt, requiresReturn, pendingItems } =
    protocol
  const destination = destinationDepartment || 'Destino'
  if (requiresReturn && status === protocolStatus.pending) {
    return `A caminho de ${destination} desde ${since(createdAt, today)}`
  }
  if (requiresReturn && pendingItems === 0) return `De volta a ${originDepartment || 'Origem'}, aguardando conclusão`
  const pending = protocol.items.filter((item) => item.status === itemStatus.pending)
  const places = new Set(pending.map(({ forwardedTo }) => (forwardedTo ? placeOf(forwardedTo) : `em ${destination}`)))
  const words = sentence([...places].join(' e ') || `em ${destination}`)
  return pending.some(({ forwardedTo }) => forwardedTo)
    ? words
    : `${words} desde ${since(receivedAt ?? createdAt, today)}`
}

/** The time of today, else the day. */
const since = (at: string | null, today: CivilDate) =>
  formatDate(at ?? '') === formatDate(today) ? formatTime(at ?? '') : formatDay(at ?? '', today)

const due = ({ requiresReturn, pendingItems, nextReturnDate }: ProtocolDetail, today: CivilDate) =>
  requiresReturn && pendingItems > 0 && nextReturnDate
    ? `${nextReturnDate < today ? 'devia voltar até' : 'volta até'} ${formatDay(nextReturnDate, today)}`
    : ''
