import type { Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { StartupError } from '../startup-error.ts'
import { readArchive } from './encryption.ts'
import { fileFolder, manifestName, notAnArchive, tableFolder, trailerName } from './manifest.ts'

/** An entry of an archive. Its content must be read before the next entry. */
export type Entry = { size: number; content: Readable } & (
  | { kind: 'manifest' | 'trailer' }
  | { kind: 'table'; table: string; part: number }
  | { kind: 'file'; key: string }
)

/** Bytes of the entries that are read into memory; the trailer may list a million missing files. */
const largest = { manifest: 1024 * 1024, trailer: 64 * 1024 * 1024 }

/**
 * Tables may unpack to this many bytes in any case, and beyond that to so many times the size of the archive. Real
 * tables are estimated to stay below thirty times; gzip reaches a thousand.
 */
const bomb = { size: 16 * 1024 * 1024, ratio: 100 }

/**
 * Reads an archive entry by entry, and trusts none of it: an entry is a plain file with a name that we give, and what
 * unpacks to far more than an archive of ours is refused before it is stored. The sizes of attachments are not bounded
 * here, because the caller knows what each must be.
 *
 * @param encryptionKey BACKUP_KEY, for an encrypted archive
 * @param digest gets all bytes of the archive, decrypted
 * @throws StartupError for an archive that we did not write
 */
export async function* readEntries(
  file: string,
  encryptionKey: string | undefined,
  digest: Hash,
): AsyncGenerator<Entry> {
  const size = { packed: 0, unpacked: 0, attachments: 0 }
  const entries = extract()
  const unpacked = pipeline(
    readArchive(file, encryptionKey),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk)
        size.packed += chunk.length
        yield chunk
      }
    },
    createGunzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size.unpacked += chunk.length
        if (size.unpacked - size.attachments > bomb.size + bomb.ratio * size.packed) throw tooLarge()
        yield chunk
      }
    },
    entries,
  )
  unpacked.catch(() => {}) // the loop below reads the same stream and gets the error
  for await (const entry of entries) {
    const { name, type, size: bytes } = entry.header
    if (type !== 'file' || bytes === undefined) throw notAnArchive()
    const place = placeOf(name)
    if (place.kind === 'file') size.attachments += bytes
    else if (place.kind !== 'table' && bytes > largest[place.kind]) throw tooLarge()
    yield { ...place, size: bytes, content: entry as unknown as Readable }
  }
  await unpacked
}

function placeOf(name: string) {
  if (name === manifestName) return { kind: 'manifest' as const }
  if (name === trailerName) return { kind: 'trailer' as const }
  const [, table, part] = new RegExp(`^${tableFolder}/([a-z_.]+)/([0-9]{6,9})$`).exec(name) ?? []
  if (table !== undefined) return { kind: 'table' as const, table, part: Number(part) }
  if (name.startsWith(`${fileFolder}/`)) return { kind: 'file' as const, key: name.slice(fileFolder.length + 1) }
  throw notAnArchive()
}

const tooLarge = () =>
  new StartupError('A cópia de segurança ocupa muito mais espaço do que declara e não foi restaurada.')
