import { zodResolver } from '@hookform/resolvers/zod'
import { type ItemType, itemTypeInput } from '@malote/core/item-types/item-type.ts'
import { itemTypeEditWire } from '@malote/core/item-types/item-type.wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DescribedDialog } from '../../domain/registers/described-dialog.tsx'
import { EntryDialogs, type EntryFormProps } from '../../domain/registers/entry-dialogs.tsx'
import type { RegisterDialogsProps } from '../../domain/registers/register-page.tsx'
import { deleteItemType, saveItemType } from './public/item-types.api.ts'

const form = { resolver: zodResolver(itemTypeInput), wire: itemTypeEditWire }

const ItemTypeDialog = (props: EntryFormProps<ItemType>) => (
  <DescribedDialog {...props} {...form} save={saveItemType(useQueryClient())} />
)

/** Loaded when the first dialog opens. */
export default function ItemTypeDialogs(props: RegisterDialogsProps<ItemType>) {
  return <EntryDialogs {...props} Form={ItemTypeDialog} remove={deleteItemType} />
}
