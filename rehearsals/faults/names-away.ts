import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foundOrganisation } from '../../e2e/support/organisation.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import { bucketAt, bucketServer } from '../../server/src/test/bucket-server.ts'
import { databaseProxy, faultProxy } from '../../server/src/test/fault-proxy.ts'
import { type FaultRow, openMailbox } from '../lib/outcome.ts'
import { supervise } from '../lib/servers.ts'
import { expectThat, withUndo } from '../lib/steps.ts'
import { call, createOne, createWithFile, creationsOf, until } from '../lib/writers.ts'

const names = ['banco', 'correio', 'anexos'].map((name) => `${name}.ensaio.test`)
const present = `127.0.0.1 localhost ${names.join(' ')}\n`
const absent = '127.0.0.1 localhost\n'

/** `refused`: the name server's port is closed. `silent`: it never answers, so that each look-up takes long. */
type Manner = 'refused' | 'silent'
const nameServer: Record<Manner, string> = {
  refused: 'nameserver 127.0.0.1\n',
  silent: 'nameserver 192.0.2.1\n',
}

/** The names of database, mail server and bucket cannot be resolved, and their connections break at the same moment. */
export const namesAway = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
    if (spawnSync('unshare', ['--mount', 'true']).status !== 0)
      throw new Error('this needs root, for `unshare --mount`')
    const folder = mkdtempSync(join(tmpdir(), 'malote-names-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    const [hosts, resolver] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
    writeFileSync(hosts, present)
    writeFileSync(resolver, nameServer.refused)
    const database = await startEmbeddedDatabase({ dataDir: folder, log: console.error, onLost: console.error })
    undo(database.stop)
    const [mailbox, bucket] = [await openMailbox(), await bucketServer()]
    undo(mailbox.close)
    undo(bucket.close)
    const proxies = {
      server: await databaseProxy(database.connectionString),
      owner: await databaseProxy(database.ownerConnectionString),
      mail: await faultProxy({ host: '127.0.0.1', port: Number(new URL(mailbox.url).port) }),
      bucket: await faultProxy({ host: '127.0.0.1', port: bucket.port }),
    }
    for (const { close } of Object.values(proxies)) undo(close)
    const [databaseName = '', mailName = '', bucketName = ''] = names
    const named = (address: string, name: string) => address.replace('127.0.0.1', name)
    const server = await supervise(
      {
        DATABASE_URL: `${named(proxies.server.connectionString, databaseName)}?sslmode=disable`,
        DATABASE_OWNER_URL: `${named(proxies.owner.connectionString, databaseName)}?sslmode=disable`,
        DATA_DIR: join(folder, 'files'),
        SMTP_URL: `smtp://${mailName}:${proxies.mail.port}?ignoreTLS=true`,
        ...bucketAt(proxies.bucket.port),
        S3_ENDPOINT: `http://${bucketName}:${proxies.bucket.port}`,
        S3_TLS: 'off',
      },
      {
        within: [
          ...['unshare', '--mount', 'sh', '-c'],
          'mount --make-rprivate / && mount --bind "$0" /etc/hosts && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"',
          ...[hosts, resolver],
        ],
      },
    )
    undo(server.stop)
    const { sender } = await foundOrganisation(server.url)
    const create = await creationsOf(server.url, sender)
    const acknowledged: unknown[] = []
    const met = new Map<string, number>()
    const note = (what: string, status: number) => met.set(`${what} ${status}`, (met.get(`${what} ${status}`) ?? 0) + 1)
    const healed: number[] = []
    const upload = () => createWithFile(server.url, sender, create(), `Remessa ${Math.random()}\n`)
    expectThat((await upload()).status === 201, 'a file is stored while all names are known')

    for (const manner of ['refused', 'silent'] as const) {
      // First the bucket and the mail server only: everything else goes on.
      writeFileSync(resolver, nameServer[manner])
      writeFileSync(hosts, `127.0.0.1 localhost ${databaseName}\n`)
      for (const proxy of [proxies.bucket, proxies.mail]) proxy.goAway()
      for (const proxy of [proxies.bucket, proxies.mail]) proxy.heal()
      const slowest = { create: 0, read: 0 }
      const timed = async (what: keyof typeof slowest, work: () => Promise<{ status: number; json: unknown }>) => {
        const start = performance.now()
        const reply = await work()
        slowest[what] = Math.max(slowest[what], performance.now() - start)
        note(`${what} without bucket and mail`, reply.status)
        if (reply.status === 201) acknowledged.push((reply.json as { protocol_id: number }).protocol_id)
      }
      const begun = performance.now()
      const uploads = Promise.all([upload(), upload(), upload(), upload(), upload(), upload()])
      for (let turn = 0; turn < 20; turn += 1) {
        await timed('create', () => createOne(server.url, sender, create()))
        await timed('read', () => call(server.url, sender, '/api/protocols'))
        await wait(50)
      }
      for (const { status } of await uploads) note('file', status)
      console.log(`${manner}: six files answered after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      console.log(
        `${manner}, bucket and mail server: slowest creation ${Math.round(slowest.create)} ms, read ${Math.round(slowest.read)} ms`,
      )
      // Then the database as well.
      writeFileSync(hosts, absent)
      for (const proxy of Object.values(proxies)) proxy.goAway()
      for (const proxy of Object.values(proxies)) proxy.heal()
      const pause = performance.now() + 12_000
      while (performance.now() < pause) {
        note('create without database', (await createOne(server.url, sender, create())).status)
        note('healthz', (await fetch(`${server.url}/healthz`).catch(() => ({ status: 599 }))).status)
        await wait(500)
      }
      writeFileSync(hosts, present)
      healed.push(await until(201, 60, () => createOne(server.url, sender, create())))
      healed.push(await until(201, 60, upload))
      console.log(`${manner}: ${healed.map((seconds) => `${seconds.toFixed(1)} s`).join(', ')} until all works again`)
    }
    const times = [...met].map(([what, often]) => `${often} × ${what}`).join(', ')
    console.log(`names: ${times}; ${server.ends()} ends`)
    const bad = [...met.keys()].filter((what) => !/(200|201|503)$/.test(what))
    // proves 19.40
    expectThat(bad.length === 0, `every refusal was a 503 ${bad.join()}`)
    expectThat(server.ends() === 0, 'the server does not end')
    for (const id of acknowledged) {
      const { status } = await call(server.url, sender, `/api/protocols/${id}`)
      if (status !== 200) throw new Error(`protocol ${id}: ${status}`)
    }
    return {
      fault: 'names of database, mail server and bucket cannot be resolved',
      seen: times,
      lost: `0 of ${acknowledged.length}`,
      heals: `within ${Math.max(...healed).toFixed(1)} s, by itself`,
    }
  })
