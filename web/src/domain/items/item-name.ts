interface Nameable {
  documentNumber?: string | null | undefined
  itemType?: string | null | undefined
}

/** How an item is called where there is no room for more. */
export const itemName = ({ documentNumber, itemType }: Nameable) => documentNumber || itemType || 'Item sem número'
