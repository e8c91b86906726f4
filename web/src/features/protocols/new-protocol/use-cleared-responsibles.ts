import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { itemsToSend } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'

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
