/**
 * Who may do what in which state, written from contract 4, 6, 10, 17, 20 and 21 independently of our rules. The tests of
 * core compare the rules with it, those of the server what is answered.
 */
import type { ItemFacts } from '../items/item-rules.ts'
import { type ItemStatus, itemStatus, itemStatuses } from '../items/item-status.ts'
import { type Role, role, roles } from '../users/role.ts'
import type { ProtocolFacts, Route } from './protocol-rules.ts'
import { type ProtocolStatus, protocolStatus, protocolStatuses } from './protocol-status.ts'

/** The person's department in relation to the protocol. */
type Relation = 'origin' | 'destination' | 'neither' | 'none'

export interface Person {
  /** `Gestor of destination`. */
  name: string
  role: Role
  relation: Relation
  /** What else they are: responsible for the item, in situations that have a responsible user, or who opened its occurrence. */
  part?: 'responsible' | 'opener'
}

export const people: readonly Person[] = [
  ...(['origin', 'destination', 'neither'] as const).flatMap((relation) =>
    roles.toReversed().map((own) => ({ name: `${own} of ${relation}`, role: own, relation })),
  ),
  // Only an Admin can be without a department.
  { name: 'Admin of nowhere', role: role.admin, relation: 'none' },
  { name: 'Responsible user', role: role.user, relation: 'destination', part: 'responsible' },
  { name: 'Opener of the occurrence', role: role.user, relation: 'destination', part: 'opener' },
]

interface Who {
  /** Message for people who do not see the protocol. */
  unseen: string
  /** The side to which the person must belong; absent: everybody who sees the protocol. */
  side?: 'origin' | 'destination'
  /** Message for the others. */
  otherwise?: string
  /** Message for people who are not Gestores, where only Gestores may act; checked first. */
  managersOnly?: string
  /** Message for people of the side who are neither Gestores nor responsible for the item, where only those may act. */
  holdersOnly?: string
}

const protocol = 'Protocolo não encontrado'
const item = 'Item não encontrado'
const resolvers = {
  unseen: 'Ocorrência não encontrada',
  side: 'origin',
  otherwise: 'Apenas usuários do departamento de origem podem resolver esta ocorrência',
} as const
const askers = 'Apenas o responsável pelo item ou um gestor do departamento de destino pode pedir mais prazo'
const only = (side: 'origin' | 'destination', act: string) =>
  ({
    side,
    otherwise: `Apenas usuários do departamento de ${side === 'origin' ? 'origem' : 'destino'} podem ${act}`,
  }) as const

const whoMay = {
  receive: { unseen: protocol, ...only('destination', 'receber este protocolo') },
  refuse: { unseen: protocol, ...only('destination', 'recusar este protocolo') },
  redirect: { unseen: protocol, ...only('origin', 'redirecionar este protocolo') },
  // For protocols that require return; the next entry is for the others.
  complete: { unseen: protocol, ...only('origin', 'concluir este protocolo') },
  'complete-no-return': { unseen: protocol, ...only('destination', 'concluir este protocolo') },
  cancel: { unseen: protocol },
  comment: { unseen: protocol },
  uncomment: { unseen: protocol },
  forward: { unseen: protocol, ...only('destination', 'encaminhar itens deste protocolo') },
  return: { unseen: item, ...only('destination', 'retornar este item') },
  'return-selected': {
    unseen: item,
    ...only('destination', 'retornar este item'),
    holdersOnly: 'Você só pode retornar itens que estão sob a sua responsabilidade',
  },
  'item-complete': { unseen: item, ...only('origin', 'concluir este item') },
  'item-cancel': { unseen: item },
  assign: {
    unseen: item,
    side: 'destination',
    managersOnly: 'Apenas gestores podem atribuir usuários a itens',
    otherwise: 'Apenas gestores do departamento de destino podem atribuir responsáveis',
  },
  transfer: {
    unseen: item,
    side: 'destination',
    managersOnly: 'Apenas gestores podem tramitar itens',
    otherwise: 'Apenas gestores do departamento de destino podem tramitar itens',
  },
  'due-date': { unseen: item, ...only('origin', 'alterar o prazo deste item') },
  remind: { unseen: item, ...only('origin', 'cobrar este item') },
  ask: { unseen: item, side: 'destination', otherwise: askers, holdersOnly: askers },
  decide: { unseen: 'Pedido de prazo não encontrado', ...only('origin', 'decidir este pedido de prazo') },
  report: { unseen: item },
  found: resolvers,
  unfounded: resolvers,
  returned: resolvers,
  written_off: resolvers,
} as const satisfies Record<string, Who>

/** The last four resolve an occurrence; `return-selected` is one of many. */
export type ActName = Exclude<keyof typeof whoMay, 'complete-no-return'>

/** Where an item of a situation with `>` was passed on to. */
export const nextDepartment = 'Arquivo'

/** Messages for the words in the tables below; each is a 409. */
const refusals = {
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
  answers: Partial<Record<ActName, Word>>
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
        acts.map((act, index) => [act, words[index]] as const).filter(([, word]) => word !== '.'),
      )
      const known = found.get(name) ?? situationOf(flag, status, own)
      found.set(name, { ...known, answers: { ...known.answers, ...answers } })
    }
  }
  return [...found.values()]
}

export type Answer = 'ok' | { status: 403 | 404 | 409; message: string }

/** What the table answers to the person; undefined: the situation has nothing to act on. */
export function answerTo(person: Person, act: ActName, situation: Situation): Answer | undefined {
  const word = situation.answers[act]
  if (word === undefined) return undefined
  const refusal = refusalOf(person, act, situation)
  if (refusal) return refusal
  return word === 'ok' ? 'ok' : { status: 409, message: refusals[word] }
}

function refusalOf({ role: own, relation, part }: Person, act: ActName, situation: Situation): Answer | undefined {
  const forbidden = (message = ''): Answer => ({ status: 403, message })
  const who: Who = whoMay[act === 'complete' && !situation.requiresReturn ? 'complete-no-return' : act]
  const sees = own === role.admin || relation === 'origin' || relation === 'destination'
  if (!sees) return { status: 404, message: who.unseen }
  if (who.managersOnly !== undefined && own !== role.manager) return forbidden(who.managersOnly)
  if (part === 'opener' && who === resolvers) {
    // Their own mistake is what they may take back; that it is settled already is said before.
    return act === 'unfounded' || situation.answers.unfounded !== 'ok' ? undefined : forbidden(who.otherwise)
  }
  if (who.side !== undefined && who.side !== relation) return forbidden(who.otherwise)
  const holds = own === role.manager || (part === 'responsible' && situation.isAssigned)
  return who.holdersOnly === undefined || holds ? undefined : forbidden(who.holdersOnly)
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
