import { zodResolver } from '@hookform/resolvers/zod'
import { type ItemType, itemTypeEditWire, itemTypeInput } from '@malote/core/item-types/item-type.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { CatalogDialogsProps } from '../../domain/catalogs/catalog-page.tsx'
import { deleteItemType, saveItemType } from '../../domain/catalogs/catalogs.api.ts'
import { DescribedDialog, EntryDialogs, type EntryFormProps } from '../../domain/catalogs/entry-dialogs.tsx'

const form = { resolver: zodResolver(itemTypeInput), wire: itemTypeEditWire }

const ItemTypeDialog = (props: EntryFormProps<ItemType>) => (
  <DescribedDialog {...props} {...form} save={saveItemType(useQueryClient())} />
)

/** Loaded when the first dialog opens. */
export default function ItemTypeDialogs(props: CatalogDialogsProps<ItemType>) {
  return <EntryDialogs {...props} Form={ItemTypeDialog} remove={deleteItemType} />
}
