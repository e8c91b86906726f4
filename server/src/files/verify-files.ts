import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../db/connect.ts'
import type { Store } from './store.ts'

/** Number of attachments looked up at once. */
const batchSize = 1_000

/** A stored file, as its row knows it. */
export interface KnownFile {
  id: number
  storageKey: string
  contentType: string
  sha256: Buffer
}

/** All attachments, in batches. */
export async function* knownFiles(db: Db): AsyncGenerator<KnownFile> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('attachments')
      .select(['id', 'storageKey', 'contentType', 'sha256'])
      // An Admin's removal deletes the file, and its row stays.
      .where('removedAt', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield* rows
    const [final] = rows.slice(-1)
    if (final === undefined || rows.length < batchSize) return
    last = final.id
  }
}

/** SHA-256 of a stored file; undefined when it is missing. */
export async function digestIn(store: Pick<Store, 'read'>, key: string): Promise<Buffer | undefined> {
  const content = await store.read(key)
  if (content === undefined) return undefined
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest()
}

/** What reading all attachments found. */
export interface FileFindings {
  files: number
  /** Portuguese sentences about files that are missing or differ from their checksum. */
  broken: string[]
}

/** Reads every attachment and compares it with its checksum. Takes as long as reading all of them. */
export async function verifyFiles(db: Db, storage: Pick<Store, 'read'>): Promise<FileFindings> {
  const findings: FileFindings = { files: 0, broken: [] }
  for await (const { id, storageKey, sha256 } of knownFiles(db)) {
    const digest = await digestIn(storage, storageKey)
    findings.files += 1
    if (digest === undefined) findings.broken.push(`Anexo ${id}: falta no armazenamento (${storageKey}).`)
    else if (!digest.equals(sha256)) findings.broken.push(`Anexo ${id}: o conteúdo mudou (${storageKey}).`)
  }
  return findings
}
