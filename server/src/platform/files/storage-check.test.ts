import { mkdir, readdir, type statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testConfig } from '../../test/config.ts'
import { testFolder } from '../../test/folder.ts'
import { diskCheck, storageCheck } from './storage-check.ts'

/** A disk with so many gigabytes. */
const disk = (free: number, total: number) =>
  (async () => ({ bavail: free * 1e6, blocks: total * 1e6, bsize: 1000 })) as unknown as typeof statfs

// proves 19.30
it.each([
  [60, 100, 'ok'],
  [9, 100, 'warning'],
  [4, 20, 'warning'],
  [0.9, 20, 'problem'],
  [20, 1000, 'problem'],
])('%d GB free of %i GB: %s', async (free, total, state) => {
  expect(await diskCheck({ DATA_DIR: '.' }, disk(free, total))).toMatchObject({ state })
})

it('says why a folder cannot be written', async () => {
  const DATA_DIR = join(testFolder(), 'data')
  await writeFile(DATA_DIR, 'a file, and no folder')
  const check = await storageCheck(testConfig({ DATA_DIR }))
  expect(check).toMatchObject({ state: 'problem', summary: expect.stringContaining('ENOTDIR') })
})

it('leaves nothing behind', async () => {
  const DATA_DIR = testFolder()
  expect(await storageCheck(testConfig({ DATA_DIR }))).toMatchObject({ state: 'ok' })
  expect(await readdir(DATA_DIR)).toEqual([])
  await mkdir(join(DATA_DIR, 'incoming'))
  expect(await storageCheck(testConfig({ DATA_DIR }))).toMatchObject({ state: 'ok' })
  expect(await readdir(join(DATA_DIR, 'incoming'))).toEqual([])
})
