interface ItemCounts {
  totalItems: number
  completedItems: number
  returnedItems: number
}

/** Progress of a protocol: items that are done (completed or returned) out of all (contract 2.6.2, 9.7). */
export interface Progress {
  done: number
  total: number
  /** 0 to 100, never above; 0 for a protocol without items. */
  percent: number
}

export function progressOf({ totalItems, completedItems, returnedItems }: ItemCounts): Progress {
  const done = completedItems + returnedItems
  const percent = totalItems > 0 ? Math.min(100, Math.round((done / totalItems) * 100)) : 0
  return { done, total: totalItems, percent }
}
