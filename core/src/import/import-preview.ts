import { z } from 'zod'

/** A line of the file, and what an import does with it. */
export const importLine = z.object({
  /** Line number in the file; the titles are line 1. */
  line: z.int(),
  /** Name of the record, as far as the line gives one. */
  name: z.string(),
  /** The changes, from → to, or why it is refused. */
  notes: z.array(z.string()),
  /** The Admin has left it out; it is neither created nor changed. */
  isLeftOut: z.boolean().optional(),
})
export type ImportLine = z.infer<typeof importLine>

/**
 * A department whose spelling differs from the catalog only in letter case, accents or blanks. The Admin has to
 * confirm that this department is meant.
 */
export const importQuestion = z.object({
  /** The first line with this spelling; it identifies the question when it is confirmed. */
  line: z.int(),
  written: z.string(),
  /** The spelling in the catalog. */
  meant: z.string(),
  /** Number of lines with this spelling; they are refused unless it is confirmed. */
  lines: z.int(),
  isConfirmed: z.boolean(),
})
export type ImportQuestion = z.infer<typeof importQuestion>

const outcome = z.object({
  total: z.int(),
  created: z.int(),
  changed: z.int(),
  /** Records that already have the values of the file. */
  unchanged: z.int(),
  refused: z.int(),
  /** Lines that would create or change a record, but are left out. */
  leftOut: z.int(),
})

/** The effects of an import; nothing has been written. */
export const importPreview = outcome.extend({
  /** Digest of the file and of everything it would change; the import must send it and does exactly that or nothing. */
  token: z.string(),
  /** Titles of columns that are not read. */
  ignored: z.array(z.string()),
  /** The first questions; {@link confirmedLines} confirms them, in the preview and in the import. */
  questions: z.array(importQuestion),
  /** The first lines of each kind, with those left out among them; {@link leftOutLines} leaves them out. */
  lines: z.object({ created: z.array(importLine), changed: z.array(importLine), refused: z.array(importLine) }),
})
export type ImportPreview = z.infer<typeof importPreview>

/** Most lines of each kind that a preview shows. */
export const mostLinesShown = 200

/** Line numbers as a query parameter: `2,17`. */
const lineNumbers = (most: number, invalid: string) =>
  z
    // meets V1.2.9
    .codec(z.string().regex(new RegExp(`^(\\d{1,6}(,\\d{1,6}){0,${most - 1}})?$`), invalid), z.array(z.int()), {
      decode: (text) => (text === '' ? [] : text.split(',').map(Number)),
      encode: (lines) => lines.join(),
    })
    .default([])

/** `?confirmed=2,17`: the questions answered with yes, by their line numbers. */
export const confirmedLines = lineNumbers(mostLinesShown, 'Confirmação inválida')

/** `?left_out=3,8`: the lines not to import; every line that a preview can show as created or changed. */
export const leftOutLines = lineNumbers(2 * mostLinesShown, 'Linhas inválidas')

/** Most lines, and most bytes, of one file. */
export const largestImport = { lines: 50_000, bytes: 10 * 1024 * 1024 } as const

/** One line of the response while an import runs; the last one has the result, or the reason why nothing was done. */
export const importProgress = z.union([
  z.object({ read: z.int() }),
  z.object({ done: outcome }),
  z.object({ message: z.string(), code: z.string() }),
])
export type ImportProgress = z.infer<typeof importProgress>
export type ImportOutcome = z.infer<typeof outcome>
