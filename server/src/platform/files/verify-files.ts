import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { digestOf } from './checked-content.ts'
import type { FileStore } from './file-store.ts'

/** Number of attachments looked up at once. */
const batchSize = 1_000

/** A stored file, as its first row knows it. */
export interface KnownFile {
  id: number
  storageKey: string
  contentType: string
  sha256: Buffer
}

/** All stored files, each once, in batches: the attachments of a redirected protocol share theirs. */
export async function* knownFiles(db: Db): AsyncGenerator<KnownFile> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('attachments')
      .select(['id', 'storageKey', 'contentType', 'sha256'])
      .where('id', '>', last)
      .where(isFirstOfFile)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield* rows
    const [final] = rows.slice(-1)
    if (final === undefined || rows.length < batchSize) return
    last = final.id
  }
}

/**
 * Condition on `attachments`: the first row of a stored file. An Admin's removal deletes the file with its last row, and
 * the rows stay.
 */
const isFirstOfFile = sql<boolean>`
  removed_at is null and not exists (
    select from attachments earlier
    where earlier.storage_key = attachments.storage_key and earlier.id < attachments.id and earlier.removed_at is null
  )`

/** SHA-256 of a stored file; undefined when it is missing. */
export async function digestIn(store: Pick<FileStore, 'read'>, key: string): Promise<Buffer | undefined> {
  const content = await store.read(key)
  return content && digestOf(content)
}

/** The result of reading all attachments. */
export interface FileFindings {
  files: number
  /** Portuguese sentences about files that are missing or differ from their checksum. */
  broken: string[]
}

/** Reads every attachment and compares it with its checksum. Takes as long as reading all of them. */
export async function verifyFiles(db: Db, storage: Pick<FileStore, 'read'>): Promise<FileFindings> {
  const findings: FileFindings = { files: 0, broken: [] }
  for await (const { id, storageKey, sha256 } of knownFiles(db)) {
    const digest = await digestIn(storage, storageKey)
    findings.files += 1
    if (digest === undefined) findings.broken.push(`Anexo ${id}: falta no armazenamento (${storageKey}).`)
    else if (!digest.equals(sha256)) findings.broken.push(`Anexo ${id}: o conteúdo mudou (${storageKey}).`)
  }
  return findings
}
