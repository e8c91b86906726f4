// Point-in-time recovery with pgBackRest: a full backup, an hour's work in short, a mistake that deletes everything, and
// the moment before it again. Needs root and Debian's postgresql-15 and pgbackrest; takes about two minutes.
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { chainWholeHistory } from '../server/src/platform/db/chain/chain-history.ts'
import { verifyChain } from '../server/src/platform/db/chain/verify-chain.ts'
import { withPatientDatabase } from '../server/src/platform/db/connect.ts'
import { accountNamed } from '../server/src/platform/db/embedded/account.ts'
import { openOrganisation, ordinaryDay } from './lib/organisation.ts'
import { startInstance } from './lib/servers.ts'
import { withUndo } from './lib/steps.ts'

const postgres = '/usr/lib/postgresql/15/bin'
const protocols = 2_000
const seconds = 15

export async function run() {
  const account = accountNamed('postgres')
  if (!existsSync(`${postgres}/initdb`) || !existsSync('/usr/bin/pgbackrest') || process.getuid?.() !== 0 || !account) {
    throw new Error('this drill needs root and: apt-get install postgresql-15 pgbackrest')
  }
  await withUndo(async (undo) => {
    const folder = mkdtempSync(join(tmpdir(), 'malote-pitr-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    chownSync(folder, account.uid, account.gid)
    const as = (command: string, ...args: string[]) =>
      execFileSync(command, args, { ...account, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
    const [data, config] = [join(folder, 'data'), join(folder, 'pgbackrest.conf')]
    for (const name of ['repository', 'log', 'lock']) {
      mkdirSync(join(folder, name))
      chownSync(join(folder, name), account.uid, account.gid)
    }
    writeFileSync(config, settingsOf(folder, data))
    const backrest = (...args: string[]) => as('pgbackrest', `--config=${config}`, '--stanza=malote', ...args)
    as(`${postgres}/initdb`, '-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8')
    const archive = `archive_command = 'pgbackrest --config=${config} --stanza=malote archive-push %p'`
    writeFileSync(join(data, 'postgresql.auto.conf'), `archive_mode = on\n${archive}\narchive_timeout = 60\n`)
    const control = (...args: string[]) =>
      as(`${postgres}/pg_ctl`, '-D', data, '-l', join(folder, 'log', 'postgresql.log'), '-w', ...args)
    const start = () => control('start', '-o', `-k ${folder} -c listen_addresses=''`)
    start()
    undo(() => control('stop', '-m', 'immediate'))

    const addressOf = (role: string, database: string) =>
      `postgresql://${role}@${encodeURIComponent(folder)}/${database}`
    const ask = async (connectionString: string, text: string) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client.query(text).finally(() => client.end())
    }
    const admin = addressOf('postgres', 'postgres')
    await ask(admin, 'create role malote login; create role malote_server login; grant malote_server to malote')
    await ask(admin, 'create database malote owner malote')
    const [owner, server] = [addressOf('malote', 'malote'), addressOf('malote_server', 'malote')]
    const organisation = await openOrganisation(owner, protocols)
    let isOpen = true
    const closeOrganisation = async () => {
      if (isOpen) await organisation.close()
      isOpen = false
    }
    undo(closeOrganisation)

    backrest('stanza-create')
    const full = timed(() => backrest('backup', '--type=full'))
    console.log(`full backup of ${protocols} protocols: ${full} s`)

    const instance = await startInstance({ DATABASE_URL: server, DATABASE_OWNER_URL: owner })
    undo(instance.stop)
    const day = await ordinaryDay(organisation, { urls: [instance.url], clients: 4, seconds })
    await instance.stop()
    await withPatientDatabase(owner, chainWholeHistory)
    console.log(
      `work after the backup: ${day.created.length} protocols in ${seconds} s, ${day.failures.length} failed calls`,
    )

    await wait(1_100)
    const [{ moment }] = (await ask(owner, 'select clock_timestamp()::text as moment')).rows as [{ moment: string }]
    await wait(1_100)
    await closeOrganisation()
    // Only a superuser can: the triggers refuse it to everybody else, the owner included.
    const mistake = 'set session_replication_role = replica; truncate protocols, history_chain cascade'
    await ask(addressOf('postgres', 'malote'), mistake)
    await ask(admin, 'select pg_switch_wal()')
    console.log(`the mistake, after ${moment}: every protocol is deleted`)

    const begun = performance.now()
    control('stop', '-m', 'fast')
    backrest('restore', '--delta', '--type=time', `--target=${moment}`, '--target-action=promote')
    start()
    await promoted(() => ask(admin, 'select pg_is_in_recovery() as recovers'))
    console.log(`back at the moment before: ${((performance.now() - begun) / 1000).toFixed(1)} s`)

    const { rows } = await ask(
      owner,
      `select count(*)::int as n from protocols where id = any('{${day.created.join()}}')`,
    )
    const { broken, links } = await withPatientDatabase(owner, verifyChain)
    // proves 19.28
    console.log(`${rows[0].n} of ${day.created.length} confirmed protocols exist; ${links} links of the history fit`)
    await withPatientDatabase(owner, async (db) => {
      const { findBrokenInvariants } = await import('../server/src/platform/db/invariants.ts')
      broken.push(...(await findBrokenInvariants(db)))
    })
    for (const sentence of broken) console.error(sentence)
    if (broken.length > 0 || rows[0].n !== day.created.length) process.exitCode = 1
  })
}

const settingsOf = (folder: string, data: string) => `[global]
repo1-path=${folder}/repository
repo1-retention-full=2
log-path=${folder}/log
lock-path=${folder}/lock
log-level-console=warn
start-fast=y
compress-type=gz
process-max=2

[malote]
pg1-path=${data}
pg1-socket-path=${folder}
pg1-user=postgres
`

function timed(work: () => unknown): string {
  const start = performance.now()
  work()
  return ((performance.now() - start) / 1000).toFixed(1)
}

async function promoted(ask: () => Promise<{ rows: { recovers: boolean }[] }>) {
  for (let waited = 0; waited < 120_000; waited += 250) {
    const recovers = await ask().then(
      ({ rows }) => rows[0]?.recovers !== false,
      () => true,
    )
    if (!recovers) return
    await wait(250)
  }
  throw new Error('PostgreSQL did not end its recovery')
}
