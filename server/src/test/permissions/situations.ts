import { type ItemStatus, itemStatus, itemStatuses } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import type { Db } from '../../db/connect.ts'
import { buildProtocol } from '../builders.ts'
import { type ActionName, type Refusal, states } from './table.ts'

/** A row of the table. */
export interface Situation {
  name: string
  requiresReturn: boolean
  status: ProtocolStatus
  /** undefined: the protocol has no items. */
  itemStatus: ItemStatus | undefined
  isAssigned: boolean
  hasDueDate: boolean
  answers: { action: ActionName; answer: 'ok' | Refusal }[]
}

const [header = '', ...lines] = states.trim().split('\n')
const [, ...actions] = header.split(/\s+/) as [string, ...ActionName[]]

const statusNamed = (word: string) =>
  protocolStatuses.find((status) => status.toLowerCase().endsWith(word.toLowerCase()))

export const situations: Situation[] = lines.map((line) => {
  const [flag, status = '', item = '', ...answers] = line.split(/\s+/)
  return {
    name: `${flag} ${status} ${item}`,
    requiresReturn: flag === 'R',
    status: statusNamed(status) ?? protocolStatus.pending,
    itemStatus: itemStatuses.find((known) => item.startsWith(known)),
    isAssigned: item.endsWith('+'),
    hasDueDate: flag === 'R' && !item.endsWith('!'),
    answers: actions.flatMap((action, index) => {
      const answer = answers[index]
      return answer && answer !== '.' ? [{ action, answer: answer as 'ok' | Refusal }] : []
    }),
  }
})

export interface Ends {
  originDepartmentId: number
  destinationDepartmentId: number
  createdBy: number
  /** Responsible for the item, in situations that have a responsible user. */
  responsibleId: number
}

/** A protocol in that situation, with one item or none. */
export async function buildSituation(db: Db, situation: Situation, { responsibleId, ...ends }: Ends) {
  const { requiresReturn, status, itemStatus: own, isAssigned, hasDueDate } = situation
  const item = own && {
    status: own,
    responsibleId: isAssigned ? responsibleId : null,
    returnDate: hasDueDate ? '2026-12-01' : null,
  }
  // A completed protocol had at least one item to complete.
  const beside = status === protocolStatus.completed && own === itemStatus.cancelled ? [{}] : []
  return buildProtocol(db, { ...ends, requiresReturn, status, items: item ? [item, ...beside] : [] })
}
