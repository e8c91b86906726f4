import { isTableColumn, type TableColumn } from './paste-columns.ts'

interface Cell {
  row: number
  column: TableColumn
}

/** The cell around an element; undefined outside of the table's fields. */
export function cellOf(element: Element): Cell | undefined {
  const cell = element.closest<HTMLElement>('td[data-column]')
  const row = cell?.closest<HTMLElement>('tr[data-row]')
  const column = cell?.dataset.column
  if (!row || !isTableColumn(column)) return undefined
  return { row: Number(row.dataset.row), column }
}

/** Focuses the field of a cell, also in a row that is not rendered yet. */
export function focusCell(table: HTMLElement | null, row: number, column: string) {
  const line = table?.querySelector<HTMLElement>(`tr[data-row="${row}"]`)
  const field = () => line?.querySelector<HTMLInputElement>(`[data-column="${column}"] :is(input, textarea)`)
  const select = () => {
    field()?.focus()
    field()?.select()
  }
  if (field()) return select()
  // A distant row renders its fields when it gets the focus.
  line?.focus()
  requestAnimationFrame(select)
}
