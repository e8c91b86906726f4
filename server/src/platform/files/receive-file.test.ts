import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../test/folder.ts'
import { receiveFile } from './receive-file.ts'

it('is done with the file when it refuses one that breaks off, so that whoever clears up finds it', async () => {
  const folder = testFolder()
  const rules = { largestFile: 1024, formats: ['txt'], spend: () => {} }
  for (let round = 0; round < 20; round += 1) {
    const path = join(folder, String(round))
    let reads = 0
    const file = new Readable({
      read() {
        reads += 1
        if (reads === 1) file.push('a'.repeat(5_000))
        else file.destroy(new Error('Part terminated early'))
      },
    })
    const part = { fieldname: 'attachment_0', filename: 'a.txt', file } as unknown as MultipartFile
    await expect(receiveFile(part, path, rules)).rejects.toMatchObject({ code: 'MALFORMED_BODY' })
    // The file was opened and then closed: no pending operation can recreate it after it is removed.
    expect(existsSync(path)).toBe(true)
  }
})

// proves 18.44
describe('nothing is written down of a file', () => {
  const uploadOf = (filename: string, content: string | Buffer, fieldname = 'attachment_0') =>
    ({ fieldname, filename, file: Readable.from([Buffer.from(content)]) }) as unknown as MultipartFile

  const chunks = Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024))
  const long = { ...uploadOf('a.pdf', ''), file: Readable.from(chunks) } as unknown as MultipartFile

  it.each([
    ['whose extension is not on the list', uploadOf('a.exe', 'MZ')],
    ['that is not what its name says', uploadOf('a.pdf', '<html>')],
    ['that is long and not what its name says', long],
    ['that is no text', uploadOf('a.txt', 'a\u0000b')],
    ['that is empty', uploadOf('a.txt', '')],
    ['of another field', uploadOf('a.txt', 'Olá', 'anexo')],
  ])('%s', async (_what, part) => {
    const path = join(testFolder(), 'file')
    const rules = { largestFile: 1024, formats: ['pdf', 'txt'], spend: () => {} }
    expect(await receiveFile(part, path, rules)).toHaveProperty('problem')
    expect(existsSync(path)).toBe(false)
    expect(part.file.readableEnded || part.file.destroyed).toBe(true)
  })
})
