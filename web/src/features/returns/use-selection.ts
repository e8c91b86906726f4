import { useState } from 'react'

export interface Selection {
  ids: readonly number[]
  has: (id: number) => boolean
  isAll: boolean
  toggle: (id: number) => void
  /** Selects all selectable rows, or none if all are selected. */
  toggleAll: () => void
  clear: () => void
}

/**
 * The selected rows. Rows that leave the page or become unselectable are deselected.
 *
 * @param list identifies the page and its filters; another list starts without a selection
 */
export function useSelection(list: string, selectable: readonly number[]): Selection {
  const [kept, keep] = useState<{ list: string; ids: readonly number[] }>({ list, ids: [] })
  const ids = kept.list === list ? selectable.filter((id) => kept.ids.includes(id)) : []
  const isAll = selectable.length > 0 && ids.length === selectable.length
  const select = (next: readonly number[]) => keep({ list, ids: next })
  return {
    ids,
    has: (id) => ids.includes(id),
    isAll,
    toggle: (id) => select(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => select(isAll ? [] : selectable),
    clear: () => select([]),
  }
}
