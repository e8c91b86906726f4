import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { clearedFields, emptyItem, type ItemForm } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'

export type NewItemsForm = Pick<
  UseFormReturn<ProtocolForm>,
  'control' | 'getValues' | 'setValue' | 'trigger' | 'clearErrors'
>

/** The items of a new protocol, and the changes of their list that cards and table share. */
export function useNewItems({ control, getValues, setValue }: NewItemsForm, onMoved: () => void) {
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'items' })

  /**
   * Adds an item that takes over from the last one. Renders at once, so that the keys of a scanner that follow go into
   * its field.
   */
  const add = (isSpare = false) =>
    flushSync(() => append({ ...emptyItem(getValues('items').at(-1)), isSpare }, { shouldFocus: false }))

  const removeAt = useCallback(
    (index: number) => {
      flushSync(() => remove(index))
      onMoved()
    },
    [remove, onMoved],
  )

  /** *Limpar campos*: empties what the item took over. */
  const clear = useCallback(
    (index: number) => {
      for (const [field, value] of Object.entries(clearedFields)) {
        setValue(`items.${index}.${field as keyof typeof clearedFields}`, value, { shouldDirty: true })
      }
    },
    [setValue],
  )

  const replaceAll = (items: ItemForm[]) => flushSync(() => replace(items))

  return { fields, add, removeAt, clear, replaceAll }
}
