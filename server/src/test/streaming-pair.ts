import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount } from '../platform/db/embedded/account.ts'
import { postgresFolder } from '../platform/db/embedded/binaries.ts'
import { postgresEnvironment } from '../platform/db/embedded/cluster.ts'

/** Two real PostgreSQL servers; the second follows the first by streaming replication. */
export interface StreamingPair {
  /** Connection strings of a superuser. */
  primary: string
  replica: string
  /** Stops what the replica shows, or lets it follow again. */
  pauseReplay: (isPaused: boolean) => Promise<void>
  /** Ends the replica by SIGKILL, or starts it again. */
  killReplica: () => Promise<void>
  restartReplica: () => Promise<void>
  /** Makes the replica a server of its own. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

/** @param prepare fills the primary before the replica is copied from it */
export async function streamingPair(prepare: (connectionString: string) => Promise<void>): Promise<StreamingPair> {
  const folder = mkdtempSync(join(tmpdir(), 'malote-pair-'))
  const account = databaseAccount(folder)
  const bin = join(postgresFolder(account), 'bin')
  const own = (path: string) => account && chownSync(path, account.uid, account.gid)
  own(folder)
  const sockets = (name: string) => `${folder}/${name}-socket`
  const addressOf = (name: string) => `postgresql://postgres:none@${encodeURIComponent(sockets(name))}/postgres`
  const started: ChildProcess[] = []

  async function start(name: string) {
    execFileSync('mkdir', ['-p', '-m', '700', sockets(name)], { ...account })
    const settings = {
      ...{ listen_addresses: '', unix_socket_directories: sockets(name), unix_socket_permissions: '0700' },
      ...{ shared_buffers: '64MB', fsync: 'off', autovacuum: 'off', wal_receiver_status_interval: '1s' },
    }
    const launch = () =>
      spawn(
        join(bin, 'postgres'),
        ['-D', join(folder, name), ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
        { ...account, cwd: folder, env: postgresEnvironment, stdio: 'ignore' },
      )
    let child = launch()
    started.push(child)
    for (let attempt = 0; attempt < 2_400; attempt += 1) {
      // After a crash, orphaned backends take a moment to exit.
      if (child.exitCode !== null) {
        child = launch()
        started.push(child)
      }
      const client = new pg.Client({ connectionString: addressOf(name) })
      const isReady = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      if (isReady) return child
      await wait(50)
    }
    throw new Error(`the ${name} does not start`)
  }
  async function end(child: ChildProcess, signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  async function onReplica(statement: string) {
    const client = new pg.Client({ connectionString: addressOf('replica') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  // SIGQUIT: at once, without a checkpoint.
  const stop = async () => {
    for (const child of started.reverse()) await end(child, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }

  let replica: ChildProcess | undefined
  try {
    const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C']
    const icu = ['--locale-provider=icu', '--icu-locale=pt-BR']
    execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'primary'), ...options, ...icu], {
      ...account,
      cwd: folder,
      env: postgresEnvironment,
      stdio: 'pipe',
    })
    const first = await start('primary')
    await prepare(addressOf('primary'))
    await end(first, 'SIGINT')
    execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, 'replica')])
    writeFileSync(join(folder, 'replica', 'standby.signal'), '')
    own(join(folder, 'replica', 'standby.signal'))
    const origin = `host=${sockets('primary')} user=postgres`
    appendFileSync(join(folder, 'replica', 'postgresql.auto.conf'), `primary_conninfo = '${origin}'\n`)
    await start('primary')
    replica = await start('replica')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    primary: addressOf('primary'),
    replica: addressOf('replica'),
    pauseReplay: (isPaused) => onReplica(isPaused ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()'),
    async killReplica() {
      if (replica) await end(replica, 'SIGKILL')
    },
    async restartReplica() {
      replica = await start('replica')
    },
    promote: () => onReplica('select pg_promote()'),
    stop,
  }
}
