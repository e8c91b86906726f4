import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { isSending } from '../../../ui/fields/send-by-keyboard.ts'
import { isField, isGoingOn } from '../form/enter-key.ts'
import { isUntouched } from '../form/item-form.ts'
import type { ItemCardsProps } from './item-cards.tsx'
import { ItemTableRow } from './item-table-row.tsx'
import classes from './items-table.module.css'
import { columnLabels } from './paste-columns.ts'
import { PasteNote } from './paste-note.tsx'
import { cellOf, focusCell } from './table-cells.ts'
import { usePaste } from './use-paste.ts'

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
      <div className={classes.foot}>
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
        <p className={classes.hint}>
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
