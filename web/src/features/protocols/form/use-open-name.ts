import { type Control, useWatch } from 'react-hook-form'
import { type ChoiceField, type ItemForm, openNameWords } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'

/** What a field says about the name that was pasted for it, while nothing is chosen. */
export const useOpenName = (control: Control<ProtocolForm>, index: number, field: ChoiceField): string | undefined =>
  useWatch({
    control,
    name: `items.${index}`,
    compute: (item: ItemForm | undefined) => {
      const name = item?.[field] === null ? item.unknown[field] : undefined
      return item && name ? openNameWords(item, field, name) : undefined
    },
  })
