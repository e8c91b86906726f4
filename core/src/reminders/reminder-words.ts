import { addDays, type CivilDate, daysBetween, inPortuguese } from '../shared/civil-date.ts'
import { listed, shortDay, weekdayName } from '../shared/portuguese.ts'
import type { ReminderRole } from './reminder-rules.ts'

/** `segunda-feira (23/11)`: a day in the near future. */
const nearDay = (date: CivilDate) => `${weekdayName(date)} (${shortDay(date)})`

/**
 * Text of a reminder about one item: `vence amanhã`, `vence segunda-feira (23/11)`, `atrasado há 3 dias (20/11/2026)`.
 */
export function dueDateWords(due: CivilDate, today: CivilDate): string {
  const days = daysBetween(today, due)
  if (days < 0) return `atrasado há ${days === -1 ? '1 dia' : `${-days} dias`} (${inPortuguese(due)})`
  if (days === 0) return 'vence hoje'
  return days === 1 ? 'vence amanhã' : `vence ${nearDay(due)}`
}

/** Number of items of each kind in one user's reminder. */
export interface ReminderCounts {
  overdue: number
  dueToday: number
  dueTomorrow: number
  /** First and last of the future due dates; null when there are none. */
  coming: { first: CivilDate; last: CivilDate } | null
  /** Protocols that nobody has received. */
  awaited?: number
}

/** The headline of a reminder: `2 itens atrasados, 1 vence hoje e 3 protocolos aguardam recebimento`. */
export function reminderTitle(counts: ReminderCounts, today: CivilDate): string {
  const { overdue, dueToday, dueTomorrow, coming, awaited = 0 } = counts
  const parts = [
    overdue > 0 && { count: overdue, words: overdue === 1 ? 'atrasado' : 'atrasados' },
    dueToday > 0 && { count: dueToday, words: `${falls(dueToday)} hoje` },
    coming && { count: dueTomorrow, words: `${falls(dueTomorrow)} ${comingDays(coming, today)}` },
  ].filter((part) => part !== false && part !== null)
  const items = parts.map(({ count, words }, index) => {
    const noun = count === 1 ? ' item' : ' itens'
    return `${count}${index === 0 ? noun : ''} ${words}`
  })
  const protocols = awaited === 1 ? '1 protocolo aguarda recebimento' : `${awaited} protocolos aguardam recebimento`
  return listed(awaited > 0 ? [...items, protocols] : items)
}

/** `e mais 3 itens e 1 protocolo`: what a reminder does not list; undefined when it lists everything. */
export function omittedWords(items: number, protocols: number): string | undefined {
  const parts = [
    ...(items > 0 ? [items === 1 ? '1 item' : `${items} itens`] : []),
    ...(protocols > 0 ? [protocols === 1 ? '1 protocolo' : `${protocols} protocolos`] : []),
  ]
  return parts.length > 0 ? `e mais ${listed(parts)}` : undefined
}

const falls = (count: number) => (count === 1 ? 'vence' : 'vencem')

function comingDays({ first, last }: { first: CivilDate; last: CivilDate }, today: CivilDate): string {
  if (last === addDays(today, 1)) return 'amanhã'
  return first === last ? nearDay(last) : `até ${nearDay(last)}`
}

/** The texts for one item and for several. */
const becauseOf: Record<ReminderRole, readonly [string, string]> = {
  responsible: ['responde por este item', 'responde por itens desta lista'],
  'stand-in': [
    'é gestor do departamento de destino e o item ainda não tem responsável',
    'é gestor do departamento de destino de itens que ainda não têm responsável',
  ],
  'stand-in for leaver': [
    'é gestor do departamento de destino e o responsável pelo item não está mais no departamento',
    'é gestor do departamento de destino de itens cujo responsável não está mais no departamento',
  ],
  creator: ['criou o protocolo deste item', 'criou protocolos com itens atrasados'],
  settler: [
    'criou o protocolo deste item, e a ocorrência aberta espera por uma solução',
    'criou protocolos de itens cuja ocorrência aberta espera por uma solução',
  ],
  'settling manager': [
    'é gestor do departamento de origem deste item, e a ocorrência aberta espera por uma solução',
    'é gestor do departamento de origem de itens cuja ocorrência aberta espera por uma solução',
  ],
  manager: [
    'é gestor do departamento de destino e o atraso já passa de dois dias úteis',
    'é gestor do departamento de destino de itens com mais de dois dias úteis de atraso',
  ],
}

/** `aguarda recebimento há 3 dias úteis` */
export const awaitingWords = (days: number): string =>
  `aguarda recebimento há ${days === 1 ? '1 dia útil' : `${days} dias úteis`}`

/** Why a user is reminded of a protocol that nobody has received. */
export type ReceiptRole = 'receiving manager' | 'sender'

const becauseOfReceipt: Record<ReceiptRole, string> = {
  'receiving manager': 'é gestor do departamento que ainda não recebeu o que lhe foi enviado',
  sender: 'criou um protocolo que ninguém recebeu ainda',
}

/** Why this user is reminded; completes 'Você recebeu este aviso porque'. */
export const reminderReason = (
  reasons: readonly ReminderRole[],
  isOneItem: boolean,
  receipts: readonly ReceiptRole[] = [],
): string =>
  listed([
    ...reasons.map((reminderRole) => becauseOf[reminderRole][isOneItem ? 0 : 1]),
    ...receipts.map((receiptRole) => becauseOfReceipt[receiptRole]),
  ])
