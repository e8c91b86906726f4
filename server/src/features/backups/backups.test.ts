import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreArchive } from '../../platform/archive/restore-archive.ts'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import { installationOf } from '../../platform/files/installation.ts'
import { newStorageKey } from '../../platform/files/storage-key.ts'
import { testApp } from '../../test/app.ts'
import { bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'
import { testDatabase } from '../../test/database.ts'
import { testFolder } from '../../test/sample-files.ts'
import { isBackupDue, makeBackup } from './make-backup.ts'
import { backupRunner } from './run-backups.ts'

const encryptionKey = 'uma chave comprida e ao acaso, de teste'
const start = '2026-11-20T05:00:00Z'
const hours = (count: number) => count * 3_600_000

/** An installation with backups into a folder of its own, and some data. Encrypting takes half of a backup's time. */
async function installation({ BACKUP_KEY }: { BACKUP_KEY?: string } = {}) {
  const folder = testFolder()
  const BACKUP_DIR = join(folder, 'copias')
  const config = { BACKUP_DIR, BACKUP_KEY, BACKUP_KEEP: 2, DATA_DIR: join(folder, 'data') }
  const test = await testApp({ ownDatabase: true, now: start, config })
  const { db, clock, connectionString } = test
  const admin = await buildAdmin(db)
  await db
    .updateTable('users')
    .set({ createdAt: new Date(start) })
    .execute()
  // As fast as a test needs it; the process of a backup opens a real one.
  const openTrial = async () => {
    const { connectionString: ownerConnectionString, drop } = await testDatabase()
    return { ownerConnectionString, stop: drop }
  }
  const parts = { ownerConnectionString: connectionString, config: test.app.settings, now: clock.now, openTrial }
  return {
    ...test,
    folder: BACKUP_DIR,
    parts,
    admin,
    backUp: (changes: Partial<typeof parts & { reserve: number; signal: AbortSignal }> = {}) =>
      makeBackup({ ...parts, ...changes }),
    check: async () => (await test.as(admin).get('/api/backups/check')).body,
    files: () => readdir(BACKUP_DIR).then((names) => names.sort()),
    attempts: () => db.selectFrom('backups').selectAll().orderBy('id').execute(),
  }
}

describe('the daily backup', () => {
  let here: Awaited<ReturnType<typeof installation>>
  beforeAll(async () => {
    here = await installation({ BACKUP_KEY: encryptionKey })
  })

  // proves 19.20, 19.21, 19.22, 19.24
  it('is made once, encrypted, verified by a trial restore, and told to Admins', async () => {
    const { backUp, check, files, attempts, folder } = here
    expect(await check()).toMatchObject({ id: 'backup', state: 'warning' })
    const outcomes = await Promise.all([backUp(), backUp()])
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1)
    expect(await backUp()).toBe('notDue')

    const [name = '', ...others] = await files()
    expect(name).toMatch(/^malote-[0-9a-f]{8}-20261120T050000Z\.tar\.gz\.enc$/)
    expect(others).toEqual([])
    const file = join(folder, name)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file)).subarray(0, 8).toString()).toBe('MALOTE-1')
    const [attempt] = await attempts()
    expect(attempt).toMatchObject({ name, place: folder, error: null, bytes: (await stat(file)).size })
    expect(attempt?.verifiedAt).not.toBeNull()
    expect(await check()).toMatchObject({ state: 'ok', summary: expect.stringContaining('20/11/2026, 02:00') })

    const other = await testDatabase()
    await expect(restoreArchive(other.connectionString, undefined, file)).rejects.toThrow('informe em BACKUP_KEY')
    expect(await restoreArchive(other.connectionString, undefined, file, { encryptionKey })).toMatchObject({
      isVerified: true,
    })
    expect(await other.db.selectFrom('backups').selectAll().execute()).toEqual([])
    await other.drop()
  })

  // proves 19.21, 19.23
  it('leaves the older ones when the disk is full, and says so until it is made', async () => {
    const { backUp, check, files, attempts, clock } = here
    const before = await files()
    clock.advance(hours(24))
    await expect(backUp({ reserve: 2 ** 60 })).rejects.toThrow('Não há espaço em disco')
    expect(await files()).toEqual(before)
    expect((await attempts()).at(-1)).toMatchObject({ verifiedAt: null, error: expect.stringContaining('espaço') })
    expect(await check()).toMatchObject({
      state: 'problem',
      summary: expect.stringMatching(/falhou: Não há espaço.*20\/11\/2026/),
      advice: expect.stringContaining('a cada hora'),
    })
    expect(await backUp()).toBe('notDue')
    clock.advance(hours(1))
    expect(await backUp()).toBe('made')
    expect(await check()).toMatchObject({ state: 'ok' })
  })

  // proves 19.21
  it('deletes the oldest only after a newer one was verified, and nothing that it does not know', async () => {
    const { backUp, files, attempts, clock, folder, db } = here
    await writeFile(join(folder, 'outro-malote.tar.gz'), 'x')
    const [oldest = '', second = ''] = await files()
    clock.advance(hours(24))
    // A history that was changed behind the back of its chain does not pass the trial restore.
    const { id: protocolId } = await buildProtocol(db, { createdAt: start })
    await db.insertInto('history').values({ protocolId, action: 'Protocolo criado' }).execute()
    await chainWholeHistory(db)
    const change = (text: string) =>
      sql`alter table history disable trigger user; update history set action = ${sql.lit(text)}; alter table history enable trigger user`
    await change('Alterado').execute(db)
    await expect(backUp()).rejects.toThrow('nem tudo confere')
    expect(await files()).toEqual([oldest, second, 'outro-malote.tar.gz'])

    await change('Protocolo criado').execute(db)
    clock.advance(hours(1))
    expect(await backUp()).toBe('made')
    const left = await files()
    expect(left).toHaveLength(3)
    expect(left).not.toContain(oldest)
    expect(left).toContain(second)
    expect((await attempts())[0]?.removedAt).not.toBeNull()
  })

  // proves 19.23
  it('is missed after 26 hours, by Admins and nobody else', async () => {
    const { check, clock, as, db } = here
    clock.advance(hours(25))
    expect(await check()).toMatchObject({ state: 'ok' })
    clock.advance(hours(2))
    expect(await check()).toMatchObject({
      state: 'problem',
      summary: expect.stringMatching(/^Há mais de 26 horas/),
      advice: expect.stringContaining('npm run backup'),
    })
    const manager = await buildUser(db, { departmentId: (await buildDepartment(db)).id, role: role.manager })
    expect((await as(manager).get('/api/backups/check')).status).toBe(403)
  })

  // proves 19.21
  it('that was interrupted is repeated, and what it left is removed', async () => {
    const { backUp, files, attempts, clock, folder, db } = here
    clock.advance(hours(24))
    const { name } = (await attempts()).at(-1) ?? { name: '' }
    const left = `${name.slice(0, 16)}20261101T000000Z.tar.gz.enc.incompleto`
    const whole = left.replace('.incompleto', '')
    for (const file of [left, whole]) await writeFile(join(folder, file), 'x')
    // One of the same second, whose name the next one gets.
    const again = name.replace(
      /\d{8}T\d{6}Z/,
      clock
        .now()
        .toISOString()
        .replace(/[-:]|\.\d+/g, ''),
    )
    const interrupted = [whole, again].map((one) => ({ startedAt: clock.now(), name: one, place: folder }))
    await db.insertInto('backups').values(interrupted).execute()
    expect(await backUp()).toBe('made')
    expect(await files()).toContain(again)
    for (const file of [left, whole]) expect(await files()).not.toContain(file)
    const [, ...rest] = (await attempts()).slice(-3)
    expect(rest).toMatchObject([{ error: expect.stringContaining('interrompida') }, { error: null }])
  })
})

