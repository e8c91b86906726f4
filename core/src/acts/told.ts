import { listed } from '../shared/portuguese.ts'
import type { ActName } from './act.ts'

/**
 * The parts in which people are told of an act. `answering` is who answers for each item, else the Gestores of the
 * destination; `others` are the Gestores of the side that did not do it.
 */
type Part =
  | 'creator'
  | 'responsible'
  | 'answering'
  | 'origin managers'
  | 'destination managers'
  | 'others'
  | 'destination'

/** Whom an act tells (contract 11.16 to 11.18, 17.22), besides whom it names itself. */
export const told = {
  cancel: ['creator', 'responsible', 'destination'],
  complete: ['creator', 'responsible', 'others'],
  returnItem: ['creator', 'origin managers'],
  completeItem: ['responsible', 'destination managers'],
  cancelItem: ['creator', 'responsible'],
  remind: ['answering'],
  dueDate: ['answering'],
  transfer: ['responsible'],
  askForTime: ['creator', 'origin managers'],
} as const satisfies Partial<Record<ActName, readonly Part[]>>

export type TellingAct = keyof typeof told

/** What is known of the protocols and the items of an act; without `creator`, several people may have sent them. */
export interface ToldAbout {
  creator?: string | undefined
  origins: readonly string[]
  destinations: readonly string[]
  /** Who answers for each item; null for nobody. */
  responsibles: readonly (string | null)[]
  requiresReturn: boolean
}

/** Most people who are named. */
const mostNamed = 3

const isGroup = (name: string) => /^(todos|os gestores) de /.test(name)

/**
 * 'Um aviso vai para Bruno Siqueira e os gestores de Jurídico.'; '' when nobody else is told. People may have switched
 * a kind of notification off.
 *
 * @param doer the name of who does it, who is not told
 */
export function toldWords(act: TellingAct, about: ToldAbout, doer: string): string {
  const managersOf = (departments: readonly string[]) => departments.map((department) => `os gestores de ${department}`)
  const responsibles = about.responsibles.filter((name) => name !== null)
  const people: Record<Part, readonly string[]> = {
    creator: [about.creator ?? 'quem enviou'],
    responsible: responsibles,
    answering: [...responsibles, ...(about.responsibles.includes(null) ? managersOf(about.destinations) : [])],
    'origin managers': managersOf(about.origins),
    'destination managers': managersOf(about.destinations),
    others: managersOf(about.requiresReturn ? about.destinations : about.origins),
    destination: about.destinations.map((department) => `todos de ${department}`),
  }
  const all = [...new Set(told[act].flatMap((part) => people[part]))].filter((name) => name !== '' && name !== doer)
  if (all.length === 0) return ''
  if (all.length <= mostNamed + 1) return `Um aviso vai para ${listed(all)}.`
  // Who stands for many is always named.
  const [groups, names] = [all.filter(isGroup), all.filter((name) => !isGroup(name))]
  const few = names.slice(0, Math.max(1, mostNamed - groups.length))
  const rest = names.length - few.length
  return `Um aviso vai para ${listed([...groups, ...few, ...(rest > 0 ? [`mais ${rest}`] : [])])}.`
}
