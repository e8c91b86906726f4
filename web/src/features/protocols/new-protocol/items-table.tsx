import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { isSending } from '../../../ui/fields/send-by-keyboard.ts'
import { Spoken } from '../../../ui/spoken.tsx'
import { isField, isGoingOn } from '../form/enter-key.ts'
import { type ItemForm, isNamed, isUntouched } from '../form/item-form.ts'
import type { ItemCardsProps } from './item-cards.tsx'
import { ItemTableRow } from './item-table-row.tsx'
import classes from './new-protocol.module.css'
import { columnLabels, isTableColumn, type TableColumn } from './paste-columns.ts'
import { isTableText, type PasteResult, pasteWords, readPasted, withPasted } from './pasted-items.ts'
import type { NewItemsForm, useNewItems } from './use-new-items.ts'

/** The items of a new protocol as a table to type and paste into. Loaded when first chosen. */
export default function ItemsTable({ form: { control, getValues }, items }: ItemCardsProps) {
  const { fields, add, removeAt } = items
  const table = useRef<HTMLTableElement>(null)
  const isToMany = useWatch({ control, name: 'destinationDepartmentIds' }) !== null
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const columns = columnLabels({ isToMany, requiresReturn })
  const paste = usePaste(table, getValues, items)

  const moveTo = (row: number, column: string) => {
    if (row === fields.length) {
      const all = getValues('items')
      const last = all.at(-1)
      if (last && isUntouched(last, all.at(-2))) return
      add(true)
    }
    focusCell(table.current, row, column)
  }
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const cell = isField(event.target) && cellOf(event.target)
    if (!cell || isSending(event)) return
    const step = rowStep(event)
    if (step === 0 || cell.row + step < 0) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(cell.row + step, cell.column)
  }
  const removeRow = useCallback(
    (index: number) => {
      removeAt(index)
      focusCell(table.current, Math.max(index - 1, 0), 'documentNumber')
    },
    [removeAt],
  )
  return (
    <>
      <PasteNote paste={paste} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only adds shortcuts to the fields inside */}
      <div className={classes.frame} onKeyDown={pressKey} onKeyDownCapture={withCtrl(pressKey)} onInput={paste.settle}>
        <table ref={table} className={classes.table}>
          <caption className={classes.hidden}>Itens do protocolo</caption>
          <thead>
            <tr>
              <th scope="col" data-column="place">
                Item
              </th>
              {columns.map(({ column, label }) => (
                <th key={column} scope="col" data-column={column}>
                  {label}
                </th>
              ))}
              <th scope="col" data-column="remove">
                <span className={classes.hidden}>Remover</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, index) => (
              <ItemTableRow
                key={field.id}
                control={control}
                index={index}
                item={field}
                isToMany={isToMany}
                onRemove={index > 0 ? removeRow : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="row wrap between gap-8-16 mt-16">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            add()
            focusCell(table.current, fields.length, 'documentNumber')
          }}
        >
          Adicionar Item
        </Button>
        <p className="soft caption">
          <kbd>Enter</kbd> vai à linha de baixo · <kbd>Tab</kbd> à próxima coluna · fornecedor e anexos ficam nos
          cartões
        </p>
      </div>
    </>
  )
}

/** Rows to move by: Enter and ↓ go down, Shift+Enter and ↑ go up; lists keep ↑ and ↓ unless Ctrl is pressed. */
function rowStep(event: KeyboardEvent<HTMLElement>): number {
  if (event.key === 'Enter' && event.shiftKey && !event.defaultPrevented) return -1
  if (isGoingOn(event)) return 1
  const isList = event.target instanceof HTMLElement && event.target.role === 'combobox'
  if (event.defaultPrevented || (isList && !event.ctrlKey)) return 0
  if (event.key === 'ArrowDown') return 1
  return event.key === 'ArrowUp' ? -1 : 0
}

/** Ctrl+↑ and Ctrl+↓ are handled before a list opens with them. */
const withCtrl = (press: (event: KeyboardEvent<HTMLElement>) => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey && event.key.startsWith('Arrow')) press(event)
}

/** How to paste; afterwards, what was pasted. */
function PasteNote({ paste: { pasted, undo } }: { paste: ReturnType<typeof usePaste> }) {
  return (
    <div className={classes.note}>
      <Spoken>
        {pasted
          ? pasteWords(pasted)
          : 'Copie as linhas da planilha e cole com Ctrl+V. A primeira linha pode ter os nomes das colunas.'}
      </Spoken>
      {pasted?.before && (
        <Button variant="default" size="compact-md" onClick={undo}>
          Desfazer
        </Button>
      )}
    </div>
  )
}

interface Pasted extends PasteResult {
  /** The items before; null once one has typed on, because undoing would lose that too. */
  before: ItemForm[] | null
}

/** Pastes cells of a spreadsheet into the table, from the focused cell on, and can take it back. */
function usePaste(
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
    const lineCount = Math.min(read.rows.length, items.length - row)
    setPasted({ lineCount, leftOver: read.rows.length - lineCount, ignored: read.ignored, before })
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

interface Cell {
  row: number
  column: TableColumn
}

/** The cell around an element; undefined outside of the table's fields. */
function cellOf(element: Element): Cell | undefined {
  const cell = element.closest<HTMLElement>('td[data-column]')
  const row = cell?.closest<HTMLElement>('tr[data-row]')
  const column = cell?.dataset.column
  if (!row || !isTableColumn(column)) return undefined
  return { row: Number(row.dataset.row), column }
}

/** Focuses the field of a cell, also in a row that is not rendered yet. */
function focusCell(table: HTMLElement | null, row: number, column: string) {
  const line = table?.querySelector<HTMLElement>(`tr[data-row="${row}"]`)
  const field = () => line?.querySelector<HTMLInputElement>(`[data-column="${column}"] :is(input, textarea)`)
  // A distant row renders its fields when it gets the focus: at once, so that the next key goes into them.
  if (!field()) flushSync(() => line?.focus())
  field()?.focus()
  field()?.select()
}
