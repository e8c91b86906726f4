/** What the detail's address holds; only what differs from the default. */
export interface DetailSearch {
  /** Without one, the tab of the details. */
  tab?: 'historico' | 'comentarios' | undefined
  /** The item whose panel is open. */
  item?: number | undefined
}

export function detailSearch({ tab, item }: Record<string, unknown>): DetailSearch {
  const isTab = tab === 'historico' || tab === 'comentarios'
  const id = Number(item)
  return { tab: isTab ? tab : undefined, item: Number.isInteger(id) && id > 0 ? id : undefined }
}
