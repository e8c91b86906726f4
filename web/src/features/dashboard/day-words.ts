import { type Today, type TodayFact, todayFacts } from '@malote/core/dashboard/dashboard.ts'
import { counted } from '../../lib/format.ts'

/** The nouns of a fact, after 1 and after other numbers. */
const nouns: Record<TodayFact, readonly [string, string]> = {
  overdue: ['atrasado', 'atrasados'],
  toReturnToday: ['a devolver hoje', 'a devolver hoje'],
  toReceive: ['a receber', 'a receber'],
  toConfirm: ['a confirmar', 'a confirmar'],
  unassigned: ['sem responsável', 'sem responsável'],
  extensionRequests: ['pedido de prazo a decidir', 'pedidos de prazo a decidir'],
  occurrences: ['ocorrência', 'ocorrências'],
  unreceivedSent: ['enviado sem recebimento', 'enviados sem recebimento'],
}

/** A fact that is not zero: its text, and the screen that lists what it counts. */
export interface ShownFact {
  fact: TodayFact
  text: string
  path: string
}

/** The facts to show, in their order; empty when nothing is left to do. */
export const factsOf = (today: Partial<Today>): ShownFact[] =>
  todayFacts.flatMap((fact) => {
    const { count = 0, path = '/' } = today[fact] ?? {}
    return count > 0 ? [{ fact, path, text: counted(count, ...nouns[fact]) }] : []
  })

/** The path of a fact as a link's properties: its screen, which the server names, and the filters by name. */
export function linkTo(path: string) {
  const [screen, filters] = path.split('?')
  // The router cannot check a path that the server names.
  return { to: screen as '/retornos', search: Object.fromEntries(new URLSearchParams(filters)) }
}
