import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testConfig } from '../../test/config.ts'
import { testDatabase } from '../../test/database.ts'
import { testFolder } from '../../test/folder.ts'
import { describeOtherInstallations, installationOf, settleInstallation } from './installation.ts'
import { openStorage } from './storage.ts'
import { newStorageKey } from './storage-key.ts'

async function database() {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  return db
}

it('a database keeps its identity from one start to the next', async () => {
  const db = await database()
  const id = await installationOf(db)
  expect(await settleInstallation(db, testConfig())).toEqual([])
  expect(await settleInstallation(db, testConfig())).toEqual([])
  expect(await installationOf(db)).toBe(id)
})

/** A database as a dump of another one leaves it: with the other's settings. */
async function copyOf(original: Awaited<ReturnType<typeof database>>) {
  const copy = await database()
  const settings = await original.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  await copy.updateTable('settings').set(settings).execute()
  return copy
}

// proves 18.62
it('a copy of a database gets an identity of its own, and says so once', async () => {
  const original = await database()
  await settleInstallation(original, testConfig())
  const id = await installationOf(original)
  const copy = await copyOf(original)

  const said = await settleInstallation(copy, testConfig())
  expect(said).toEqual([expect.stringContaining(`INSTALLATION_ID=${id}`)])
  expect(await installationOf(copy)).not.toBe(id)
  expect(await settleInstallation(copy, testConfig())).toEqual([])
  expect(await installationOf(original)).toBe(id)
})

// proves 18.62
it('a database that was moved continues the identity that the operator names', async () => {
  const original = await database()
  await settleInstallation(original, testConfig())
  const id = await installationOf(original)
  const moved = await copyOf(original)
  const config = testConfig({ INSTALLATION_ID: id })

  expect(await settleInstallation(moved, config)).toEqual([])
  expect(await installationOf(moved)).toBe(id)
  expect(await settleInstallation(moved, testConfig())).toEqual([])
  expect(await installationOf(moved)).toBe(id)
})

// proves 18.62
it('tells of files of another installation in the same folder', async () => {
  const db = await database()
  const folder = testFolder()
  const storage = openStorage(testConfig({ DATA_DIR: folder }))
  const store = async (installation: string) => {
    const path = join(folder, 'received')
    await writeFile(path, 'Olá')
    await storage.keep(path, newStorageKey(installation, new Date()), 'text/plain')
  }
  expect(await describeOtherInstallations(db, storage)).toEqual([])
  await store(await installationOf(db))
  expect(await describeOtherInstallations(db, storage)).toEqual([])
  const other = randomUUID()
  await store(other)
  expect(await describeOtherInstallations(db, storage)).toEqual([expect.stringContaining(`da instalação ${other}.`)])
})
