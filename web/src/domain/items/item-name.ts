interface Nameable {
  documentNumber?: string | null | undefined
  itemType?: string | null | undefined
}

/** A short name of an item. */
export const itemName = ({ documentNumber, itemType }: Nameable) => documentNumber || itemType || 'Item sem número'
