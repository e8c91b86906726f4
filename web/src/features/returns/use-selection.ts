import { useState } from 'react'

export interface Selection {
  ids: readonly number[]
  has: (id: number) => boolean
  isAll: boolean
  toggle: (id: number) => void
  /** Selects all that may be selected, or nothing when all of it was. */
  toggleAll: () => void
  clear: () => void
}

/**
 * The rows that are ticked. What is no longer on the page, or may no longer be selected, is not selected either.
 *
 * @param list names the page and its filters; another list begins with nothing selected
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
