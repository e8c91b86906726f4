import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { removeOrphanedFiles } from '../../domain/attachments/remove-orphaned-files.ts'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import { testChain } from '../../features/protocols/forward/forward.test-setup.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildExtensionRequest,
  buildItemType,
  buildUser,
} from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { databaseProxy } from '../../test/fault-proxy.ts'
import { databaseAt, dropDatabase, onServer } from '../../test/on-server.ts'
import { testFolder } from '../../test/sample-files.ts'
import { chainWholeHistory } from '../db/chain/chain-history.ts'
import { verifyChain } from '../db/chain/verify-chain.ts'
import { connect, type Db } from '../db/connect.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { knownMigrations, ourDefinition } from '../db/migrate.ts'
import { installationOf } from '../files/installation.ts'
import { openStorage, type Storage } from '../files/storage.ts'
import { verifyFiles } from '../files/verify-files.ts'
import { entryNames } from './archives.test-setup.ts'
import { restoreArchive } from './restore-archive.ts'
import { lastIdsOf, tablesOf, transientTables } from './tables.ts'
import { writeArchive } from './write-archive.ts'

let folder: string
let test: TestApp
let storage: Storage
let archive: string
const databases: Pick<TestDatabase, 'drop'>[] = []

const pdf = '%PDF-1.4\n%âãÏÓ\nUm contrato assinado\n%%EOF\n'

beforeAll(async () => {
  folder = testFolder()
  const config = { DATA_DIR: join(folder, 'here') }
  test = await testApp({ config })
  storage = openStorage(testConfig(config))
  await liveALittle()
  archive = join(folder, 'malote.tar.gz')
  await writeArchive(test.connectionString, storage, archive)
})

afterAll(async () => {
  await Promise.all(databases.map(({ drop }) => drop()))
})

/** Creates protocols with files, one of them received, one cancelled; a comment; and a gap in the ids. */
async function liveALittle() {
  const { db, as } = test
  const [origin, destination] = [
    await buildDepartment(db, { name: 'Recursos "Humanos"\t\\N' }),
    await buildDepartment(db),
  ]
  const sender = as(await buildUser(db, { departmentId: origin.id }))
  const receiver = as(await buildUser(db, { departmentId: destination.id, role: role.manager }))
  const itemType = await buildItemType(db)
  const category = await buildCategory(db)
  const ids: number[] = []
  for (const name of ['contrato.pdf', 'nota fiscal é.pdf', 'laudo.pdf', 'parecer.pdf']) {
    const reply = await sender.post(
      '/api/protocols',
      multipart(
        {
          remarks: `Segue\no ${name} 📄`,
          origin_department_id: String(origin.id),
          destination_department_id: String(destination.id),
          requires_return: 'true',
          items: [{ item_type_id: itemType.id, category_id: category.id, reason: 'Assinar' }],
        },
        { attachment_0: { name, content: pdf + name, type: 'application/pdf' } },
      ),
    )
    expect(reply.status).toBe(201)
    ids.push(reply.body.protocol_id)
  }
  expect((await receiver.post(`/api/protocols/${ids[0]}/receive`)).status).toBe(200)
  expect((await sender.post(`/api/protocols/${ids[1]}/cancel`, { reason: 'Engano' })).status).toBe(200)
  expect((await receiver.post(`/api/protocols/${ids[0]}/comments`, { text: 'Chegou' })).status).toBe(201)
  await chainWholeHistory(db)
  await sql`select anchor_history('2020-01-01')`.execute(db)
  expect((await as(await buildAdmin(db)).post('/api/departments', { dpname: 'Arquivo' })).status).toBe(201)
  const gone = await buildDepartment(db)
  await db.deleteFrom('departments').where('id', '=', gone.id).execute()
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  databases.push(database)
  return database
}

/** A copy of the archive in the storage of the original. Who changes it changes it back. */
const restoredCopy = once(async () => {
  const copy = await emptyDatabase()
  await restoreArchive(copy.connectionString, storage, archive)
  return copy
})

