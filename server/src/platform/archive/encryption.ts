import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { StartupError } from '../startup-error.ts'
import { cutOff } from './manifest.ts'

/**
 * An encrypted archive is `MALOTE-1`, 16 random bytes of salt, and chunks of 64 KiB of the archive, each encrypted with
 * AES-256-GCM and followed by its 16-byte tag; only the last chunk may be shorter. The key is scrypt (N = 2^15, r = 8,
 * p = 1) of BACKUP_KEY and the salt, so every file has its own. The nonce is the chunk's number in eleven bytes, and a
 * byte that is 1 for the last chunk: chunks that are missing, repeated or in another order do not decrypt. The first 24
 * bytes are authenticated with every chunk.
 */
const magic = Buffer.from('MALOTE-1')
const headSize = magic.length + 16
const chunkSize = 64 * 1024
const tagSize = 16

/** Encrypts an archive while it is written. Holds one chunk in memory. */
export async function* encrypted(key: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const head = Buffer.concat([magic, randomBytes(headSize - magic.length)])
  const fileKey = keyOf(key, head)
  yield head
  let number = 0
  for await (const { chunk, isLast } of chunksOf(content, chunkSize)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast)).setAAD(head)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/**
 * The bytes of an archive; decrypted when it is encrypted.
 *
 * @param key BACKUP_KEY
 * @throws StartupError without the key, with another one, or when a chunk was changed, moved or cut off
 */
export async function* readArchive(file: string, key: string | undefined): AsyncGenerator<Buffer> {
  const isOpaque = await isEncrypted(file)
  // Opened only now: the error of a stream that nobody reads yet ends the process.
  const content = createReadStream(file) as AsyncIterable<Buffer>
  if (!isOpaque) return yield* content
  if (key === undefined) {
    throw new StartupError('Esta cópia de segurança é cifrada: informe em BACKUP_KEY a chave com que ela foi feita.')
  }
  yield* decrypted(key, content)
}

/** Whether a file begins as an encrypted archive does. */
export async function isEncrypted(file: string): Promise<boolean> {
  for await (const start of createReadStream(file, { end: magic.length - 1 }) as AsyncIterable<Buffer>) {
    return start.equals(magic)
  }
  return false
}

async function* decrypted(key: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  let fileKey: Buffer = Buffer.alloc(0)
  const body = async function* () {
    for await (const bytes of content) {
      if (head.length === headSize) {
        yield bytes
        continue
      }
      const all = Buffer.concat([head, bytes])
      head = all.subarray(0, headSize)
      if (head.length < headSize) continue
      fileKey = keyOf(key, head)
      yield all.subarray(headSize)
    }
  }
  const opened = (chunk: Buffer, nonce: Buffer) => {
    if (chunk.length < tagSize) return undefined
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce).setAAD(head)
    decipher.setAuthTag(chunk.subarray(-tagSize))
    const plain = decipher.update(chunk.subarray(0, -tagSize))
    try {
      return Buffer.concat([plain, decipher.final()])
    } catch {
      return undefined
    }
  }
  let number = 0
  for await (const { chunk, isLast } of chunksOf(body(), chunkSize + tagSize)) {
    const plain = opened(chunk, nonceOf(number, isLast))
    if (plain === undefined) {
      if (isLast && opened(chunk, nonceOf(number, false)) !== undefined) throw cutOff()
      throw number === 0 ? wrongKey() : changed()
    }
    yield plain
    number += 1
  }
}

/** Splits a stream into chunks of one size. The last one may be shorter; there is always a last one. */
async function* chunksOf(content: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of content) {
    waiting.push(bytes)
    length += bytes.length
    // A full chunk is kept back until another byte follows it.
    if (length <= size) continue
    const all = Buffer.concat(waiting)
    let start = 0
    for (; all.length - start > size; start += size) yield { chunk: all.subarray(start, start + size), isLast: false }
    waiting = [all.subarray(start)]
    length = all.length - start
  }
  yield { chunk: Buffer.concat(waiting), isLast: true }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const keyOf = (key: string, head: Buffer) =>
  scryptSync(key, head.subarray(magic.length), 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })

const changed = () => new StartupError('A cópia de segurança cifrada foi alterada ou está danificada.')
const wrongKey = () =>
  new StartupError('A cópia de segurança não abre com esta BACKUP_KEY: a chave é outra, ou o arquivo foi alterado.')
