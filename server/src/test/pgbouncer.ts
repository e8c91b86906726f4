import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { accountNamed } from '../platform/db/embedded/account.ts'
import { freePort } from './free-port.ts'

/** Debian keeps it where only root's PATH looks. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Whether PgBouncer is installed here. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version'], { env }).status === 0

/** A running PgBouncer in transaction mode. */
export interface PgBouncer {
  /** The given connection string, led through the pooler. */
  through: (connectionString: string) => string
  /** A row per pool: `cl_active`, `cl_waiting`, `sv_active` and so on. */
  pools: () => Promise<Record<string, string>[]>
  stop: () => Promise<void>
}

/**
 * Starts PgBouncer in front of the databases and roles of these connection strings, which are on one server.
 *
 * @param settings of its section `pgbouncer`
 */
export async function pgBouncer(
  connectionStrings: readonly string[],
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> {
  const clients = connectionStrings.map((connectionString) => new pg.Client({ connectionString }))
  const [{ host, port: serverPort }] = clients as [pg.Client]
  const folder = mkdtempSync(join(tmpdir(), 'malote-pgbouncer-'))
  const port = await freePort()
  const all = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', admin_users: 'overseer' },
    ...{ pool_mode: 'transaction', auth_type: 'plain', auth_file: join(folder, 'users.txt') },
    ...settings,
  }
  const ini = [
    ...['[databases]', `* = host=${host} port=${serverPort}`, '[pgbouncer]'],
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ]
  const users = new Map(clients.map(({ user, password }) => [user, String(password ?? '')]))
  users.set('overseer', 'overseer')
  writeFileSync(join(folder, 'pgbouncer.ini'), `${ini.join('\n')}\n`)
  writeFileSync(join(folder, 'users.txt'), [...users].map(([user, password]) => `"${user}" "${password}"\n`).join(''))
  const account = accountOfServer(host)
  chmodSync(folder, 0o755)
  if (account) for (const path of [folder, all.auth_file]) chownSync(path, account.uid, account.gid)
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    ...account,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilListening(child, port)
  const addressOf = (login: string, database: string) => `postgresql://${login}@127.0.0.1:${port}/${database}`
  return {
    through(connectionString) {
      const { user, password, database } = new pg.Client({ connectionString })
      return addressOf(`${user}:${encodeURIComponent(String(password ?? ''))}`, database ?? '')
    },
    async pools() {
      const admin = new pg.Client({ connectionString: addressOf('overseer:overseer', 'pgbouncer') })
      await admin.connect()
      try {
        return (await admin.query('show pools')).rows
      } finally {
        await admin.end()
      }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses root, and must be able to enter the folder of the server's socket. */
function accountOfServer(host: string) {
  if (process.getuid?.() !== 0) return undefined
  if (!host.startsWith('/')) return accountNamed('nobody')
  const { uid, gid } = statSync(host)
  return uid === 0 ? accountNamed('nobody') : { uid, gid }
}

async function untilListening(child: ChildProcess, port: number) {
  let problem: unknown
  child.once('error', (error) => {
    problem = error
  })
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    if (problem !== undefined || child.exitCode !== null) break
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      wait(1_000, false),
    ])
    socket.destroy()
    if (isOpen) return
    await wait(25)
  }
  child.kill()
  throw new Error('PgBouncer does not start', { cause: problem })
}
