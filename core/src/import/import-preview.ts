import { z } from 'zod'

/** A line of the file, and what an import makes of it. */
export const importLine = z.object({
  /** Of the file, where the titles are line 1. */
  line: z.int(),
  /** Whom or what it is about, as far as the line says. */
  name: z.string(),
  /** What changes from → to, or why it is refused. */
  notes: z.array(z.string()),
})
export type ImportLine = z.infer<typeof importLine>

/**
 * A department that is not written as in the register, but for letter case, accents and blanks: whether it is the one that is
 * meant, only the Admin can say.
 */
export const importQuestion = z.object({
  /** The first line that has it; the question is confirmed by it. */
  line: z.int(),
  written: z.string(),
  /** As in the register. */
  meant: z.string(),
  /** How many lines have it: refused unless it is confirmed. */
  lines: z.int(),
  isConfirmed: z.boolean(),
})
export type ImportQuestion = z.infer<typeof importQuestion>

const outcome = z.object({
  total: z.int(),
  created: z.int(),
  changed: z.int(),
  /** Already as the file says. */
  unchanged: z.int(),
  refused: z.int(),
})

/** What an import would do; nothing has been written. */
export const importPreview = outcome.extend({
  /** Names the file and everything that it would change; to be sent along to have exactly that done. */
  token: z.string(),
  /** Titles of columns that are not read. */
  ignored: z.array(z.string()),
  /** The first ones; they are confirmed by {@link confirmedLines}, also when the file is brought in. */
  questions: z.array(importQuestion),
  /** The first lines of each kind. */
  lines: z.object({ created: z.array(importLine), changed: z.array(importLine), refused: z.array(importLine) }),
})
export type ImportPreview = z.infer<typeof importPreview>

/** As many lines of each kind as a preview shows. */
export const mostLinesShown = 200

/** `?confirmed=2,17`: the questions that are answered with yes, by their lines. */
export const confirmedLines = z
  .codec(z.string().regex(/^(\d{1,6}(,\d{1,6}){0,199})?$/, 'Confirmação inválida'), z.array(z.int()), {
    decode: (text) => (text === '' ? [] : text.split(',').map(Number)),
    encode: (lines) => lines.join(),
  })
  .default([])

/** Most lines, and most bytes, of one file. */
export const largestImport = { lines: 50_000, bytes: 10 * 1024 * 1024 } as const

/** One line of the answer while an import runs; the last one says what was done, or why nothing was. */
export const importProgress = z.union([
  z.object({ read: z.int() }),
  z.object({ done: outcome }),
  z.object({ message: z.string(), code: z.string() }),
])
export type ImportProgress = z.infer<typeof importProgress>
export type ImportOutcome = z.infer<typeof outcome>
