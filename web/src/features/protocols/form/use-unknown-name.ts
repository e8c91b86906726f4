import { type Control, useWatch } from 'react-hook-form'
import type { ChoiceField, ItemForm } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'

/** The name that was pasted for a field and is in no list. */
export const useUnknownName = (control: Control<ProtocolForm>, index: number, field: ChoiceField): string | undefined =>
  useWatch({
    control,
    name: `items.${index}.unknown`,
    compute: (names: ItemForm['unknown'] | undefined) => names?.[field],
  })
