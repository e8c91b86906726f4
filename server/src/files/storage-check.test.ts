import type { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testConfig } from '../test/config.ts'
import { testFolder } from '../test/folder.ts'
import { diskCheck, storageCheck } from './storage-check.ts'

/** A disk with so many gigabytes. */
const disk = (free: number, total: number) =>
  (async () => ({ bavail: free * 1e6, blocks: total * 1e6, bsize: 1000 })) as unknown as typeof statfs

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
  const DATA_DIR = join(testFolder(), 'a\0b')
  const check = await storageCheck(testConfig({ DATA_DIR }))
  expect(check).toMatchObject({ state: 'problem', advice: 'Verifique o dono e as permissões da pasta.' })
})
