import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFolder } from '../../test/sample-files.ts'
import { entriesOf, restoring, type TestEntry, writeEntries, writeSampleArchive } from './archives.test-setup.ts'
import { encrypted, readArchive } from './encryption.ts'

const key = 'uma chave de pelo menos trinta e dois caracteres'

let folder: string
let archive: string
let entries: TestEntry[]
const { restore, dropDatabases } = restoring()

beforeAll(async () => {
  folder = testFolder()
  archive = await writeSampleArchive(folder, { key })
  entries = await entriesOf(archive)
})
afterAll(dropDatabases)

type Outcome = Awaited<ReturnType<typeof restore>>

/** Restores an archive in which some entries were changed. */
async function restoreChanged(change: (entries: TestEntry[]) => TestEntry[]) {
  const changed = join(folder, 'changed.tar.gz')
  await writeEntries(changed, change([...entries]))
  return restore(changed)
}

const isFile = ({ name }: TestEntry) => name.startsWith('files/')
const isTable = (table: string) => (entry: TestEntry) => entry.name.startsWith(`tables/${table}/`)

/** Changes the text of the entries that match. */
const edited = (matches: (entry: TestEntry) => boolean, edit: (text: string) => string) => (all: TestEntry[]) =>
  all.map((entry) => (matches(entry) ? { ...entry, content: Buffer.from(edit(entry.content.toString())) } : entry))

/** Puts an entry in front of the last one. */
const added = (entry: TestEntry) => (all: TestEntry[]) => [...all.slice(0, -1), entry, ...all.slice(-1)]

const trailerText = (edit: (end: Record<string, Record<string, number>>) => void) => (text: string) => {
  const end = JSON.parse(text)
  edit(end)
  return JSON.stringify(end)
}