// proves 19.21
it('a backup removes no other that was moved to its folder, or is newer than the database', async () => {
  const { parts, backUp, files, clock, folder, db } = await installation()
  expect(await backUp()).toBe('made')
  const [first = ''] = await files()

  const BACKUP_DIR = `${folder}-novas`
  await rename(folder, BACKUP_DIR)
  const there = { config: { ...parts.config, BACKUP_DIR } }
  clock.advance(hours(24))
  expect(await backUp(there)).toBe('made')
  const before = await readdir(BACKUP_DIR)
  expect(before).toContain(first)

  // As after a recovery to an earlier moment, whose database has not heard of the night's archive.
  await db.deleteFrom('backups').execute()
  clock.advance(hours(1))
  expect(await backUp(there)).toBe('made')
  expect(await readdir(BACKUP_DIR)).toEqual(expect.arrayContaining(before))
})

// proves 19.23
it('a backup of a clock that was years ahead keeps nobody from the next one, and reassures nobody', async () => {
  const { backUp, check, clock, attempts } = await installation()
  clock.advance(hours(24 * 700))
  expect(await backUp()).toBe('made')
  clock.advance(hours(24 * -700))
  expect(await check()).toMatchObject({ state: 'problem', summary: expect.stringMatching(/^Há mais de 26 horas/) })
  expect(await backUp()).toBe('made')
  expect(await backUp()).toBe('notDue')
  expect(await check()).toMatchObject({ state: 'ok', summary: expect.stringContaining('20/11/2026') })
  expect(await attempts()).toHaveLength(2)
})

