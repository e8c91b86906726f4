import { identity, oneOf } from '../../../lib/search-values.ts'

/** What the detail's address holds; only what differs from the default. */
export interface DetailSearch {
  /** Without one, the tab of the details. */
  tab?: 'historico' | 'comentarios' | undefined
  /** The item whose panel is open. */
  item?: number | undefined
}

export const detailSearch = ({ tab, item }: Record<string, unknown>): DetailSearch => ({
  tab: oneOf(['historico', 'comentarios'] as const, tab),
  item: identity(item),
})
