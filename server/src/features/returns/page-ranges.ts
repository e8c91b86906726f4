import type { ItemStatus } from '@malote/core/items/item-status.ts'

/** Number of items of one status in a list. */
export interface StatusTotal {
  status: ItemStatus
  total: number
  /** There are more than `total`; the rest was not counted. */
  isCapped?: boolean
}

/** A part of a page: rows of one status, `take` of them after the first `skip`. */
export interface PageRange extends Omit<StatusTotal, 'total'> {
  skip: number
  take: number
}

/** A list shows its statuses one after the other, so that a page may span several of them. */
export function pageRangesOf(totals: readonly StatusTotal[], page: number, perPage: number): PageRange[] {
  const ranges: PageRange[] = []
  let skip = (page - 1) * perPage
  let room = perPage
  for (const { total, ...status } of totals) {
    const take = Math.min(room, total - skip)
    if (take > 0) {
      ranges.push({ ...status, skip, take })
      room -= take
    }
    skip = Math.max(0, skip - total)
  }
  return ranges
}
