import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type Importable, type ReadHeader, readHeader } from '@malote/core/import/import-columns.ts'
import { largestImport } from '@malote/core/import/import-preview.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { CsvError, parse } from 'csv-parse'
import { withoutApostrophe } from '../../platform/exports/csv.ts'

/** A line of the file: its number (the titles are line 1), and its cells by field name. */
export interface CsvLine {
  line: number
  /** Only columns that the file has; without the apostrophes of our own files. */
  cells: Readonly<Record<string, string>>
  /** The cells as in the file. */
  raw: readonly string[]
}

/** A file whose titles have been read; the other lines are read on demand. */
export interface CsvFile extends ReadHeader {
  titles: readonly string[]
  /** The lines below the titles, batch by batch. Can be read once. */
  batches: AsyncIterable<readonly CsvLine[]>
}

/** Lines per query, and in memory at once. */
const batchSize = 250

/**
 * Bytes decoded and parsed at once. Few, because parsing blocks the process: for each line whose cells do not match the
 * titles, the parser creates an error that we do not need, which takes a tenth of a millisecond.
 */
const chunkSize = 512

const inWords = new Intl.ListFormat('pt-BR')

/**
 * Reads a file as spreadsheets write it: UTF-8 or Windows-1252 (which Excel still writes in Brazil), with semicolons,
 * commas or tabs.
 *
 * @throws AppError IMPORT_UNREADABLE when the file is not a table, INVALID_INPUT when columns are missing
 */
export async function readCsv(importable: Importable, content: Buffer): Promise<CsvFile> {
  const records = recordsOf(content)
  const first = await records.next()
  if (first.done || first.value.record.every((title) => title === '')) {
    throw new AppError('IMPORT_UNREADABLE', { message: 'O arquivo está vazio' })
  }
  const titles = first.value.record
  const header = readHeader(importable, titles)
  if (header.missing.length > 0) {
    const columns = header.missing.length === 1 ? 'Falta a coluna' : 'Faltam as colunas'
    throw new AppError('IMPORT_UNREADABLE', {
      message: `${columns} ${inWords.format(header.missing)} na primeira linha`,
    })
  }
  return { ...header, titles, batches: batchesOf(records, header) }
}

const encodingOf = (content: Buffer) => {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  return isUtf8(content) ? 'utf-8' : 'windows-1252'
}

/** The decoded text, in chunks. A NUL proves that the file is not a table. */
function* textOf(content: Buffer, size = chunkSize): Generator<string> {
  const decoder = new TextDecoder(encodingOf(content))
  for (let start = 0; start < content.length; start += size) {
    const text = decoder.decode(content.subarray(start, start + size), { stream: true })
    if (text.includes('\u0000')) throw new AppError('IMPORT_UNREADABLE')
    yield text
  }
}

/** The same, with time for other requests after each chunk. */
async function* unhurried(chunks: Iterable<string>): AsyncGenerator<string> {
  for (const chunk of chunks) {
    yield chunk
    await setImmediate()
  }
}

/** Bytes in which the separator of the titles is looked for. */
const longestTitles = 16 * 1024

/** The most frequent separator of the titles; commas inside quotes do not count. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const titles = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => titles.split(delimiter).length
  return [';', ',', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ';'
}

interface Line {
  record: string[]
  line: number
}

async function* recordsOf(content: Buffer): AsyncGenerator<Line> {
  const [beginning = ''] = textOf(content, longestTitles)
  const parser = parse({
    delimiter: delimiterOf(beginning),
    trim: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    info: true,
    maxRecordSize: 100_000,
  })
  // A record with multi-line cells spans several lines; its number is that of its first line.
  let begins = 1
  try {
    for await (const { record, info } of pipeline(Readable.from(unhurried(textOf(content))), parser, () => {})) {
      yield { record, line: Math.max(begins, info.lines - linesIn(record)) }
      begins = info.lines + 1
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    // The parser fails before we have seen all records that it has read, but it has counted them.
    const line = 'records' in cause && typeof cause.records === 'number' ? cause.records + 1 : begins
    throw new AppError('IMPORT_UNREADABLE', {
      message: `O arquivo não pôde ser lido a partir da linha ${line}. Confira as aspas e os separadores.`,
      cause,
    })
  }
}

const linesIn = (record: readonly string[]) =>
  record.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0)

async function* batchesOf(records: AsyncGenerator<Line>, { positions }: ReadHeader): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = []
  let total = 0
  for await (const { record, line } of records) {
    // Blank lines count, because reading them takes as long.
    total += 1
    if (total > largestImport.lines) throw new AppError('IMPORT_TOO_LONG')
    if (record.every((cell) => cell === '')) continue
    batch.push({ line, raw: record, cells: cellsOf(record, positions) })
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const cellsOf = (record: readonly string[], positions: ReadonlyMap<string, number>) =>
  Object.fromEntries([...positions].map(([field, index]) => [field, withoutApostrophe(record[index] ?? '')]))
