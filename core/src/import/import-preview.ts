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
  /** The first lines of each kind. */
  lines: z.object({ created: z.array(importLine), changed: z.array(importLine), refused: z.array(importLine) }),
})
export type ImportPreview = z.infer<typeof importPreview>

/** As many lines of each kind as a preview shows. */
export const mostLinesShown = 200

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
