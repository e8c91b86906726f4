import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { expect, it } from 'vitest'
import { testFolder } from '../test/folder.ts'
import { receiveFile } from './receive-file.ts'

it('is done with the file when it refuses one that breaks off, so that whoever clears up finds it', async () => {
  const folder = testFolder()
  const rules = { largestFile: 1024, formats: ['txt'] }
  for (let round = 0; round < 20; round += 1) {
    const path = join(folder, String(round))
    const file = new Readable({ read: () => file.destroy(new Error('Part terminated early')) })
    const part = { fieldname: 'attachment_0', filename: 'a.txt', file } as unknown as MultipartFile
    await expect(receiveFile(part, path, rules)).rejects.toMatchObject({ code: 'MALFORMED_BODY' })
    // The file was opened and then closed: no pending operation can recreate it after it is removed.
    expect(existsSync(path)).toBe(true)
  }
})