async function expectRefusal({ error, db, dataDir }: Outcome, sentence: RegExp) {
  expect(error).toMatchObject({ name: 'StartupError', message: expect.stringMatching(sentence) })
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  const left = await readdir(dataDir, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
}

const notOurs = /não é uma cópia de segurança que este Malote saiba ler/

describe('an archive that somebody has made to attack', () => {
  // proves 18.63
  it.each([
    ['climbs out of the folder', '../../../etc/cron.d/malote'],
    ['climbs out below a month', `2026-11/../../../${'a'.repeat(40)}`],
    ['is absolute', '/etc/passwd'],
    ['climbs as Windows does', `2026-11\\..\\..\\${'a'.repeat(40)}`],
  ])('with a file whose name %s', async (_what, name) => {
    const content = entries.find(isFile)?.content ?? Buffer.of()
    await expectRefusal(await restoreChanged(added({ name: `files/${name}`, content })), notOurs)
  })

  // proves 18.63, V5.3.2
  it.each([
    ['climbs out of the folder', '../../../../etc/cron.d/malote'],
    ['ends in a line break', `2026-11/${'a'.repeat(40)}\\n`],
  ])('with a row whose key %s', async (_what, bad) => {
    const rename = (text: string) => text.replace(/[0-9a-f-]{36}\/\d{4}-\d{2}\/[0-9a-f]{40}/, bad)
    const change = (all: TestEntry[]) =>
      edited(
        isTable('attachments'),
        rename,
      )(all).map((entry) => (isFile(entry) ? { ...entry, name: `files/${bad}` } : entry))
    await expectRefusal(await restoreChanged(change), /dados que o Malote não aceita/)
  })

  // proves 18.63
  it.each(['symlink', 'link', 'directory'] as const)('with a %s', async (type) => {
    const [name, linkname] = [entries.find(isFile)?.name ?? '', '/etc/passwd']
    const link = { name, type, linkname, content: Buffer.of() }
    await expectRefusal(await restoreChanged((all) => all.map((entry) => (isFile(entry) ? link : entry))), notOurs)
  })

  it('with the same file twice', async () => {
    const twice = entries.find(isFile) as TestEntry
    await expectRefusal(await restoreChanged(added(twice)), notOurs)
  })

  // proves 18.63
  it.each(['constructor', 'pg_catalog.pg_authid', 'migrations'])('with rows for %s', async (table) => {
    const rows = { name: `tables/${table}/000001`, content: Buffer.from('1\n') }
    await expectRefusal(await restoreChanged(added(rows)), notOurs)
  })

  it('with parts of a table in another order, or empty ones', async () => {
    const part = (number: string, content = '2027\n') => ({
      name: `tables/holiday_years/${number}`,
      content: Buffer.from(content),
    })
    await expectRefusal(await restoreChanged(added(part('000007'))), notOurs)
    await expectRefusal(await restoreChanged(added(part('000001', ''))), notOurs)
  })

  it('with anything after its end', async () => {
    const more = { name: 'tables/departments/000002', content: Buffer.from('1\n') }
    await expectRefusal(await restoreChanged((all) => [...all, more]), notOurs)
  })

  // proves 18.63
  it('with a file that is larger than its row says, before it is written', async () => {
    const change = (all: TestEntry[]) =>
      all.map((entry) =>
        isFile(entry) ? { ...entry, content: Buffer.concat([entry.content, Buffer.alloc(1)]) } : entry,
      )
    const refused = await restoreChanged(change)
    await expectRefusal(refused, /danificada/)
    expect(existsSync(join(refused.dataDir, 'incoming'))).toBe(false)
  })

  // proves 18.63
  it('with a file that would be served as a page', async () => {
    const asPage = edited(isTable('attachments'), (text) => text.replace('application/pdf', 'text/html'))
    await expectRefusal(await restoreChanged(asPage), notOurs)
  })

  // proves 18.64, V5.2.3
  it('with a head too large for the memory', async () => {
    const padded = edited(
      ({ name }) => name === 'malote.json',
      (text) => text + ' '.repeat(2 * 1024 * 1024),
    )
    await expectRefusal(await restoreChanged(padded), /muito mais espaço/)
  })

  // proves 18.64, V5.2.3
  it('with rows that unpack to a thousand times its size', async () => {
    const rows = 2 * 1024 * 1024
    const content = Buffer.alloc(rows * 13, '2147483647\t1\n')
    const isBomb = isTable('category_ledger')
    const count = trailerText((end) => Object.assign(end.rows ?? {}, { category_ledger: rows }))
    const change = (all: TestEntry[]) => {
      const [head, ...rest] = all.filter((entry) => !isBomb(entry)) as [TestEntry, ...TestEntry[]]
      const tables = [head, { name: 'tables/category_ledger/000001', content }, ...rest]
      return edited(({ name }) => name === 'fim.json', count)(tables)
    }
    await expectRefusal(await restoreChanged(change), /muito mais espaço/)
  })

  // proves V1.4.2
  it('with numbers for tables that do not exist, or that no table can have', async () => {
    const isEnd = ({ name }: TestEntry) => name === 'fim.json'
    const unknown = edited(
      isEnd,
      trailerText((end) => Object.assign(end.lastIds ?? {}, { pg_class: 7 })),
    )
    await expectRefusal(await restoreChanged(unknown), notOurs)
    const huge = edited(
      isEnd,
      trailerText((end) => Object.assign(end.lastIds ?? {}, { users: 2 ** 52 })),
    )
    await expectRefusal(await restoreChanged(huge), /dados que o Malote não aceita/)
  })

  // proves 18.66
  it('is read when the rest is ours, but lets nobody in by sessions, links or throttles, which ours never have', async () => {
    const now = '2026-11-22 12:00:00+00'
    const late = '2099-01-01 00:00:00+00'
    const { db, restored } = await restoreChanged((all) => {
      const head = JSON.parse(String(all[0]?.content)) as { tables: Record<string, string[]> }
      const values: Record<string, string> = { id: '1', user_id: '1', token_hash: `\\\\x${'00'.repeat(32)}` }
      const row = (head.tables.sessions ?? []).map((column) => values[column] ?? (/_at$/.test(column) ? now : 't'))
      const content = Buffer.from(`${row.join('\t').replace(now, late)}\n`)
      return [...all.slice(0, 1), { name: 'tables/sessions/000001', content }, ...all.slice(1)]
    })
    expect(restored).toMatchObject({ files: 1, isVerified: false })
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
  })
})

describe('the seal of an archive', () => {
  const other = 'outra chave, também de trinta e dois caracteres'

  it('is one that tar and gzip ignore', async () => {
    expect((await entriesOf(archive)).at(-1)?.name).toBe('fim.json')
  })

  // proves 18.65
  it('is verified with the key that made it', async () => {
    expect((await restore(archive, { key })).restored).toMatchObject({ isVerified: true })
  })

  // proves 18.65, V11.4.3
  it.each([
    ['is of another key', async (bytes: Buffer) => bytes, other, /foi alterada, ou feita com outra ARCHIVE_KEY/],
    ['was changed', async (bytes: Buffer) => flipped(bytes, bytes.length - 30), key, /foi alterada/],
    ['belongs to other bytes', async (bytes: Buffer) => flipped(bytes, 20), key, /foi alterada/],
    ['was removed', async (bytes: Buffer) => bytes.subarray(0, -58), key, /não tem autenticação/],
    ['is missing in a new archive', unsealed, key, /não tem autenticação/],
  ])('is refused when it %s, before anything is restored', async (_what, change, given, sentence) => {
    const changed = join(folder, 'unsealed.tar.gz')
    await writeFile(changed, await change(await readFile(archive)))
    const refused = await restore(changed, { key: given })
    await expectRefusal(refused, sentence)
    expect(refused.error?.message).toContain('--accept-unverified')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from holidays`.execute(refused.db)
    expect(rows[0]?.n).toBe(0)
  })

  // proves 18.65
  it('may be missing or wrong when the operator says so, or without a key', async () => {
    expect((await restore(archive, { key: other, acceptsUnverified: true })).restored).toMatchObject({
      isVerified: false,
    })
    expect((await restore(archive)).restored).toMatchObject({ isVerified: false })
  })
})

const flipped = (bytes: Buffer, place: number) => {
  bytes.writeUInt8(255 - bytes.readUInt8(place), place)
  return bytes
}

async function unsealed() {
  const changed = join(folder, 'rewritten.tar.gz')
  await writeEntries(changed, entries)
  return readFile(changed)
}

const encryptionKey = 'uma chave comprida e ao acaso, de teste'
const [headSize, chunkSize] = [24, 64 * 1024 + 16]

let file: string
beforeAll(() => {
  file = join(testFolder(), 'archive')
})

const encrypt = (content: Buffer, pieces = 100_000) =>
  buffer(Readable.from(encrypted(encryptionKey, Readable.from(slices(content, pieces)))))

function* slices(content: Buffer, size: number) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

async function decrypt(content: Buffer, with_: string | undefined = encryptionKey) {
  await writeFile(file, content)
  return buffer(Readable.from(readArchive(file, with_)))
}

describe('an encrypted archive', () => {
  // Nothing, whole chunks, and a part of one; in pieces that are smaller than a chunk, as large, and larger.
  // proves 19.22
  it.each([
    [0, 1_000],
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
    ['a changed bit', /alterada/, (bytes) => withFlipped(bytes, headSize + chunkSize + 5)],
    [
      'a changed bit of the first chunk',
      /outra, ou o arquivo foi alterado/,
      (bytes) => withFlipped(bytes, headSize + 5),
    ],
    ['a changed salt', /outra, ou o arquivo foi alterado/, (bytes) => withFlipped(bytes, 12)],
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
    await expect(decrypt(whole, `${encryptionKey}!`)).rejects.toThrow('não abre com esta BACKUP_KEY')
    await writeFile(file, whole)
    await expect(buffer(Readable.from(readArchive(file, undefined)))).rejects.toThrow('informe em BACKUP_KEY')
  })
})

function withFlipped(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ 1
  return changed
}

/** The same chunks in another order. */
function arranged(bytes: Buffer, order: number[]): Buffer {
  const chunks = [...slices(bytes.subarray(headSize), chunkSize)]
  return Buffer.concat([bytes.subarray(0, headSize), ...order.map((index) => chunks[index] ?? Buffer.of())])
}