// proves 19.23
it('a backup says in its name how many attachments it lacks, and pushes out none that has them', async () => {
  const { backUp, check, files, clock, db, admin } = await installation()
  const { items } = await buildProtocol(db, { createdAt: start })
  const itemId = items[0]?.id ?? 0
  expect(await backUp()).toBe('made')
  clock.advance(hours(24))
  const whole = await files()
  const key = newStorageKey(await installationOf(db), clock.now())
  const file = { fileName: 'nota.pdf', contentType: 'application/pdf', sizeBytes: 5, sha256: randomBytes(32) }
  const row = { ...file, itemId, storageKey: key, uploadedBy: admin.id }
  await db.insertInto('attachments').values(row).execute()

  for (let day = 0; day < 3; day += 1) {
    expect(await backUp()).toBe('made')
    clock.advance(hours(24))
  }
  const all = await files()
  expect(all).toEqual(expect.arrayContaining(whole))
  const lacking = all.filter((name) => name.endsWith('-faltam-1-anexos.tar.gz'))
  expect([all.length, lacking.length]).toEqual([3, 2])
  expect(await check()).toMatchObject({
    state: 'problem',
    summary: expect.stringContaining('Nela falta 1 anexo, perdido ou danificado no armazenamento.'),
    advice: expect.stringContaining('npm run verify -- --files'),
  })
})

describe('the process of a backup', () => {
  // proves 19.20
  it('makes it beside the server, and ends with it', { timeout: 600_000 }, async () => {
    const { parts, attempts, files } = await installation()
    const runner = backupRunner(parts)
    const running = runner.run()
    await expect.poll(attempts, { timeout: 240_000 }).toHaveLength(1)
    const ended = expect(running).rejects.toThrow('interrompida')
    await runner.stop()
    await ended
    expect(await files().catch(() => [])).toEqual([])
    expect(await readdir(parts.config.DATA_DIR).catch(() => [])).not.toContain('backup-trial')
    await sqlHourAgo(parts.ownerConnectionString)
    await runner.run()
    expect((await attempts()).map(({ verifiedAt }) => verifiedAt !== null)).toEqual([false, true])
    expect(await files()).toHaveLength(1)
  })
})

