import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { dismissToast, notifySuccess, undo } from '../../../ui/toasts.ts'
import { clearedFields, emptyItem, type ItemForm, isUntouched, itemsToSend } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'

export type NewItemsForm = Pick<
  UseFormReturn<ProtocolForm>,
  'control' | 'getValues' | 'setValue' | 'trigger' | 'clearErrors'
>

/** The items of a new protocol, and the changes of their list that cards and table share. */
export function useNewItems({ control, getValues, setValue }: NewItemsForm, onMoved: () => void) {
  const { fields, append, insert, remove, replace } = useFieldArray({ control, name: 'items' })
  const offers = useRef<number[]>([])
  useEffect(() => () => offers.current.forEach(dismissToast), [])

  /**
   * Adds an item that takes over from the last one. Renders at once, so that the keys of a scanner that follow go into
   * its field.
   */
  const add = (isSpare = false) =>
    flushSync(() => append({ ...emptyItem(getValues('items').at(-1)), isSpare }, { shouldFocus: false }))

  const removeAt = useCallback(
    (index: number) => {
      const items = getValues('items')
      const item = items[index]
      flushSync(() => remove(index))
      onMoved()
      if (!item || isUntouched({ ...item, isSpare: true }, items[index - 1])) return
      const action = undo(() => {
        insert(Math.min(index, getValues('items').length), item, { shouldFocus: false })
        onMoved()
      })
      offers.current.push(notifySuccess(`Item ${index + 1} removido.`, { action }))
    },
    [getValues, insert, remove, onMoved],
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

interface Cleared {
  /** The destination before the change. */
  destination: string | null
  /** The responsible person of each item before the change. */
  responsibles: (string | null)[]
  /** How many of the items that would be sent had one. */
  count: number
}

/** Users of the previous department cannot be responsible in the new one: clears them, and can restore both. */
export function useClearedResponsibles({
  getValues,
  setValue,
}: Pick<UseFormReturn<ProtocolForm>, 'getValues' | 'setValue'>) {
  const [cleared, setCleared] = useState<Cleared | null>(null)
  const assign = (responsibles: readonly (string | null)[]) => {
    for (const [index, responsible] of responsibles.entries()) setValue(`items.${index}.responsibleId`, responsible)
  }
  return {
    count: cleared?.count ?? 0,
    clear: (destination: string | null) => {
      const items = getValues('items')
      const responsibles = items.map(({ responsibleId }) => responsibleId)
      const count = itemsToSend(items).filter(({ responsibleId }) => responsibleId !== null).length
      // Nothing to clear: an earlier change can still be undone.
      if (responsibles.every((responsible) => responsible === null)) return
      assign(responsibles.map(() => null))
      setCleared({ destination, responsibles, count })
    },
    undo: () => {
      if (!cleared) return
      setValue('destinationDepartmentId', cleared.destination, { shouldDirty: true })
      assign(cleared.responsibles)
      setCleared(null)
    },
    /** Call it when items move to other places: the responsible people are known by place. */
    forget: () => setCleared(null),
  }
}