/** For refusals, each of which leaves it empty for the next one. */
const refusing = once(emptyDatabase)

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Everything but sessions, links and throttles; the installation's identity under a common name. */
async function contentOf(db: Db) {
  const installation = await installationOf(db)
  const content: Record<string, unknown[]> = {}
  for (const name of Object.keys(await tablesOf(db))) {
    if (transientTables.includes(name)) continue
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
    content[name] = rows.map(({ row }) => row.replaceAll(installation, 'installation'))
  }
  return { content, lastIds: await lastIdsOf(db) }
}

/** Indexes and constraints, which a restore removes and makes again. */
async function indexesOf(db: Db) {
  const { rows } = await sql`
    select indexdef as definition from pg_indexes where schemaname in ('public', 'folded')
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return rows
}

const keysOf = async (db: Db) =>
  (await db.selectFrom('attachments').select('storageKey').orderBy('id').execute()).map(({ storageKey }) => storageKey)

/** Of all installations. */
async function keysIn(kept: Storage) {
  const keys: string[] = []
  for (const installation of await kept.installations()) {
    for await (const key of kept.list(installation)) keys.push(key)
  }
  return keys
}

const storageAt = (name: string) => openStorage(testConfig({ DATA_DIR: join(folder, name) }))

// proves 13.7, 18.34, 19.24
it('brings every row, every file and every next number into another database', async () => {
  const other = await emptyDatabase()
  const otherStorage = storageAt('there')
  await restoreArchive(other.connectionString, otherStorage, archive)

  expect(await contentOf(other.db)).toEqual(await contentOf(test.db))
  expect(await findBrokenInvariants(other.db)).toEqual([])
  expect(await indexesOf(other.db)).toEqual(await indexesOf(test.db))
  const [files, copies] = [await keysOf(test.db), await keysOf(other.db)]
  expect(files).toHaveLength(4)
  for (const [index, key] of files.entries()) {
    const [one, copy] = [await storage.read(key), await otherStorage.read(copies[index] ?? '')]
    expect(copy && (await buffer(copy))).toEqual(one && (await buffer(one)))
  }
  await expect(sql`delete from history`.execute(other.db)).rejects.toThrow('history_is_append_only refused')
  const { id: protocolId } = await other.db.selectFrom('protocols').select('id').executeTakeFirstOrThrow()
  await other.db.insertInto('history').values({ protocolId, action: 'Protocolo editado' }).execute()
  expect(await chainWholeHistory(other.db)).toBe(1)
  expect(await verifyChain(other.db)).toMatchObject({ broken: [], anchors: [{ number: 1 }] })
  expect(await other.db.selectFrom('auditEvents').select('action').execute()).toEqual([
    { action: 'department.created' },
  ])
  await expect(sql`delete from audit_events`.execute(other.db)).rejects.toThrow('audit_is_append_only refused')
  await expect(
    sql`insert into items (protocol_id, position, item_type_id) values (1, 9, 999)`.execute(other.db),
  ).rejects.toThrow('foreign key')
})

it('brings chains of items with their due dates and requests, redirected protocols and photos of occurrences', async () => {
  const files = { DATA_DIR: join(folder, 'chain') }
  const chain = await testChain({ ownDatabase: true, config: files })
  const { a, b, c, d, db, itemType, category } = chain
  const file = (name: string) => ({ name, content: pdf + name, type: 'application/pdf' })
  const created = await a.client.post(
    '/api/protocols',
    multipart(
      {
        ...{ remarks: 'Contratos', origin_department_id: String(a.id), destination_department_id: String(c.id) },
        ...{ requires_return: 'true', items: [{ item_type_id: itemType.id, category_id: category.id, reason: 'Ler' }] },
      },
      { attachment_0: file('contrato.pdf') },
    ),
  )
  const redirection = { destination_department_id: b.id, reason: 'Departamento errado' }
  const redirected = await a.client.post(`/api/protocols/${created.body.protocol_id}/redirect`, redirection)
  const first = { id: redirected.body.protocol_id as number, items: [] as number[] }
  first.items = (await chain.detail(a, first)).items.map(({ id }: { id: number }) => id)
  await chain.receive(b, first)
  const next = await chain.passOn(b, first, c)
  await chain.receive(c, next)
  const last = await chain.passOn(c, next, d)
  const { status } = await d.client.post(
    `/api/protocols/items/${last.items[0]}/occurrences`,
    multipart({ kind: 'damaged', description: 'Capa rasgada' }, { attachment_0: file('laudo.pdf') }),
  )
  expect(status).toBe(201)
  const extension = { return_date: '2026-12-18', reason: 'Perícia' }
  expect((await a.client.put(`/api/protocols/items/${first.items[0]}/due-date`, extension)).status).toBe(200)
  const { id: asker } = await buildUser(db, { departmentId: d.id })
  for (const itemId of [next.items[0] ?? 0, last.items[0] ?? 0]) {
    await buildExtensionRequest(db, { itemId, askedBy: asker, requestedDate: '2030-12-31' })
  }
  // Goes back, which ends the request for it.
  await chain.receive(d, last)
  expect((await d.client.post(`/api/protocols/items/${last.items[0]}/return`)).status).toBe(200)
  await chainWholeHistory(db)

  const here = openStorage(testConfig(files))
  const written = join(folder, 'chain.tar.gz')
  // Both protocols of the redirection have the one stored contract.
  expect(await writeArchive(chain.connectionString, here, written)).toMatchObject({ files: 2, missing: [] })
  const [other, there] = [await emptyDatabase(), storageAt('chain-there')]
  await restoreArchive(other.connectionString, there, written)

  expect(await contentOf(other.db)).toEqual(await contentOf(db))
  expect(await findBrokenInvariants(other.db)).toEqual([])
  expect(await verifyFiles(other.db, there)).toEqual({ files: 2, broken: [] })
  const requests = await other.db.selectFrom('extensionRequests').select('status').orderBy('id').execute()
  expect(requests.map((request) => request.status)).toEqual(['aberto', 'encerrado'])
  const hops = await other.db.selectFrom('items').select(['id', 'forwardedFromItemId']).orderBy('id').execute()
  const [, one, two, three] = hops.map(({ id }) => id)
  expect(hops.map(({ forwardedFromItemId }) => forwardedFromItemId)).toEqual([null, null, one, two])
  const [contract, copy, photo] = await other.db
    .selectFrom('attachments')
    .select(['storageKey', 'itemId', 'occurrenceId'])
    .orderBy('id')
    .execute()
  expect(copy?.storageKey).toBe(contract?.storageKey)
  expect(photo).toMatchObject({ itemId: three, occurrenceId: expect.any(Number) })
  // What explains the due dates.
  const days = await other.db.selectFrom('items').select(['dueDays', 'dueHolidays']).orderBy('id').execute()
  expect(days).toEqual(hops.map(() => ({ dueDays: 5, dueHolidays: [expect.objectContaining({ date: '2026-11-20' })] })))
  const reason = filledIn('reason', 'texts').as('reason')
  expect(await other.db.selectFrom('dueDateChanges').selectAll().select(reason).execute()).toMatchObject([
    { itemId: one, fromDate: '2026-11-24', toDate: extension.return_date, reason: extension.reason },
  ])
  await expect(sql`delete from due_date_changes`.execute(other.db)).rejects.toThrow('append_only refused')
  await expect(
    sql`update items set forwarded_from_item_id = null where id = ${three}`.execute(other.db),
  ).rejects.toThrow('items_keep_their_chain refused')
})

/** A database that has nothing yet, not even tables. */
async function bareDatabase() {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const connectionString = databaseAt(server, name)
  const db = connect(connectionString, { poolSize: 1 })
  databases.push({
    async drop() {
      await db.destroy()
      await dropDatabase(server, name)
    },
  })
  return { db, connectionString }
}

describe('an archive of another release', () => {
  /** The next release, which has one more migration. */
  function nextDefinition() {
    const definition = ourDefinition()
    const text = 'alter table departments add shouted text; update departments set shouted = upper(name)'
    return { ...definition, migrations: [...definition.migrations, { name: '29990101T0000-shouted', text }] }
  }

  it('gets the tables of that release in a database that has nothing yet, which are then migrated', async () => {
    const { db, connectionString } = await bareDatabase()
    await restoreArchive(connectionString, storageAt('older'), archive, { definition: nextDefinition() })
    const { rows } = await sql<{ shouted: string }>`select shouted from departments order by id`.execute(db)
    const ours = await test.db.selectFrom('departments').select('name').orderBy('id').execute()
    expect(rows.map(({ shouted }) => shouted)).toEqual(ours.map(({ name }) => name.toUpperCase()))
    // But for the column that the migration adds.
    const departments = expect.any(Array)
    const { content, lastIds } = await contentOf(test.db)
    expect(await contentOf(db)).toEqual({ content: { ...content, departments }, lastIds })
    expect(await findBrokenInvariants(db)).toEqual([])
    await expect(sql`delete from history`.execute(db)).rejects.toThrow('history_is_append_only refused')

    const newer = join(folder, 'newer.tar.gz')
    await writeArchive(connectionString, storageAt('older'), newer)
    const sentence = /^Esta cópia de segurança é de uma versão mais nova do Malote: atualize o programa\.$/
    await expectRefusal(await readFile(newer), sentence)
  })

  it('from before 1.0.0 is refused', async () => {
    const tar = gunzipSync(await readFile(archive)).toString('latin1')
    const first = knownMigrations()[0] ?? ''
    const other = tar.replace(first, `1999${first.slice(4)}`)
    const sentence =
      /Esta cópia de segurança é de uma versão de desenvolvimento do Malote, anterior à primeira publicação, que já não é lida/
    await expectRefusal(gzipSync(Buffer.from(other, 'latin1')), sentence)
  })
})

// proves 18.66
it('makes an installation of its own, whose files the original never touches', async () => {
  const other = await restoredCopy()
  const [ours, theirs] = [await installationOf(test.db), await installationOf(other.db)]
  expect(theirs).not.toBe(ours)
  expect((await keysOf(other.db)).every((key) => key.startsWith(`${theirs}/`))).toBe(true)
  const later = new Date(Date.now() + 2 * 3_600_000)
  expect(await removeOrphanedFiles(test.db, storage, later)).toMatchObject({ quarantined: 0, deleted: 0 })
  for (const key of await keysOf(other.db)) expect(await storage.lastModified(key)).toBeDefined()
})

// proves 18.66, V14.2.4
it('contains no sessions, links or throttles, and no other table that lets somebody in', async () => {
  // Hashes of the addresses of calendars, which only read due dates and go on after a restore.
  const kept = ['calendar_feeds', ...transientTables]
  expect(await test.db.selectFrom('sessions').select('id').execute()).not.toEqual([])
  const names = await entryNames(archive)
  expect(names.filter((name) => transientTables.some((table) => name.startsWith(`tables/${table}/`)))).toEqual([])
  const tables = Object.entries(await tablesOf(test.db)).filter(([name]) => !kept.includes(name))
  const suspicious = tables.filter(([, columns]) =>
    columns.some((name) => /token|expires|challenge|attempt/.test(name)),
  )
  expect(suspicious).toEqual([])
})

// proves V13.3.2
it('keeps the archive to its owner, because it holds password hashes', async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
})

// proves 13.7
it('shows one moment, whatever is written meanwhile', async () => {
  const file = join(folder, 'meanwhile.tar.gz')
  const writing = { isOver: false }
  const work = (async () => {
    while (!writing.isOver) await buildAdmin(test.db, { departmentId: (await buildDepartment(test.db)).id })
  })()
  await writeArchive(test.connectionString, storage, file)
  writing.isOver = true
  await work
  const other = await emptyDatabase()
  await restoreArchive(other.connectionString, storageAt('meanwhile'), file)
  expect(await findBrokenInvariants(other.db)).toEqual([])
})

it('takes tables apart between rows, however large they are', async () => {
  const { db } = test
  const [protocol] = await db.selectFrom('protocols').select(['id', 'createdBy']).limit(1).execute()
  await sql`
    insert into comments (protocol_id, text, created_by)
    select ${protocol?.id}::int, repeat(E'linha\\nseguinte\\t' || n, 1 + n % 90), ${protocol?.createdBy}::int from generate_series(1, 3000) n
  `.execute(db)
  const file = join(folder, 'parts.tar.gz')
  await writeArchive(test.connectionString, storage, file, { partSize: 1 })
  const other = await emptyDatabase()
  await restoreArchive(other.connectionString, storageAt('parts'), file)
  expect((await contentOf(other.db)).content.comments).toEqual((await contentOf(db)).content.comments)
})

const somewhere = [0.02, 0.6, 0.999]

it.each(somewhere)(
  'refuses an archive that is cut off at %d of its length, and leaves nothing behind',
  async (share) => {
    const whole = await readFile(archive)
    await expectRefusal(whole.subarray(0, Math.floor(whole.length * share)), /incompleta|não é uma cópia/)
  },
)

it('refuses an archive without its last entry, which a cut between two entries leaves, and leaves what was there', async () => {
  const other = await refusing()
  const before = await contentOf(other.db)
  const survivors = storageAt('survivors')
  const { storageKey: key } = await test.db.selectFrom('attachments').select('storageKey').executeTakeFirstOrThrow()
  const path = join(folder, 'survivor')
  await writeFile(path, (await storage.read(key)) ?? '')
  await survivors.keep(path, key, 'application/pdf')
  const tar = gunzipSync(await readFile(archive))
  const cutOff = join(folder, 'cut-off.tar.gz')
  await writeFile(cutOff, gzipSync(Buffer.concat([tar.subarray(0, tar.lastIndexOf('fim.json')), Buffer.alloc(1024)])))

  await expect(restoreArchive(other.connectionString, survivors, cutOff)).rejects.toThrow('incompleta')
  expect(await contentOf(other.db)).toEqual(before)
  expect(await keysIn(survivors)).toEqual([key])
})

it('keeps its files when the commit is applied and never confirmed, and says what to do', async () => {
  const other = await emptyDatabase()
  const otherStorage = storageAt('unconfirmed')
  const proxy = await databaseProxy(other.connectionString)
  // The migrations commit too, before the first table is filled.
  let isFilling = false
  const atItsCommit = (sent: string) => {
    isFilling ||= sent.startsWith('copy')
    return isFilling && sent === 'commit'
  }
  proxy.breakOnce({ at: atItsCommit, how: 'after' })
  await expect(restoreArchive(proxy.connectionString, otherStorage, archive)).rejects.toThrow('Repita a restauração')
  await proxy.close()

  const files = await other.db.selectFrom('attachments').select('storageKey').execute()
  expect(files).toHaveLength(4)
  for (const { storageKey } of files) expect(await otherStorage.lastModified(storageKey)).toBeDefined()
  await expect(restoreArchive(other.connectionString, otherStorage, archive)).rejects.toThrow('banco de dados vazio')
})

it('refuses an archive with damaged bytes, and what is no archive', async () => {
  const damaged = Buffer.from(await readFile(archive))
  // Several bytes, because a single one may be padding between compression blocks.
  const middle = Math.floor(damaged.length / 2)
  for (let place = middle; place < middle + 32; place += 1) damaged.writeUInt8(255 - damaged.readUInt8(place), place)
  await expectRefusal(damaged, /danificada|incompleta|não é uma cópia/)
  await expectRefusal(Buffer.from('Isto não é uma cópia.'), /não é uma cópia/)
})

async function expectRefusal(content: Buffer, sentence: RegExp) {
  const other = await refusing()
  const before = await contentOf(other.db)
  const file = join(folder, 'refused.tar.gz')
  await writeFile(file, content)
  const untouched = openStorage(testConfig({ DATA_DIR: testFolder() }))
  await expect(restoreArchive(other.connectionString, untouched, file)).rejects.toThrow(sentence)
  expect(await contentOf(other.db)).toEqual(before)
  expect(await keysIn(untouched)).toEqual([])
  await expect(
    sql`insert into items (protocol_id, position, item_type_id) values (1, 1, 1)`.execute(other.db),
  ).rejects.toThrow('foreign key')
}

it('says that there is no such file', async () => {
  const other = await refusing()
  const nowhere = join(folder, 'nowhere.tar.gz')
  await expect(restoreArchive(other.connectionString, undefined, nowhere)).rejects.toThrow('não existe')
  await expect(restoreArchive(other.connectionString, undefined, folder)).rejects.toThrow('é uma pasta')
})

// proves 13.7
it('refuses a database in which somebody has worked, and leaves it as it was', async () => {
  const other = await emptyDatabase()
  await buildDepartment(other.db)
  const before = await contentOf(other.db)
  await expect(restoreArchive(other.connectionString, storageAt('used'), archive)).rejects.toThrow(
    'A restauração precisa de um banco de dados vazio, e este já tem dados (departments).',
  )
  expect(await contentOf(other.db)).toEqual(before)
})

it('keeps what was restored when its derived numbers are wrong or its history was changed, and says so', async () => {
  const source = await restoredCopy()
  const changeTotals = (by: number) => sql`update folded.department_totals set n = n + ${by}::int`.execute(source.db)
  /** Behind the back of its chain. */
  const changeHistory = async (description: string) => {
    for (const statement of [
      'alter table history disable trigger user',
      `update history set description = ${description} where id = (select min(id) from history)`,
      'alter table history enable trigger user',
    ]) {
      await sql.raw(statement).execute(source.db)
    }
  }
  await sql`select fold_ledgers()`.execute(source.db)
  await changeTotals(1)
  await changeHistory(`description || '!'`)
  const file = join(folder, 'wrong.tar.gz')
  await writeArchive(source.connectionString, storage, file)

  const other = await emptyDatabase()
  const otherStorage = storageAt('wrong-restored')
  await expect(restoreArchive(other.connectionString, otherStorage, file)).rejects.toThrow(
    /^A cópia foi restaurada, mas nem tudo confere: department_totals.* Protocolo #\d+, entrada \d+ do histórico .* foi alterada/,
  )
  expect(await contentOf(other.db)).toEqual(await contentOf(source.db))
  await changeTotals(-1)
  await changeHistory('left(description, -1)')
  for (const key of await keysOf(other.db)) expect(await otherStorage.read(key)).toBeDefined()
})

// proves 13.7
it('leaves out what the storage has changed or lost, says so, and restores the rest', async () => {
  const [changed = '', cut = '', lost = ''] = await keysOf(test.db)
  const missing = [changed, cut, lost]
  const there = (key: string) => join(folder, 'here/files', key)
  const contents = await Promise.all(missing.map((key) => readFile(there(key))))
  const file = join(folder, 'changed-files.tar.gz')
  await writeFile(there(changed), contents[0]?.map((byte, at) => (at === 0 ? byte ^ 1 : byte)) ?? '')
  await writeFile(there(cut), contents[1]?.subarray(1) ?? '')
  await storage.remove([lost])
  const written = await writeArchive(test.connectionString, storage, file)
  expect(written).toMatchObject({ files: 1, missing: missing.toSorted() })
  for (const [at, key] of missing.entries()) await writeFile(there(key), contents[at] ?? '')

  const other = await emptyDatabase()
  const otherStorage = storageAt('changed-files')
  expect(await restoreArchive(other.connectionString, otherStorage, file)).toMatchObject({ files: 1, missing })
  const kept = (await keysOf(other.db)).at(-1) ?? ''
  expect(await keysIn(otherStorage)).toEqual([kept])
})

// The last test, because a removal is for good.
// proves 13.7
it('takes no file for lost that somebody removes meanwhile', async () => {
  const { db, connectionString } = test
  const of = db.selectFrom('attachments').select(['id', 'storageKey']).orderBy('id', 'desc').limit(1)
  const { id, storageKey } = await of.executeTakeFirstOrThrow()
  const removed = { removedAt: new Date(), sha256: Buffer.alloc(32), sizeBytes: 0 }
  const removing = {
    read: async (key: string) => {
      if (key !== storageKey) return storage.read(key)
      await db.updateTable('attachments').set(removed).where('id', '=', id).execute()
      return undefined
    },
  }
  const { missing } = await writeArchive(connectionString, removing, join(folder, 'removed.tar.gz'))
  expect(missing).not.toContain(storageKey)
})
