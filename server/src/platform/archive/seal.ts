import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { StartupError } from '../startup-error.ts'
import { isEncrypted, readArchive } from './encryption.ts'

/**
 * The seal of an archive: HMAC-SHA-256 over all bytes before it, with ARCHIVE_KEY. It is an empty gzip member with the
 * code in its extra field, so that the archive stays a `.tar.gz` that other programs can read.
 */
const before = Buffer.from([
  ...[0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff],
  ...[36, 0, 'M'.charCodeAt(0), 'L'.charCodeAt(0), 32, 0],
])
/** An empty deflate block, its CRC and its length. */
const after = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const sealSize = before.length + 32 + after.length

const sealOf = (code: Buffer): Buffer => Buffer.concat([before, code, after])

/** Appends the seal to an archive; without a key, passes it on. */
export async function* sealed(key: string | undefined, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (key === undefined) return yield* content
  // meets V11.4.1
  const mac = createHmac('sha256', key)
  for await (const chunk of content) {
    mac.update(chunk)
    yield chunk
  }
  yield sealOf(mac.digest())
}

/** The result of checking a seal. */
export interface CheckedSeal {
  isVerified: boolean
  /** SHA-256 of the whole archive, decrypted, to notice that it changes between the check and the restore. */
  digest: Buffer
}

/** The keys of archives. */
export interface ArchiveKeys {
  /** ARCHIVE_KEY, with which archives are sealed. */
  key?: string | undefined
  /** BACKUP_KEY, with which archives are encrypted. */
  encryptionKey?: string | undefined
}

/**
 * Checks that an archive was written with our key and not changed since. Without ARCHIVE_KEY only the encryption proves
 * that, if the archive is encrypted.
 *
 * @throws StartupError when the seal is missing or wrong, unless the operator accepts that
 */
export async function checkSeal(
  file: string,
  { key, encryptionKey }: ArchiveKeys,
  acceptsUnverified: boolean,
): Promise<CheckedSeal> {
  const digest = createHash('sha256')
  const mac = createHmac('sha256', key ?? '')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of readArchive(file, encryptionKey)) {
    digest.update(chunk)
    // The last bytes may be the seal, which does not cover itself.
    const all = Buffer.concat([tail, chunk])
    const end = Math.max(0, all.length - sealSize)
    mac.update(all.subarray(0, end))
    tail = all.subarray(end)
  }
  const stored = codeIn(tail)
  const isSealed = key !== undefined && stored !== undefined && timingSafeEqual(mac.digest(), stored)
  const isVerified = isSealed || (key === undefined && (await isEncrypted(file)))
  if (key !== undefined && !isVerified && !acceptsUnverified) {
    const what = stored
      ? 'A autenticação desta cópia de segurança não confere: ela foi alterada, ou feita com outra ARCHIVE_KEY.'
      : 'Esta cópia de segurança não tem autenticação, e ARCHIVE_KEY está definida: ela não foi feita por este Malote, ou foi alterada.'
    throw new StartupError(`${what} Para restaurá-la mesmo assim: npm run restore -- ARQUIVO --accept-unverified`)
  }
  return { isVerified, digest: digest.digest() }
}

/** The code of a seal; undefined for other bytes. */
function codeIn(seal: Buffer): Buffer | undefined {
  const isSeal =
    seal.length === sealSize &&
    seal.subarray(0, before.length).equals(before) &&
    seal.subarray(-after.length).equals(after)
  return isSeal ? seal.subarray(before.length, -after.length) : undefined
}
