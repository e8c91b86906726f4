import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { kindWords } from '@malote/core/occurrences/occurrence.ts'
import { type ReceiptOutcome, type ReceiveBody, receiveBody } from '@malote/core/protocols/protocol.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import { occurrenceFilesProblem } from '../occurrences/occurrences.api.ts'

/** What was found of an item; items without a mark came as described. */
export interface Mark {
  outcome: ReceiptOutcome
  note: string
  photos: readonly File[]
}
/** Marks by item id. */
export type Marks = Readonly<Record<number, Mark>>

export const unmarked: Mark = { outcome: 'ok', note: '', photos: [] }

/** Short words first, so that three of them share a line on a phone. */
export const shownOutcomes: readonly ReceiptOutcome[] = ['ok', 'missing', 'damaged', 'different']
export const outcomeWords: Readonly<Record<ReceiptOutcome, string>> = {
  ok: 'Veio',
  missing: kindWords.missing,
  different: kindWords.different,
  damaged: kindWords.damaged,
}

/** The items that are still to arrive. */
export const itemsToCheck = (items: readonly Item[]) => items.filter(({ status }) => status === itemStatus.pending)

/** An item that did not come as described. */
export interface Found extends Mark {
  item: Item
  outcome: Exclude<ReceiptOutcome, 'ok'>
}

export const foundIn = (items: readonly Item[], marks: Marks): Found[] =>
  items.flatMap((item) => {
    const { outcome, ...mark } = marks[item.id] ?? unmarked
    return outcome === 'ok' ? [] : [{ item, outcome, ...mark }]
  })

export const bodyOf = (found: readonly Found[]): ReceiveBody => ({
  items: found.map(({ item: { id }, outcome, note }) => ({ id, outcome, note: note.trim() })),
})

/** Error messages of the notes, by item id. */
export function noteProblems(found: readonly Found[]): Record<number, string> {
  const issues = receiveBody.safeParse(bodyOf(found)).error?.issues ?? []
  return problemsByItem(
    found,
    issues.map(({ path, message }) => [path.join('.'), message]),
  )
}

/** @param errors message by field path, e.g. `items.0.note`, in the order of `found` */
export function problemsByItem(found: readonly Found[], errors: readonly (readonly [string, string])[]) {
  const problems: Record<number, string> = {}
  for (const [path, message] of errors) {
    const id = found[Number(/^items\.(\d+)/.exec(path)?.[1])]?.item.id
    if (id !== undefined) problems[id] = message
  }
  return problems
}

/** Files that the server would refuse, by item id. */
export function photoProblems(found: readonly Found[], maxMegabytes: number | undefined): Record<number, string> {
  const problems: Record<number, string> = {}
  for (const { item, photos } of found) {
    const problem = occurrenceFilesProblem(photos, maxMegabytes)
    if (problem) problems[item.id] = problem
  }
  return problems
}

/** Most items that are shown before *Mostrar mais*; rendering hundreds takes a phone a second. */
export const firstShown = 40

interface View {
  search: string
  /** How many unmarked items to show. */
  most: number
}

/** The items to show: those that the search finds, the first ones of them, and always those that were marked. */
export function shownOf(items: readonly Item[], marks: Marks, { search, most }: View) {
  const wanted = searchable(search)
  const isFound = ({ documentNumber, description, itemType }: Item) =>
    [documentNumber, description, itemType].some((text) => text && searchable(text).includes(wanted))
  const matching = wanted ? items.filter(isFound) : items
  const shown = matching.filter((item, index) => index < most || (marks[item.id] ?? unmarked).outcome !== 'ok')
  return { shown, rest: matching.length - shown.length, found: matching.length }
}
