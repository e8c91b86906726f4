import type { ImportLine } from '@malote/core/import/import-preview.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import classes from './import.module.css'

interface ImportLinesProps {
  title: string
  /** The total number; `lines` are the first of them. */
  total: number
  lines: readonly ImportLine[]
  /** Heading of the notes. */
  notes: string
  /** To the right of the title. */
  children?: ReactNode
}

/** The lines of one kind; renders nothing without lines. */
export function ImportLines({ title, total, lines, notes, children }: ImportLinesProps) {
  if (lines.length === 0) return null
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
        columns={hasNotes ? [...columns, notesColumn(notes)] : columns}
        rows={lines}
        rowKey={({ line }) => line}
        empty={null}
      />
      {total > lines.length && (
        <p className={classes.soft}>
          As primeiras {formatNumber(lines.length)} de {formatNumber(total)} linhas.
        </p>
      )}
    </section>
  )
}

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
