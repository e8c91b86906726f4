import { zodResolver } from '@hookform/resolvers/zod'
import { type ItemType, itemTypeInput } from '@malote/core/item-types/item-type.ts'
import { itemTypeEditWire } from '@malote/core/item-types/item-type.wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../../domain/registers/delete-dialog.tsx'
import { DescribedDialog } from '../../domain/registers/described-dialog.tsx'
import type { RegisterDialogsProps } from '../../domain/registers/register-page.tsx'
import { itemTypeWords } from './item-type-words.ts'
import { deleteItemType, saveItemType } from './public/item-types.api.ts'

const form = { resolver: zodResolver(itemTypeInput), wire: itemTypeEditWire, words: itemTypeWords }

/** Loaded when the first one opens. */
export default function ItemTypeDialogs({ asking, ...dialog }: RegisterDialogsProps<ItemType>) {
  const queryClient = useQueryClient()
  if (asking.what === 'delete') {
    return <DeleteDialog {...asking.row} words={itemTypeWords} remove={deleteItemType(queryClient)} {...dialog} />
  }
  return <DescribedDialog row={asking.row} {...form} save={saveItemType(queryClient)} {...dialog} />
}
