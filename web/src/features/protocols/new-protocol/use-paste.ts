import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ItemForm } from '../form/item-form.ts'
import { isNamed } from './item-readiness.ts'
import { isTableText, readPasted, withPasted } from './pasted-items.ts'
import { cellOf, focusCell } from './table-cells.ts'
import type { NewItemsForm, useNewItems } from './use-new-items.ts'

interface Pasted {
  lineCount: number
  /** Titles of columns that the form does not have. */
  ignored: readonly string[]
  /** The items before; null once one has typed on, because undoing would lose that too. */
  before: ItemForm[] | null
}

/** Pastes cells of a spreadsheet into the table, from the focused cell on, and can take it back. */
export function usePaste(
  table: RefObject<HTMLElement | null>,
  getValues: NewItemsForm['getValues'],
  { replaceAll }: Pick<ReturnType<typeof useNewItems>, 'replaceAll'>,
) {
  const [pasted, setPasted] = useState<Pasted | null>(null)

  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const target = event.target instanceof Element ? event.target : null
    const cell = target && cellOf(target)
    // Other fields of the page take what is pasted into them.
    if (!isTableText(text) || (!cell && target?.matches('textarea, input:not([type="radio"])'))) return
    event.preventDefault()
    const before = getValues('items')
    const { row, column } = cell ?? { row: firstFree(before), column: 'documentNumber' as const }
    const read = readPasted(text, column)
    const items = withPasted(before, read, row)
    replaceAll(items)
    setPasted({ lineCount: Math.min(read.rows.length, items.length - row), ignored: read.ignored, before })
    focusCell(table.current, row, column)
  })
  useEffect(() => {
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])

  return {
    pasted,
    /** Call it when somebody types on. */
    settle: () => setPasted((now) => (now?.before ? { ...now, before: null } : now)),
    undo: () => {
      if (pasted?.before) replaceAll(pasted.before)
      setPasted(null)
      focusCell(table.current, 0, 'documentNumber')
    },
  }
}

/** The last row while it is empty, else the one after it. */
function firstFree(items: readonly ItemForm[]): number {
  const last = items.at(-1)
  return last && !isNamed(last) ? items.length - 1 : items.length
}
