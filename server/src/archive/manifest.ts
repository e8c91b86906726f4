import { z } from 'zod'
import { StartupError } from '../startup-error.ts'

/** Raised when an archive is laid out in another way. */
export const archiveFormat = 1

/** First entry of an archive: what can read it. */
export const manifest = z.object({
  format: z.literal(archiveFormat),
  /** Migrations that its tables have been through, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Columns of each table, in the order of its rows; what the database computes itself is not among them. */
  tables: z.record(z.string(), z.array(z.string())),
})
export type Manifest = z.infer<typeof manifest>

/** Last entry: without it an archive is not whole. */
export const trailer = z.object({
  /** Rows of each table. */
  rows: z.record(z.string(), z.int()),
  /** Attachments that the archive holds. */
  files: z.int(),
  /** Keys of attachments that the storage had lost already. */
  missing: z.array(z.string()),
  /** Last number given out for each table's `id`. */
  lastIds: z.record(z.string(), z.int()),
})
export type Trailer = z.infer<typeof trailer>

/** Names of the first and the last entry of an archive. */
export const manifestName = 'malote.json'
export const trailerName = 'fim.json'
/** `tables/{table}/{part}` in COPY's text format; `files/{key}` as stored. */
export const tableFolder = 'tables'
export const fileFolder = 'files'

/** @throws StartupError for whatever is no archive of ours, or one of another format */
export function readEntry<Value>(schema: z.ZodType<Value>, content: string): Value {
  try {
    return schema.parse(JSON.parse(content))
  } catch (cause) {
    throw notAnArchive(cause)
  }
}

/** Refuses a file that is no archive, or none that this version reads. */
export const notAnArchive = (cause?: unknown) =>
  new StartupError('Este arquivo não é uma cópia de segurança que este Malote saiba ler.', { cause })
