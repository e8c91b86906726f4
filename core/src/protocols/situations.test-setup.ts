/** The situations of contract 4 and what each act answers in them, beside `who-may.test-setup.ts`. */
import type { ItemFacts } from '../items/item-rules.ts'
import { type ItemStatus, itemStatus, itemStatuses } from '../items/item-status.ts'
import type { ProtocolFacts, Route } from './protocol-rules.ts'
import { type ProtocolStatus, protocolStatus, protocolStatuses } from './protocol-status.ts'

/** Where an item of a situation with `>` was passed on to. */
export const nextDepartment = 'Arquivo'

/** Messages for the words in the tables below; each is a 409. */
export const refusals = {
  received: 'Este protocolo já foi recebido',
  'no-refusal': 'Este protocolo já foi recebido e não pode mais ser recusado',
  'no-redirect': 'Este protocolo já foi recebido e não pode mais ser redirecionado',
  'not-received': 'Este protocolo ainda não foi recebido pelo destino',
  nothing: 'Este protocolo não requer devolução e por isso não precisa ser recebido',
  'no-return': 'Este protocolo não requer devolução de itens',
  closed: 'Este protocolo já foi concluído',
  cancelled: 'Este protocolo já foi cancelado',
  pending: 'Este protocolo ainda tem itens pendentes',
  'no-item': 'Este protocolo não tem itens a concluir; ele só pode ser cancelado',
  mute: 'Não é possível comentar em protocolos cancelados',
  kept: 'Não é possível excluir comentários de protocolos concluídos ou cancelados',
  away: `Este item está em ${nextDepartment}. Aguarde a volta.`,
  'i-returned': 'Este item já foi retornado',
  'i-done': 'Este item já foi concluído',
  'i-cancelled': 'Este item já foi cancelado',
  'no-date': 'Este item não tem data de retorno definida',
  'not-back': 'Apenas itens retornados podem ser concluídos',
  'a-pending': 'Apenas itens pendentes podem receber atribuição de usuário',
  'a-assigned': 'Este item já possui um usuário atribuído',
  'a-return': 'Apenas itens de protocolos que requerem devolução podem receber atribuição de usuário',
  't-pending': 'Apenas itens pendentes podem ser tramitados',
  nobody: 'Este item ainda não tem um usuário responsável',
  ended: 'Este pedido de prazo foi encerrado, porque o item não está mais pendente',
  resolved: 'Esta ocorrência já foi resolvida',
} as const

/*
 * One line per situation: whether return is required (R) or not (N), the protocol's status, the item's status, whether
 * the item has a responsible user (+), lacks a due date that it should have (!) or is passed on to a further department
 * (>). Then, per act, the answer to a person who has the right. `.`: the situation has nothing to act on.
 *
 * An occurrence of the item is open, and so is a request for more time, unless they have ended with the item.
 */
