import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'
import { expect } from 'vitest'
import { multipart } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf, testFolder } from '../../test/sample-files.ts'
import { openStorage } from '../files/storage.ts'
import { type RestoreOptions, restoreArchive } from './restore-archive.ts'
import { writeArchive } from './write-archive.ts'

/** An entry of an archive. */
export interface TestEntry {
  name: string
  content: Buffer
  type?: Header['type']
  linkname?: string
}

/** The entries of an archive. */
export async function entriesOf(file: string): Promise<TestEntry[]> {
  const entries = extract()
  const found: TestEntry[] = []
  entries.end(gunzipSync(await readFile(file)))
  for await (const entry of entries) {
    found.push({ name: entry.header.name, content: await buffer(entry as unknown as Readable) })
  }
  return found
}

export const entryNames = async (file: string): Promise<string[]> => (await entriesOf(file)).map(({ name }) => name)

/** Writes an archive of any entries, also of those that we would never write. */
export async function writeEntries(file: string, entries: readonly TestEntry[]): Promise<void> {
  const archive = pack()
  const whole = buffer(archive as unknown as Readable)
  for (const { content, ...header } of entries) archive.entry({ ...header, size: content.length }, content)
  archive.finalize()
  await writeFile(file, gzipSync(await whole))
}

/**
 * Writes the backup of an organisation with one protocol and one attached file.
 *
 * @returns its path
 */
export async function writeSampleArchive(folder: string, options: { key?: string } = {}): Promise<string> {
  const organisation = await testOrganisation()
  const form = multipart(organisation.form(), { attachment_0: file('a.pdf', samplePdf) })
  expect((await organisation.as(organisation.sender).post('/api/protocols', form)).status).toBe(201)
  const archive = join(folder, 'malote.tar.gz')
  await writeArchive(organisation.connectionString, openStorage(organisation.app.settings), archive, options)
  return archive
}

/** Restores archives, each into an empty database and an empty folder. */
export function restoring() {
  const databases = new Set<TestDatabase>()
  const empty: TestDatabase[] = []
  return {
    /** A refused restore leaves the database empty for the next one. */
    async restore(from: string, options?: RestoreOptions) {
      const database = empty.pop() ?? (await testDatabase())
      databases.add(database)
      const dataDir = testFolder()
      const storage = openStorage(testConfig({ DATA_DIR: dataDir }))
      const outcome = await restoreArchive(database.connectionString, storage, from, options).then(
        (restored) => ({ restored, error: undefined }),
        (error: Error) => ({ restored: undefined, error }),
      )
      // A restore whose data contradict each other fails, but leaves the data in the database.
      if (outcome.error && !/foi restaurada/.test(outcome.error.message)) empty.push(database)
      return { ...outcome, db: database.db, dataDir }
    },
    dropDatabases: () => Promise.all([...databases].map(({ drop }) => drop())),
  }
}
