import { useState } from 'react'
import { storage } from '../../../lib/storage.ts'

const views = ['cards', 'table'] as const
export type ItemView = (typeof views)[number]

const key = 'item-view'

/** Cards or table, as this browser last chose. */
export function useItemView() {
  const [view, setView] = useState<ItemView>(() => views.find((known) => known === storage.get(key)) ?? 'cards')
  return {
    view,
    choose: (next: ItemView) => {
      storage.set(key, next)
      setView(next)
    },
  }
}
