interface Nameable {
  documentNumber?: string | null | undefined
  description?: string | null | undefined
  itemType?: string | null | undefined
}

/** A short name of an item. */
export const itemName = ({ documentNumber, description, itemType }: Nameable) =>
  documentNumber || description || itemType || 'Item sem número'

/** The name of the item that an occurrence or a request is about; the `description` of these is another one. */
export const nameOfItemOf = (row: Omit<Nameable, 'description'> & { itemDescription: string | null }) =>
  itemName({ ...row, description: row.itemDescription })

/** The title of an item whose type stands beside it: its number, else what people call it. */
export const itemTitle = ({ documentNumber, description }: Omit<Nameable, 'itemType'>) =>
  documentNumber || description || 'Sem número'

/** The description below such a title; undefined where it is the title itself. */
export const itemSubtitle = ({ documentNumber, description }: Omit<Nameable, 'itemType'>) =>
  (documentNumber && description) || undefined

/** All three in one line. */
export const itemLine = (item: Nameable) =>
  [itemTitle(item), itemSubtitle(item), item.itemType].filter(Boolean).join(' · ')
