import { createHash } from 'node:crypto'
import { type Importable, importColumns } from '@malote/core/import/import-columns.ts'
import {
  type ImportLine,
  type ImportOutcome,
  type ImportPreview,
  type ImportQuestion,
  mostLinesShown,
} from '@malote/core/import/import-preview.ts'
import { cleanLine } from '@malote/core/shared/typed-text.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { type CsvFile, type CsvLine, readCsv } from './read-csv.ts'

/** What the import does with a line. */
export type Decision<Create, Change> =
  | { kind: 'created'; name: string; notes: string[]; key: string; create: Create }
  | { kind: 'changed'; name: string; notes: string[]; key: string; change: Change }
  | { kind: 'unchanged'; name: string; notes: string[]; key: string }
  | { kind: 'refused'; name: string; notes: string[]; key?: string }

/** Imports one kind of record. */
export interface Importer<Create, Change> {
  importable: Importable
  /** Decides about lines, in order, from the current state of the database. */
  decide: (db: Db, lines: readonly CsvLine[]) => Promise<Decision<Create, Change>[]>
  /** The questions about the lines so far. */
  questions?: () => ImportQuestion[]
}

/** A line of the file, and its decision. */
interface ValidatedLine<Create, Change> {
  line: CsvLine
  decision: Decision<Create, Change>
  /** The Admin leaves the line out: the decision says what it would do. */
  isLeftOut: boolean
}

/**
 * Reads a file once, batch by batch, and decides about its lines.
 *
 * @param leftOut line numbers; a line that repeats one of them is not refused for it
 */
export async function* validateLines<Create, Change>(
  db: Db,
  { decide }: Importer<Create, Change>,
  { batches }: CsvFile,
  leftOut: ReadonlySet<number>,
): AsyncGenerator<ValidatedLine<Create, Change>[]> {
  const firstLineOf = new Map<string, number>()
  for await (const batch of batches) {
    const decided = (
      await decide(
        db,
        batch.filter(({ problem }) => problem === undefined),
      )
    ).values()
    yield batch.map((line) => {
      const decision = line.problem === undefined ? decided.next().value : unreadable(line, line.problem)
      if (!decision) throw new Error(`line ${line.line} was not decided`)
      const isLeftOut = leftOut.has(line.line) && (decision.kind === 'created' || decision.kind === 'changed')
      return { line, isLeftOut, decision: isLeftOut ? decision : withoutRepetition(decision, line, firstLineOf) }
    })
  }
}

/** Of a cell in which a spreadsheet wrote a long number as `1,19123E+10`, which has lost its last digits. */
export const roundedNote = (column: string, written: string) =>
  `${column}: "${written}" foi arredondado pela planilha e não é importado. Formate a coluna como texto`

/** The writes for a range of consecutive lines. */
export interface Batch<Create, Change> {
  lines: number
  creates: Create[]
  changes: Change[]
}

/**
 * Decides about each line of a file, and writes nothing. Preview and import both use this, so that they compute the
 * same token as long as neither the file nor the database rows it is compared with have changed.
 *
 * @param leftOut line numbers that are neither created nor changed
 * @param keep called with the writes, if the caller will execute them
 */
export async function goThrough<Create, Change>(
  db: Db,
  importer: Importer<Create, Change>,
  content: Buffer,
  leftOut: ReadonlySet<number>,
  keep?: (batch: Batch<Create, Change>) => void,
): Promise<ImportPreview> {
  const file = await readCsv(importer.importable, content)
  const hash = createHash('sha256').update(content)
  const counts: ImportOutcome = { total: 0, created: 0, changed: 0, unchanged: 0, refused: 0, leftOut: 0 }
  const shown = { created: [] as ImportLine[], changed: [] as ImportLine[], refused: [] as ImportLine[] }
  for await (const batch of validateLines(db, importer, file, leftOut)) {
    const creates: Create[] = []
    const changes: Change[] = []
    for (const { line, decision, isLeftOut } of batch) {
      const kind = isLeftOut ? 'leftOut' : decision.kind
      counts.total += 1
      counts[kind] += 1
      hash.update(`\n${line.line} ${kind} ${decision.notes.join('|')}`)
      if (decision.kind === 'created' && !isLeftOut) creates.push(decision.create)
      if (decision.kind === 'changed' && !isLeftOut) changes.push(decision.change)
      if (decision.kind === 'unchanged' || shown[decision.kind].length >= mostLinesShown) continue
      const { name, notes } = decision
      shown[decision.kind].push({ line: line.line, name, notes, ...(isLeftOut && { isLeftOut }) })
    }
    keep?.({ lines: batch.length, creates, changes })
  }
  const questions = importer.questions?.() ?? []
  return { ...counts, token: hash.digest('hex'), ignored: [...file.ignored], questions, lines: shown }
}

const unreadable = ({ cells }: CsvLine, problem: string) => ({
  kind: 'refused' as const,
  name: cells.companyName || cells.name || '',
  notes: [problem],
})

/** Refuses the second line about the same record, because it is unknown which of the two is meant. */
function withoutRepetition<Create, Change>(
  decision: Decision<Create, Change>,
  { line }: CsvLine,
  firstLineOf: Map<string, number>,
): Decision<Create, Change> {
  if (decision.key === undefined) return decision
  const first = firstLineOf.get(decision.key)
  if (first !== undefined) return { kind: 'refused', name: decision.name, notes: [`Repete a linha ${first}`] }
  firstLineOf.set(decision.key, line)
  return decision
}

type Value = string | boolean | null | undefined

const titleOf = (importable: Importable, field: PropertyKey | undefined) =>
  importColumns[importable].find((column) => column.field === field)?.title ?? ''

/** Why a line is refused: the first message for each of its columns. */
export function problemsOf(importable: Importable, error: z.ZodError): string[] {
  const sentences = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const title = titleOf(importable, path[0])
    if (!sentences.has(title)) sentences.set(title, message)
  }
  return [...sentences].map(([title, message]) => (title ? `${title}: ${message}` : message))
}

/** The changes, as `Cidade: Campinas → Santos`, in column order. */
export function changesBetween(
  importable: Importable,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): string[] {
  return importColumns[importable]
    .filter(({ field }) => field in after && !looksSame(after[field] ?? null, before[field] ?? null))
    .map(({ field, title }) => `${title}: ${shown(before[field])} → ${shown(after[field])}`)
}

/** Whether nobody sees a difference: rows of older releases may have other blanks or composed accents. */
const looksSame = (one: Value, other: Value) =>
  typeof one === 'string' && typeof other === 'string' ? cleanLine(one) === cleanLine(other) : one === other

const shown = (value: Value) => (typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : value || 'vazio')
