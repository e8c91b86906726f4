/** What the detail's address holds; only what differs from the default. */
export interface DetailSearch {
  /** Without one, the tab of the details. */
  tab?: 'historico' | 'comentarios' | undefined
  /** The item whose panel is open. */
  item?: number | undefined
}

export function detailSearch({ tab, item }: Record<string, unknown>): DetailSearch {
  const isTab = tab === 'historico' || tab === 'comentarios'
  const isItem = Number.isInteger(item) && Number(item) > 0
  return { tab: isTab ? tab : undefined, item: isItem ? Number(item) : undefined }
}
