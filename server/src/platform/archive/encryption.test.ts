import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFolder } from '../../test/folder.ts'
import { encrypted, readArchive } from './encryption.ts'

const key = 'uma chave comprida e ao acaso, de teste'
const [headSize, chunkSize] = [24, 64 * 1024 + 16]

let file: string
beforeAll(() => {
  file = join(testFolder(), 'archive')
})

const encrypt = (content: Buffer, pieces = 100_000) =>
  buffer(Readable.from(encrypted(key, Readable.from(slices(content, pieces)))))

function* slices(content: Buffer, size: number) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

async function decrypt(content: Buffer, with_: string | undefined = key) {
  await writeFile(file, content)
  return buffer(Readable.from(readArchive(file, with_)))
}

describe('an encrypted archive', () => {
  // Nothing, whole chunks, and a part of one; in pieces that are smaller than a chunk, as large, and larger.
  // proves 19.22
  it.each([
    [0, 1_000],
    [131_072, 65_536],
    [131_072, 1_000_000],
    [200_001, 1_000],
  ])('of %i bytes, written in pieces of %i, is what it was', async (size, pieces) => {
    const content = randomBytes(size)
    expect((await decrypt(await encrypt(content, pieces))).equals(content)).toBe(true)
  })

  it('shows nothing of its content, and never looks the same', async () => {
    const content = Buffer.alloc(1_000, 'contrato')
    const [one, other] = [await encrypt(content), await encrypt(content)]
    expect(one.includes('contrato')).toBe(false)
    expect(one.subarray(headSize).equals(other.subarray(headSize))).toBe(false)
  })

  const content = randomBytes(200_000)
  // Encrypting derives a key, which takes longer than everything else here.
  let whole: Buffer
  beforeAll(async () => {
    whole = await encrypt(content)
  })

  // proves 19.22
  it.each<[string, RegExp, (bytes: Buffer) => Buffer]>([
    ['a changed bit', /alterada/, (bytes) => flipped(bytes, headSize + chunkSize + 5)],
    ['a changed bit of the first chunk', /outra, ou o arquivo foi alterado/, (bytes) => flipped(bytes, headSize + 5)],
    ['a changed salt', /outra, ou o arquivo foi alterado/, (bytes) => flipped(bytes, 12)],
    ['its last byte missing', /alterada/, (bytes) => bytes.subarray(0, -1)],
    ['its last chunk missing', /incompleta/, (bytes) => bytes.subarray(0, headSize + 3 * chunkSize)],
    ['only its head', /outra, ou o arquivo foi alterado/, (bytes) => bytes.subarray(0, headSize)],
    ['bytes after its end', /alterada/, (bytes) => Buffer.concat([bytes, Buffer.alloc(10)])],
    ['two chunks exchanged', /outra, ou o arquivo foi alterado/, (bytes) => arranged(bytes, [1, 0, 2, 3])],
    ['a chunk twice', /alterada/, (bytes) => arranged(bytes, [0, 1, 1, 2, 3])],
    ['a chunk left out', /alterada/, (bytes) => arranged(bytes, [0, 2, 3])],
  ])('with %s is refused', async (_what, sentence, change) => {
    await expect(decrypt(change(whole))).rejects.toThrow(sentence)
  })

  // proves 19.22
  it('does not open with another key, or without one', async () => {
    await expect(decrypt(whole, `${key}!`)).rejects.toThrow('não abre com esta BACKUP_KEY')
    await writeFile(file, whole)
    await expect(buffer(Readable.from(readArchive(file, undefined)))).rejects.toThrow('informe em BACKUP_KEY')
  })
})

function flipped(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ 1
  return changed
}

/** The same chunks in another order. */
function arranged(bytes: Buffer, order: number[]): Buffer {
  const chunks = [...slices(bytes.subarray(headSize), chunkSize)]
  return Buffer.concat([bytes.subarray(0, headSize), ...order.map((index) => chunks[index] ?? Buffer.of())])
}