const ofProtocol = `
situation              receive   refuse     redirect    complete     cancel    comment uncomment
R Pendente pendente    ok        ok         ok          not-received ok        ok      ok
R Pendente pendente+   ok        ok         ok          not-received ok        ok      ok
R Pendente cancelado   ok        ok         ok          not-received ok        ok      ok
R Pendente nenhum      ok        ok         ok          not-received ok        ok      ok
R Andamento pendente   received  no-refusal no-redirect pending      ok        ok      ok
R Andamento pendente+  received  no-refusal no-redirect pending      ok        ok      ok
R Andamento pendente!  received  no-refusal no-redirect pending      ok        ok      ok
R Andamento pendente>  received  no-refusal no-redirect away         away      ok      ok
R Andamento retornado  received  no-refusal no-redirect ok           ok        ok      ok
R Andamento retornado+ received  no-refusal no-redirect ok           ok        ok      ok
R Andamento concluído  received  no-refusal no-redirect ok           ok        ok      ok
R Andamento cancelado  received  no-refusal no-redirect no-item      ok        ok      ok
R Andamento nenhum     received  no-refusal no-redirect no-item      ok        ok      ok
R Concluído concluído  closed    closed     closed      closed       closed    ok      kept
R Concluído cancelado  closed    closed     closed      closed       closed    ok      kept
R Cancelado cancelado  cancelled cancelled  cancelled   cancelled    cancelled mute    kept
R Cancelado retornado  cancelled cancelled  cancelled   cancelled    cancelled mute    kept
R Cancelado concluído  cancelled cancelled  cancelled   cancelled    cancelled mute    kept
N Pendente pendente    nothing   ok         ok          ok           ok        ok      ok
N Pendente pendente+   nothing   ok         ok          ok           ok        ok      ok
N Pendente pendente>   nothing   ok         ok          ok           ok        ok      ok
N Pendente cancelado   nothing   ok         ok          ok           ok        ok      ok
N Pendente nenhum      nothing   ok         ok          ok           ok        ok      ok
N Concluído concluído  closed    closed     closed      closed       closed    ok      kept
N Cancelado cancelado  cancelled cancelled  cancelled   cancelled    cancelled mute    kept
`
const ofItem = `
situation              return       return-selected item-complete item-cancel assign     transfer  due-date    remind      ask         forward
R Pendente pendente    not-received not-received    not-back      ok          ok         nobody    ok          ok          ok          not-received
R Pendente pendente+   not-received not-received    not-back      ok          a-assigned ok        ok          ok          ok          not-received
R Pendente cancelado   not-received not-received    i-cancelled   i-cancelled a-pending  t-pending i-cancelled i-cancelled i-cancelled not-received
R Andamento pendente   ok           nobody          not-back      ok          ok         nobody    ok          ok          ok          ok
R Andamento pendente+  ok           ok              not-back      ok          a-assigned ok        ok          ok          ok          ok
R Andamento pendente!  no-date      no-date         not-back      ok          ok         nobody    ok          ok          ok          ok
R Andamento pendente>  away         away            away          away        ok         nobody    ok          ok          ok          away
R Andamento retornado  i-returned   i-returned      ok            i-returned  a-pending  t-pending i-returned  i-returned  i-returned  i-returned
R Andamento retornado+ i-returned   i-returned      ok            i-returned  a-pending  t-pending i-returned  i-returned  i-returned  i-returned
R Andamento concluído  i-done       i-done          i-done        i-done      a-pending  t-pending i-done      i-done      i-done      i-done
R Andamento cancelado  i-cancelled  i-cancelled     i-cancelled   i-cancelled a-pending  t-pending i-cancelled i-cancelled i-cancelled i-cancelled
R Concluído concluído  closed       closed          closed        closed      a-pending  t-pending closed      closed      closed      closed
R Concluído cancelado  closed       closed          closed        closed      a-pending  t-pending closed      closed      closed      closed
R Cancelado cancelado  cancelled    cancelled       cancelled     cancelled   a-pending  t-pending cancelled   cancelled   cancelled   cancelled
R Cancelado retornado  cancelled    cancelled       cancelled     cancelled   a-pending  t-pending cancelled   cancelled   cancelled   cancelled
R Cancelado concluído  cancelled    cancelled       cancelled     cancelled   a-pending  t-pending cancelled   cancelled   cancelled   cancelled
N Pendente pendente    no-return    no-return       not-back      ok          a-return   nobody    no-return   no-return   no-return   ok
N Pendente pendente+   no-return    no-return       not-back      ok          a-assigned ok        no-return   no-return   no-return   ok
N Pendente pendente>   no-return    no-return       not-back      ok          a-return   nobody    no-return   no-return   no-return   away
N Pendente cancelado   no-return    no-return       i-cancelled   i-cancelled a-pending  t-pending no-return   no-return   no-return   i-cancelled
N Concluído concluído  closed       closed          closed        closed      a-pending  t-pending closed      closed      closed      closed
N Cancelado cancelado  cancelled    cancelled       cancelled     cancelled   a-pending  t-pending cancelled   cancelled   cancelled   cancelled
`
const ofRecords = `
situation              report      found    unfounded returned     written_off decide
R Pendente pendente    ok          ok       ok        not-received ok          ok
R Pendente pendente+   ok          ok       ok        not-received ok          ok
R Pendente cancelado   i-cancelled resolved resolved  resolved     resolved    ended
R Andamento pendente   ok          ok       ok        ok           ok          ok
R Andamento pendente+  ok          ok       ok        ok           ok          ok
R Andamento pendente!  ok          ok       ok        no-date      ok          ok
R Andamento pendente>  ok          ok       ok        away         away        ok
R Andamento retornado  ok          ok       ok        i-returned   i-returned  ended
R Andamento retornado+ ok          ok       ok        i-returned   i-returned  ended
R Andamento concluído  i-done      resolved resolved  resolved     resolved    ended
R Andamento cancelado  i-cancelled resolved resolved  resolved     resolved    ended
R Concluído concluído  closed      resolved resolved  resolved     resolved    ended
R Concluído cancelado  closed      resolved resolved  resolved     resolved    ended
R Cancelado cancelado  cancelled   resolved resolved  resolved     resolved    ended
R Cancelado retornado  cancelled   resolved resolved  resolved     resolved    ended
R Cancelado concluído  cancelled   resolved resolved  resolved     resolved    ended
N Pendente pendente    ok          ok       ok        no-return    ok          .
N Pendente pendente+   ok          ok       ok        no-return    ok          .
N Pendente pendente>   ok          ok       ok        no-return    ok          .
N Pendente cancelado   i-cancelled resolved resolved  resolved     resolved    .
N Concluído concluído  closed      resolved resolved  resolved     resolved    .
N Cancelado cancelado  cancelled   resolved resolved  resolved     resolved    .
`

