import { createHash } from 'node:crypto'
import type { Importable } from '@malote/core/import/import-columns.ts'
import {
  type ImportLine,
  type ImportOutcome,
  type ImportPreview,
  type ImportQuestion,
  mostLinesShown,
} from '@malote/core/import/import-preview.ts'
import type { Db } from '../../db/connect.ts'
import { type CsvFile, type CsvLine, readCsv } from './read-csv.ts'

/** What becomes of a line. */
export type Decision<Create, Change> =
  | { kind: 'created'; name: string; notes: string[]; key: string; create: Create }
  | { kind: 'changed'; name: string; notes: string[]; key: string; change: Change }
  | { kind: 'unchanged'; name: string; notes: string[]; key: string }
  | { kind: 'refused'; name: string; notes: string[]; key?: string }

/** How one kind of thing is brought in. */
export interface Importer<Create, Change> {
  importable: Importable
  /** Decides about lines, in their order, by what the database holds now. */
  decide: (db: Db, lines: readonly CsvLine[]) => Promise<Decision<Create, Change>[]>
  /** What it had to ask about the lines so far. */
  questions?: () => ImportQuestion[]
}

/** A line of the file and what becomes of it. */
export interface ValidatedLine<Create, Change> {
  line: CsvLine
  decision: Decision<Create, Change>
}

/** Goes through a file once, a batch at a time. */
export async function* judgeLines<Create, Change>(
  db: Db,
  { decide }: Importer<Create, Change>,
  { batches }: CsvFile,
): AsyncGenerator<ValidatedLine<Create, Change>[]> {
  const firstLineOf = new Map<string, number>()
  for await (const batch of batches) {
    const decisions = await decide(db, batch)
    yield batch.map((line, index) => ({ line, decision: withoutRepetition(decisions[index], line, firstLineOf) }))
  }
}

/** What is to be written for some lines that follow each other. */
export interface Batch<Create, Change> {
  lines: number
  creates: Create[]
  changes: Change[]
}

/**
 * Says what becomes of each line of a file, and writes nothing. The preview and the import itself go the same way, so that both come to the
 * same token as long as neither the file nor what it is compared with changes.
 *
 * @param keep called with what is to be written, for whoever means to
 */
export async function goThrough<Create, Change>(
  db: Db,
  importer: Importer<Create, Change>,
  content: Buffer,
  keep?: (batch: Batch<Create, Change>) => void,
): Promise<ImportPreview> {
  const file = await readCsv(importer.importable, content)
  const hash = createHash('sha256').update(content)
  const counts: ImportOutcome = { total: 0, created: 0, changed: 0, unchanged: 0, refused: 0 }
  const shown = { created: [] as ImportLine[], changed: [] as ImportLine[], refused: [] as ImportLine[] }
  for await (const batch of judgeLines(db, importer, file)) {
    const creates: Create[] = []
    const changes: Change[] = []
    for (const { line, decision } of batch) {
      counts.total += 1
      counts[decision.kind] += 1
      hash.update(`\n${line.line} ${decision.kind} ${decision.notes.join('|')}`)
      if (decision.kind === 'created') creates.push(decision.create)
      if (decision.kind === 'changed') changes.push(decision.change)
      if (decision.kind === 'unchanged' || shown[decision.kind].length >= mostLinesShown) continue
      shown[decision.kind].push({ line: line.line, name: decision.name, notes: decision.notes })
    }
    keep?.({ lines: batch.length, creates, changes })
  }
  const questions = importer.questions?.() ?? []
  return { ...counts, token: hash.digest('hex'), ignored: [...file.ignored], questions, lines: shown }
}

/** The second line about the same one is refused: nobody can know which of the two is meant. */
function withoutRepetition<Create, Change>(
  decision: Decision<Create, Change> | undefined,
  { line }: CsvLine,
  firstLineOf: Map<string, number>,
): Decision<Create, Change> {
  if (!decision) throw new Error(`line ${line} was not decided`)
  if (decision.key === undefined) return decision
  const first = firstLineOf.get(decision.key)
  if (first !== undefined) return { kind: 'refused', name: decision.name, notes: [`Repete a linha ${first}`] }
  firstLineOf.set(decision.key, line)
  return decision
}
