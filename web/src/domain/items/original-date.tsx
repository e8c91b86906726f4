import { formatDate } from '../../lib/format.ts'

interface Extended {
  returnDate: string | null
  originalReturnDate?: string | null | undefined
}

/** Whether the due date was extended, so that its first one is worth saying. */
export const wasExtended = ({ returnDate, originalReturnDate }: Extended): boolean =>
  Boolean(originalReturnDate && returnDate && originalReturnDate !== returnDate)

/** The first due date of an item whose due date was extended (contract 21.4). */
export function OriginalDate({ item }: { item: Extended }) {
  if (!wasExtended(item)) return null
  return <span className="soft caption normal tight nowrap">Prazo original {formatDate(item.originalReturnDate)}</span>
}