type Word = 'ok' | keyof typeof refusals

/** A line of the tables. */
export interface Situation {
  name: string
  requiresReturn: boolean
  status: ProtocolStatus
  /** undefined: the protocol has no items. */
  itemStatus: ItemStatus | undefined
  isAssigned: boolean
  hasDueDate: boolean
  isAway: boolean
  /** By act, what somebody who has the right is answered. */
  answers: Partial<Record<string, Word>>
}

const situationOf = (flag: string, status: string, own: string): Situation => ({
  name: `${flag} ${status} ${own}`,
  requiresReturn: flag === 'R',
  status:
    protocolStatuses.find((known) => known.toLowerCase().endsWith(status.toLowerCase())) ?? protocolStatus.pending,
  itemStatus: itemStatuses.find((known) => own.startsWith(known)),
  isAssigned: own.endsWith('+'),
  hasDueDate: flag === 'R' && !own.endsWith('!'),
  isAway: own.endsWith('>'),
  answers: {},
})

export const situations: readonly Situation[] = readTables()

function readTables(): Situation[] {
  const found = new Map<string, Situation>()
  for (const table of [ofProtocol, ofItem, ofRecords]) {
    const [header = '', ...lines] = table.trim().split('\n')
    const [, ...acts] = header.split(/\s+/)
    for (const line of lines) {
      const [flag = '', status = '', own = '', ...words] = line.split(/\s+/)
      const name = `${flag} ${status} ${own}`
      const answers = Object.fromEntries(
        acts.flatMap((act, index) => (words[index] === '.' ? [] : [[act, words[index] as Word]])),
      )
      const known = found.get(name) ?? situationOf(flag, status, own)
      found.set(name, { ...known, answers: { ...known.answers, ...answers } })
    }
  }
  return [...found.values()]
}

/** The items of a protocol in the situation; the first one is acted on. */
export function itemsIn(
  { status, itemStatus: own, isAssigned, hasDueDate, isAway }: Situation,
  responsibleId: number,
): ItemFacts[] {
  if (own === undefined) return []
  const first = {
    status: own,
    returnDate: hasDueDate ? '2026-12-01' : null,
    responsibleId: isAssigned ? responsibleId : null,
    forwardedTo: isAway ? { department: nextDepartment } : null,
  }
  // A completed protocol had at least one item to complete.
  const isAlone = status !== protocolStatus.completed || own !== itemStatus.cancelled
  return isAlone ? [first] : [first, { ...first, status: itemStatus.completed }]
}

/** What the rules know of a protocol in the situation. */
export function protocolIn(situation: Situation, route: Route): ProtocolFacts {
  const items = itemsIn(situation, 0)
  const count = (wanted: ItemStatus) => items.filter(({ status }) => status === wanted).length
  return {
    ...route,
    status: situation.status,
    requiresReturn: situation.requiresReturn,
    totalItems: items.length,
    pendingItems: count(itemStatus.pending),
    cancelledItems: count(itemStatus.cancelled),
    passedOnTo: situation.isAway ? nextDepartment : null,
  }
}
