import { type Today, type TodayFact, todayFacts } from '@malote/core/dashboard/dashboard.ts'
import { counted } from '../../lib/format.ts'
import { lateElsewhere, mine } from './dashboard.api.ts'

/** What *Meu dia* counts beside the facts of the server: what the viewer answers for, and what others are late with. */
type OwnFact = 'mine' | 'lateElsewhere'

/** The nouns of a fact, after 1 and after other numbers. */
const nouns: Record<TodayFact | OwnFact, readonly [string, string]> = {
  overdue: ['item atrasado', 'itens atrasados'],
  toReturnToday: ['item a devolver hoje', 'itens a devolver hoje'],
  toReceive: ['protocolo a receber', 'protocolos a receber'],
  toConfirm: ['item a confirmar', 'itens a confirmar'],
  unassigned: ['item sem responsável', 'itens sem responsável'],
  extensionRequests: ['pedido de prazo a decidir', 'pedidos de prazo a decidir'],
  occurrences: ['ocorrência a resolver', 'ocorrências a resolver'],
  unreceivedSent: ['protocolo sem recebimento', 'protocolos sem recebimento'],
  mine: ['item comigo', 'itens comigo'],
  lateElsewhere: ['item atrasado com outros', 'itens atrasados com outros'],
}

/** A fact that is not zero: its text, and the screen that lists what it counts. */
export interface ShownFact {
  fact: TodayFact | OwnFact
  count: number
  text: string
  path: string
}

/** The facts to show, in their order; empty when nothing is left to do. */
export const factsOf = (today: Partial<Today>): ShownFact[] =>
  todayFacts.flatMap((fact) => {
    const { count = 0, path = '/' } = today[fact] ?? {}
    return count > 0 ? [{ fact, count, path, text: counted(count, ...nouns[fact]) }] : []
  })

const ownPaths: Record<OwnFact, string> = {
  mine: `/retornos?${new URLSearchParams(mine)}`,
  lateElsewhere: `/retornos?${new URLSearchParams(lateElsewhere)}`,
}

/** @param count the total of its list; null is returned for none, and while it is not known */
export const ownFact = (fact: OwnFact, count = 0): ShownFact | null =>
  count > 0 ? { fact, count, path: ownPaths[fact], text: counted(count, ...nouns[fact]) } : null

/** The path of a fact as a link's properties: its screen, which the server names, and the filters by name. */
export function linkTo(path: string) {
  const [screen, filters] = path.split('?')
  // The router cannot check a path that the server names.
  return { to: screen as '/retornos', search: Object.fromEntries(new URLSearchParams(filters)) }
}
