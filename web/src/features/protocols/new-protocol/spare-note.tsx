import { type Control, useWatch } from 'react-hook-form'
import { type ItemForm, isUntouched } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'
import classes from './spare-note.module.css'

/** Says that the last item, which Enter has added, is not sent while it is empty. */
export function SpareNote({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const isSpare = useWatch({
    control,
    name: 'items',
    compute: (items: readonly ItemForm[]) => {
      const item = items[index]
      return item !== undefined && index === items.length - 1 && isUntouched(item, items[index - 1])
    },
  })
  return isSpare ? <span className={classes.note}>vazio, não será enviado</span> : null
}
