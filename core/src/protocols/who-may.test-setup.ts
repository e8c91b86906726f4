/**
 * Who may do what in which state, written from contract 4, 6, 10, 17, 20 and 21 independently of our rules. The tests of
 * core compare the rules with it, those of the server what is answered.
 */
import { type Role, role, roles } from '../users/role.ts'
import { refusals, type Situation } from './situations.test-setup.ts'

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
