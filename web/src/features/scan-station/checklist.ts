import { acts } from '@malote/core/acts/act.ts'
import { readCode } from '@malote/core/codes/code.ts'
import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canComplete, canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ScanReply } from '@malote/core/scans/scan.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { counted } from '../../lib/format.ts'
import type { Answer } from './station.ts'

/** What a code means to the checklist: it ticks an item, opens a protocol, or is only answered. */
export type Ticked = { tick: number; answer: Answer } | { open: number; tick: number | null } | { answer: Answer }

/** The item or the protocol of the code, as far as the loaded protocol knows it; undefined: the server has to be asked. */
export function ownCode(
  code: string,
  { id, code: own, items }: ProtocolDetail,
): Pick<ScanReply, 'protocolId' | 'itemId'> | undefined {
  if (own && readCode(own) === code) return { protocolId: id, itemId: null }
  const item = items.find((one) => one.code && readCode(one.code) === code)
  return item && { protocolId: id, itemId: item.id }
}

/**
 * @param expected the items to tick off; empty while no protocol is open
 * @param ticked ids of those that were seen
 */
export function tickOff(
  { protocolId, itemId }: Pick<ScanReply, 'protocolId' | 'itemId'>,
  openId: number | undefined,
  expected: readonly Item[],
  ticked: ReadonlySet<number>,
): Ticked {
  if (protocolId !== openId) {
    if (ticked.size === 0) return { open: protocolId, tick: itemId }
    const message = `Este código é do protocolo #${protocolId}. Termine antes a conferência do protocolo #${openId}.`
    return { answer: { outcome: 'refused', message } }
  }
  const about = { protocolId, itemId, kind: itemId === null ? 'protocol' : 'item' } as const
  if (itemId === null) {
    return {
      answer: { ...about, outcome: 'already', message: 'Este protocolo já está aberto. Leia as etiquetas dos itens.' },
    }
  }
  const item = expected.find(({ id }) => id === itemId)
  if (!item) {
    return { answer: { ...about, outcome: 'refused', message: 'Este item não está mais pendente neste protocolo.' } }
  }
  const known = { ...about, documentNumber: item.documentNumber }
  if (ticked.has(itemId)) return { answer: { ...known, outcome: 'already', message: 'Este item já foi conferido.' } }
  const left = expected.length - ticked.size - 1
  const message = left === 0 ? 'Tudo conferido.' : `Conferido. ${counted(left, 'item falta', 'itens faltam')}.`
  return { tick: itemId, answer: { ...known, outcome: 'done', message } }
}

/** What one press does at the end (contract 23.17). */
export type Finish = 'receive' | 'complete' | 'register' | null

export function finishOf(viewer: Viewer, protocol: ProtocolDetail, missing: number): Finish {
  if (canReceive(viewer, protocol).allowed) return 'receive'
  const isHere = protocol.destinationDepartmentId === viewer.departmentId
  // What is missing of a protocol that is completed would be settled with it.
  if (missing > 0) return isHere && isStillOpen(protocol) ? 'register' : null
  return !protocol.requiresReturn && canComplete(viewer, protocol).allowed ? 'complete' : null
}

const isStillOpen = ({ status }: ProtocolDetail) =>
  status === protocolStatus.pending || status === protocolStatus.inProgress

export function finishWords(finish: Finish, missing: number): string {
  const occurrences = counted(missing, 'ocorrência', 'ocorrências')
  if (finish === 'complete') return 'Concluir'
  if (finish === 'register') return `Registrar ${occurrences}`
  return missing > 0 ? `${acts.check.name} com ${occurrences}` : acts.check.name
}
