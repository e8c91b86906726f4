import { z } from 'zod'
import { StartupError } from '../startup-error.ts'

/** Incremented when the layout of archives changes. */
export const archiveFormat = 1

/** First entry of an archive: what is needed to read it. */
export const manifest = z.object({
  format: z.literal(archiveFormat),
  /** Migrations that the archived database has had, in order. */
  migrations: z.array(z.string()).min(1),
  /** Columns of each table, in the order of its rows, without generated columns. */
  tables: z.record(z.string(), z.array(z.string())),
})
export type Manifest = z.infer<typeof manifest>

/** Last entry; without it, the archive is incomplete. */
export const trailer = z.object({
  /** Number of rows per table. */
  rows: z.record(z.string(), z.int()),
  /** Number of attachments in the archive. */
  files: z.int(),
  /** Keys of attachments that were already missing in the storage, or damaged there. */
  missing: z.array(z.string()),
  /** Last assigned `id` of each table. */
  lastIds: z.record(z.string(), z.int()),
})
export type Trailer = z.infer<typeof trailer>

/** Names of the first and the last entry of an archive. */
export const manifestName = 'malote.json'
export const trailerName = 'fim.json'
/** `tables/{table}/{part}` in COPY's text format; `files/{key}` as stored. */
export const tableFolder = 'tables'
export const fileFolder = 'files'

/** @throws StartupError when the file is not an archive of ours, or has another format */
export function readEntry<Value>(schema: z.ZodType<Value>, content: string): Value {
  try {
    return schema.parse(JSON.parse(content))
  } catch (cause) {
    throw notAnArchive(cause)
  }
}

/** The error for a file that is not an archive, or that this version cannot read. */
export const notAnArchive = (cause?: unknown) =>
  new StartupError('Este arquivo não é uma cópia de segurança que este Malote saiba ler.', { cause })

export const cutOff = () => new StartupError('A cópia de segurança está incompleta: o arquivo termina antes do fim.')
export const damaged = (cause?: unknown) => new StartupError('A cópia de segurança está danificada.', { cause })
