import type { ImportLine } from '@malote/core/import/import-preview.ts'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import classes from './import.module.css'

/** Which lines are imported: a check box on each line. */
export interface LineChoice {
  leftOut: readonly number[]
  isDisabled: boolean
  onChange: (leftOut: number[]) => void
}

interface ImportLinesProps {
  title: string
  /** The total number without those left out; `lines` are the first of both. */
  total: number
  lines: readonly ImportLine[]
  /** Heading of the notes. */
  notes: string
  choice?: LineChoice
  /** To the right of the title. */
  children?: ReactNode
}

/** The lines of one kind; renders nothing without lines. */
export function ImportLines({ title, total, lines, notes, choice, children }: ImportLinesProps) {
  if (lines.length === 0) return null
  // Only lines shown here can be left out.
  const whole = total + lines.filter(({ isLeftOut }) => isLeftOut).length
  const hasNotes = lines.some((line) => line.notes?.length > 0)
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>
          {title} ({formatNumber(total)})
        </h2>
        {children}
      </div>
      <DataTable
        caption={title}
        columns={[...(choice ? [choiceColumn(choice)] : []), ...columns, ...(hasNotes ? [notesColumn(notes)] : [])]}
        rows={lines}
        rowKey={({ line }) => line}
        empty={null}
      />
      {whole > lines.length && (
        <p className={classes.soft}>
          As primeiras {formatNumber(lines.length)} de {formatNumber(whole)} linhas.
        </p>
      )}
    </section>
  )
}

const choiceColumn = ({ leftOut, isDisabled, onChange }: LineChoice): Column<ImportLine> => ({
  key: 'choice',
  header: 'Importar',
  width: '92px',
  cell: ({ line, name }) => (
    <Checkbox
      className={classes.tick}
      aria-label={`Importar a linha ${line}, ${name}`}
      checked={!leftOut.includes(line)}
      disabled={isDisabled}
      onChange={({ currentTarget: { checked } }) =>
        onChange(checked ? leftOut.filter((other) => other !== line) : [...leftOut, line])
      }
    />
  ),
})

const columns: readonly Column<ImportLine>[] = [
  { key: 'line', header: 'Linha', width: '88px', align: 'end', cell: ({ line }) => formatNumber(line) },
  { key: 'name', header: 'Nome', isRowHeader: true, cell: ({ name }) => name || '—' },
]

const notesColumn = (header: string): Column<ImportLine> => ({
  key: 'notes',
  header,
  width: '48%',
  cell: ({ notes = [] }) =>
    notes.length === 0 ? (
      '—'
    ) : (
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    ),
})
