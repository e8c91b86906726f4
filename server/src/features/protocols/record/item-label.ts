import type { LockedItem } from './lock-protocol.ts'

type Labelled = Pick<LockedItem, 'documentNumber' | 'itemType'>

/** How texts speak of an item: `Item 123/2026 (Contrato)`, or by its type alone when it has no number. */
export const itemLabel = ({ documentNumber, itemType }: Labelled): string =>
  documentNumber ? `Item ${documentNumber} (${itemType})` : `Item ${itemType}`

/** As many items as a text names one by one. */
const named = 5

/** How texts speak of several items: the first few, and how many more there are. */
export function itemLabels(items: readonly Labelled[]): string {
  const labels = items.slice(0, named).map(itemLabel).join('; ')
  const rest = items.length - named
  return rest > 0 ? `${labels} e mais ${rest}` : labels
}
