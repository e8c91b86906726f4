import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportLine, ImportOutcome } from '@malote/core/import/import-preview.ts'
import { Checkbox } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { type ImportAnswers, saveRefused } from './import.api.ts'
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
    <section className="grid gap-8">
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
        <p className="soft small">
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

interface ImportFiguresProps {
  outcome: ImportOutcome
  /** Labels for the created, changed, unchanged, refused and left-out records; the last only if there are any. */
  words: readonly [string, string, string, string, string]
}

export function ImportFigures({ outcome, words }: ImportFiguresProps) {
  const { created, changed, unchanged, refused, leftOut } = outcome
  const counts = [created, changed, unchanged, refused, ...(leftOut > 0 ? [leftOut] : [])]
  return (
    <dl className={classes.figures}>
      {counts.map((count, index) => (
        <div key={words[index]} className={classes.figure} data-tone={index === 3 && count > 0 ? 'danger' : undefined}>
          <dt>{words[index]}</dt>
          <dd>{formatNumber(count ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A step of the import. It takes the focus, because the button pressed in the previous step has unmounted. */
export function ImportStep({ label, children }: { label: string; children: ReactNode }) {
  const step = useRef<HTMLFieldSetElement>(null)
  useEffect(() => step.current?.focus({ preventScroll: true }), [])
  return (
    <fieldset ref={step} tabIndex={-1} className={classes.step} aria-label={label}>
      {children}
    </fieldset>
  )
}

interface RefusedButtonProps {
  importable: Importable
  file: File
  /** The answers with which the file was checked. */
  answers: ImportAnswers
}

/** Downloads the refused lines with their reasons. */
export function RefusedButton({ importable, ...asked }: RefusedButtonProps) {
  return (
    <DownloadButton
      save={() => saveRefused(importable, asked)}
      failure="Erro ao baixar as linhas recusadas. Tente novamente."
    >
      Baixar linhas recusadas
    </DownloadButton>
  )
}