describe('a backup into a bucket', () => {
  let bucket: Awaited<ReturnType<typeof bucketServer>>
  beforeAll(async () => {
    bucket = await bucketServer()
  })
  beforeEach(() => bucket.objects.clear())
  afterAll(() => bucket.close())

  // proves 19.21
  it('is read back before it counts', async () => {
    const { parts, backUp, attempts, clock, db } = await installation()
    const { S3_BUCKET: BACKUP_BUCKET, ...s3 } = bucketAt(bucket.port)
    const config = { ...parts.config, ...s3, BACKUP_DIR: undefined, BACKUP_BUCKET: `${BACKUP_BUCKET}/copias` }
    expect(await backUp({ config })).toBe('made')
    const [attempt] = await attempts()
    expect([...bucket.objects.keys()]).toEqual([`copias/${attempt?.name}`])
    expect(attempt).toMatchObject({ place: 's3://malote/copias', error: null })
    expect(await readdir(join(config.DATA_DIR, 'backup'))).toEqual([])

    clock.advance(hours(24))
    const unreadable = vi.spyOn(bucket.objects, 'get').mockReturnValue(undefined)
    const kept = vi.spyOn(bucket.objects, 'set')
    await expect(backUp({ config })).rejects.toThrow('O bucket malote não respondeu como deveria')
    unreadable.mockRestore()
    expect(kept).toHaveBeenCalledOnce()
    expect([...bucket.objects.keys()]).toEqual([`copias/${attempt?.name}`])

    // Nor removed.
    clock.advance(hours(24))
    const silent = [
      vi.spyOn(bucket.objects, 'get').mockReturnValue(undefined),
      vi.spyOn(bucket.objects, 'delete').mockReturnValue(false),
    ]
    await expect(backUp({ config })).rejects.toThrow('O bucket malote não respondeu como deveria')
    for (const one of silent) one.mockRestore()
    expect(bucket.objects.size).toBe(2)

    // Nor recorded: the database may be gone, and this may be all that there is.
    clock.advance(hours(24))
    await sql`alter table backups add constraint gone check (verified_at is null) not valid`.execute(db)
    await expect(backUp({ config })).rejects.toThrow('Erro inesperado')
    await sql`alter table backups drop constraint gone`.execute(db)
    expect(bucket.objects.size).toBe(3)

    clock.advance(hours(24))
    expect(await backUp({ config })).toBe('made')
    const verified = (await attempts()).filter(({ verifiedAt }) => verifiedAt !== null)
    expect([...bucket.objects.keys()]).toEqual(verified.map(({ name }) => `copias/${name}`))

    clock.advance(hours(24))
    await rm(join(config.DATA_DIR, 'backup'), { recursive: true })
    await bucket.close()
    await expect(backUp({ config })).rejects.toThrow('O bucket malote não respondeu como deveria')
    expect((await attempts()).at(-1)?.error).toContain('bucket malote')
    expect(await readdir(join(config.DATA_DIR, 'backup'))).toEqual([])
  })
})

/** Moves the attempts into the past, for a process with a clock of its own. */
async function sqlHourAgo(connectionString: string) {
  const { onServer } = await import('../../test/on-server.ts')
  await onServer(connectionString, "update backups set finished_at = finished_at - interval '2 hours'")
}

const settings = { BACKUP_AT: '02:00', APP_TIMEZONE: 'America/Sao_Paulo' }
/** An instant at this hour in São Paulo. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00-03:00`)
const attempt = (startedAt: Date, isVerified = true) => ({
  startedAt,
  finishedAt: new Date(startedAt.getTime() + 600_000),
  isVerified,
})

// proves 19.20
it.each([
  ['at once when there is none', undefined, at(20, '15:00'), true],
  ['not again on the same day', attempt(at(20, '02:03')), at(20, '23:59'), false],
  ['not before its hour of the next day', attempt(at(20, '02:03')), at(21, '01:59'), false],
  ['at its hour of the next day', attempt(at(20, '02:03')), at(21, '02:00'), true],
  ['as soon as the server is on again', attempt(at(20, '02:03')), at(23, '11:00'), true],
  ['at its hour although it was made late the day before', attempt(at(20, '22:00')), at(21, '02:00'), true],
  ['an hour after a failure', attempt(at(20, '02:03'), false), at(20, '03:13'), true],
  ['not every quarter of an hour after a failure', attempt(at(20, '02:03'), false), at(20, '02:30'), false],
  ['at once after an interruption', { ...attempt(at(20, '02:03'), false), finishedAt: null }, at(20, '02:05'), true],
  ['at once when the clock was set back since', attempt(at(23, '02:03')), at(20, '11:00'), true],
  ['at once when it failed before the clock was set back', attempt(at(23, '02:03'), false), at(20, '11:00'), true],
  ['not when the clock was corrected by minutes', attempt(at(20, '02:03')), at(20, '01:58'), false],
])('a backup is due %s', (_when, last, now, due) => {
  expect(isBackupDue(last, now, settings)).toBe(due)
})
