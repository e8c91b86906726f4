import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { type Importable, type ReadHeader, readHeader } from '@malote/core/import/import-columns.ts'
import { largestImport } from '@malote/core/import/import-preview.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { cleanText } from '@malote/core/shared/typed-text.ts'
import { withoutApostrophe } from '../../platform/exports/csv.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'

/** A line of the file: its number, and its cells by field name. */
export interface CsvLine {
  line: number
  /** Only columns that the file has; without the apostrophes of our own files and the `="…"` of others. */
  cells: Readonly<Record<string, string>>
  /** The cells as in the file. */
  raw: readonly string[]
  /** Why the line cannot be read. */
  problem?: string
}

/** A file whose titles have been read; the other lines are read on demand. */
export interface CsvFile extends ReadHeader {
  titles: readonly string[]
  /** The lines below the titles, batch by batch. Can be read once. */
  batches: AsyncIterable<readonly CsvLine[]>
}

/** Lines per query, and read at once before other requests have their turn. */
const batchSize = 250

/** Far more than any program writes; each title is compared with all that are known. */
const mostColumns = 1_000
const tooWide = 'O arquivo tem mais de 1.000 colunas. Deixe só as do cadastro.'

const inWords = new Intl.ListFormat('pt-BR')

/**
 * Reads a file as spreadsheets and other programs write it: UTF-8, UTF-16 or Windows-1252 (which Excel still writes in
 * Brazil), with semicolons, commas, tabs or bars, perhaps with a line `sep=;` and others above the titles.
 *
 * @throws AppError IMPORT_UNREADABLE when the file is not a table, or columns are missing
 */
export async function readCsv(importable: Importable, content: Buffer): Promise<CsvFile> {
  const text = textOf(content)
  const { delimiter, titles, from, line } = findTitles(importable, text)
  const header = readHeader(importable, titles)
  if (header.missing.length > 0) {
    const columns = header.missing.length === 1 ? 'Falta a coluna' : 'Faltam as colunas'
    throw new AppError('IMPORT_UNREADABLE', {
      message: `${columns} ${inWords.format(header.missing)} na primeira linha`,
    })
  }
  const records = csvRecords(text, delimiter, { from, line, columns: titles.length })
  return { ...header, titles, batches: batchesOf(records, header) }
}

/** Files that people take for CSV, by their first bytes in hexadecimal. */
const workbooks: Record<string, string> = { '504b0304': 'do Excel (.xlsx)', d0cf11e0: 'do Excel (.xls)' }

function textOf(content: Buffer): string {
  const workbook = workbooks[content.toString('hex', 0, 4)]
  if (workbook) {
    throw new AppError('IMPORT_UNREADABLE', {
      message: `O arquivo é uma planilha ${workbook}. No Excel, use Arquivo › Salvar como, escolha "CSV UTF-8 (delimitado por vírgulas)" e envie o arquivo salvo.`,
    })
  }
  const text = new TextDecoder(encodingOf(content)).decode(content)
  // A NUL proves that the file is not a table.
  if (text.includes('\u0000')) throw new AppError('IMPORT_UNREADABLE')
  return text
}

const encodingOf = (content: Buffer) => {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  return isUtf8(content) ? 'utf-8' : 'windows-1252'
}

/** Lines in which the titles are looked for: programs write the name of the report, and blank lines, above them. */
const mostAbove = 20

interface Titles {
  delimiter: string
  titles: readonly string[]
  /** Where the next line begins, and its number. */
  from: number
  line: number
}

/** @throws AppError IMPORT_UNREADABLE for a file without a line that is not blank */
function findTitles(importable: Importable, text: string): Titles {
  const separator = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(text)
  const start = { from: separator?.[0].length ?? 0, line: separator ? 2 : 1 }
  let first: Titles | undefined
  for (const delimiter of separator?.[1] ? [separator[1]] : delimitersOf(text)) {
    let looked = 0
    for (const { record, end } of csvRecords(text, delimiter, start)) {
      if (looked === mostAbove) break
      looked += 1
      if (record.length > mostColumns) throw new AppError('IMPORT_UNREADABLE', { message: tooWide })
      if (record.every((title) => cleanText(title) === '')) continue
      const found = { delimiter, titles: record, from: end.at, line: end.line }
      first ??= found
      if (readHeader(importable, record).missing.length === 0) return found
    }
  }
  if (first === undefined) throw new AppError('IMPORT_UNREADABLE', { message: 'O arquivo está vazio' })
  return first
}

/** The possible separators, the most frequent one of the first line first; those inside quotes do not count. */
function delimitersOf(text: string): string[] {
  const titles = (/[^\r\n]+/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => titles.split(delimiter).length
  return [';', ',', '\t', '|'].toSorted((a, b) => count(b) - count(a))
}

async function* batchesOf(records: Iterable<CsvRecord>, { positions }: ReadHeader): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = []
  let total = 0
  for (const { record, line, isUnbalanced } of records) {
    // Blank lines count, because reading them takes as long.
    total += 1
    if (total > largestImport.lines) throw new AppError('IMPORT_TOO_LONG')
    if (total % batchSize === 0) await setImmediate()
    if (record.every((cell) => cleanText(cell) === '')) continue
    const problem = isUnbalanced ? { problem: 'Aspas sem par: confira as aspas desta linha' } : {}
    batch.push({ line, raw: record, cells: cellsOf(record, positions), ...problem })
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const cellsOf = (record: readonly string[], positions: ReadonlyMap<string, number>) =>
  Object.fromEntries([...positions].map(([field, index]) => [field, plainValue(record[index] ?? '')]))

/** `="0012"` is how programs keep Excel from reading a text as a number. */
const plainValue = (cell: string) => {
  const text = cleanText(withoutApostrophe(cell))
  return /^="(.*)"$/s.exec(text)?.[1] ?? text
}
