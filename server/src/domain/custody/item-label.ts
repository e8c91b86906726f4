import { countInWords } from '@malote/core/shared/measures.ts'
import type { LockedItem } from './lock-protocol.ts'

type Labelled = Pick<LockedItem, 'documentNumber' | 'itemType'>

/** Label of an item in texts: `Item 123/2026 (Contrato)`, or only its type when it has no number. */
export const itemLabel = ({ documentNumber, itemType }: Labelled): string =>
  documentNumber ? `Item ${documentNumber} (${itemType})` : `Item ${itemType}`

/** `1 item`, `3 itens` */
export const countOf = (items: readonly unknown[]): string => countInWords(items.length, 'item', 'itens')

/** The labels of all items, for the history, which must name each. */
export const allLabels = (items: readonly Labelled[]): string => items.map(itemLabel).join('; ')

/** Maximum number of items that a text lists individually. */
const named = 5

/** Label of several items in texts: the first few, and the number of the others. */
export function itemLabels(items: readonly Labelled[]): string {
  const labels = items.slice(0, named).map(itemLabel).join('; ')
  const rest = items.length - named
  return rest > 0 ? `${labels} e mais ${rest}` : labels
}
