import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { StartupError } from '../startup-error.ts'

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

/** Computes the code of an archive while it is written. */
export const sealWith = (key: string) => createHmac('sha256', key)

export const sealOf = (code: Buffer): Buffer => Buffer.concat([before, code, after])

/** What the check of a seal found. */
export interface CheckedSeal {
  isVerified: boolean
  /** SHA-256 of the whole file, to notice that it changes between the check and the restore. */
  digest: Buffer
}

/**
 * Checks that an archive was written with our key and not changed since. Without a key nothing is checked.
 *
 * @throws StartupError when the seal is missing or wrong, unless the operator accepts that
 */
export async function checkSeal(
  file: string,
  key: string | undefined,
  acceptsUnverified: boolean,
): Promise<CheckedSeal> {
  const digest = createHash('sha256')
  const sealed = await readSeal(file)
  const mac = createHmac('sha256', key ?? '')
  const covered = sealed ? sealed.start : Number.POSITIVE_INFINITY
  let position = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    digest.update(chunk)
    if (position < covered) mac.update(chunk.subarray(0, Math.min(chunk.length, covered - position)))
    position += chunk.length
  }
  const code = mac.digest()
  const isVerified = key !== undefined && sealed !== undefined && timingSafeEqual(code, sealed.code)
  if (key !== undefined && !isVerified && !acceptsUnverified) {
    const what = sealed
      ? 'A autenticação desta cópia de segurança não confere: ela foi alterada, ou feita com outra ARCHIVE_KEY.'
      : 'Esta cópia de segurança não tem autenticação, e ARCHIVE_KEY está definida: ela não foi feita por este Malote, ou foi alterada.'
    throw new StartupError(`${what} Para restaurá-la mesmo assim: npm run restore -- ARQUIVO --accept-unverified`)
  }
  return { isVerified, digest: digest.digest() }
}

async function readSeal(file: string): Promise<{ start: number; code: Buffer } | undefined> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size < sealSize) return undefined
    const start = size - sealSize
    const { buffer: seal } = await handle.read(Buffer.alloc(sealSize), 0, sealSize, start)
    const isOne = seal.subarray(0, before.length).equals(before) && seal.subarray(-after.length).equals(after)
    return isOne ? { start, code: seal.subarray(before.length, -after.length) } : undefined
  } finally {
    await handle.close()
  }
}
