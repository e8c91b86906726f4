import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import type { Account } from './account.ts'

/** A PostgreSQL data directory and what is needed to run it. */
export interface Cluster {
  /** PostgreSQL's data directory, absolute. */
  folder: string
  logFile: string
  secrets: Secrets
  /** Folder with `bin/postgres`. */
  postgres: string
  account: Account | undefined
  /** `false` trades durability for speed; for tests only. */
  durable: boolean
}

/**
 * The data directory as PostgreSQL receives it; the folder is also its working directory. A service account may be
 * unable to traverse the path (root's home is closed to it), but every process can access its own working directory.
 */
export const dataDirectoryFor = ({ account, folder }: Pick<Cluster, 'account' | 'folder'>) =>
  account === undefined ? folder : '/proc/self/cwd'

/** Owns the database: migrates, backs up and restores. */
export const ownerRole = 'malote'

/** The role of the server: it reads and writes data, and changes neither tables nor the history. */
export const serverRole = 'malote_server'

/** Connection strings of the server's role and of the owner. */
export function addressesOf({ secrets }: Pick<Cluster, 'secrets'>, socketFolder: string) {
  const addressOf = (role: string, password: string) =>
    `postgresql://${role}:${password}@${encodeURIComponent(socketFolder)}/malote`
  return {
    connectionString: addressOf(serverRole, secrets.server),
    ownerConnectionString: addressOf(ownerRole, secrets.owner),
  }
}

/** PostgreSQL must not inherit the locale, port or options of the parent process. */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Opens the cluster in `databaseFolder`, creating it if missing. */
export function openCluster(
  databaseFolder: string,
  options: Pick<Cluster, 'postgres' | 'account' | 'durable'>,
): Cluster {
  if (!existsSync(databaseFolder)) create(databaseFolder, options)
  return {
    ...options,
    folder: join(databaseFolder, 'cluster'),
    logFile: join(databaseFolder, 'postgresql.log'),
    secrets: secretsIn(databaseFolder, options.account),
  }
}

// Creates the cluster in a temporary folder and renames it, so that an interrupted creation leaves no incomplete
// database.
function create(databaseFolder: string, options: Pick<Cluster, 'postgres' | 'account' | 'durable'>) {
  const unfinished = mkdtempSync(`${databaseFolder}-`)
  try {
    secretsIn(unfinished, options.account)
    const folder = join(unfinished, 'cluster')
    mkdirSync(folder)
    for (const path of [unfinished, folder]) give(path, options.account)
    chmodSync(folder, 0o700)
    initialise(folder, options)
    renameSync(unfinished, databaseFolder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process that started at the same moment created it first; its cluster is equivalent to ours.
    if (!existsSync(databaseFolder)) throw error
  }
}

function initialise(folder: string, { postgres, account, durable }: Pick<Cluster, 'postgres' | 'account' | 'durable'>) {
  const initdb = spawnSync(
    join(postgres, 'bin', 'initdb'),
    [
      `--pgdata=${dataDirectoryFor({ account, folder })}`,
      '--username=postgres',
      `--pwfile=../${superuserFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=pt-BR',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: folder, env: postgresEnvironment, encoding: 'utf8' },
  )
  if (initdb.status === 0) return
  throw new StartupError(
    `O banco de dados não pôde ser criado em ${folder}: ${initdb.stderr?.trim().split('\n').at(-1)}`,
  )
}

/** The passwords of the three roles, each in a file of mode 600 in the database's folder. */
interface Secrets {
  superuser: string
  owner: string
  server: string
}

const superuserFile = 'superuser-password'

/** Reads the secrets, and makes those that are missing: older databases have only the owner's. */
const secretsIn = (databaseFolder: string, account: Account | undefined): Secrets => ({
  superuser: secretIn(join(databaseFolder, superuserFile), account),
  owner: secretIn(join(databaseFolder, 'password'), account),
  server: secretIn(join(databaseFolder, 'server-password'), account),
})

function secretIn(file: string, account: Account | undefined): string {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) make(file, account)
  return readFileSync(file, 'utf8').trim()
}

// A link to a complete file: of two processes at once, the second one finds and reads the first one's.
function make(file: string, account: Account | undefined) {
  const unfinished = `${file}-${randomBytes(6).toString('hex')}`
  // meets V13.3.2
  writeFileSync(unfinished, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    give(unfinished, account)
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}

/** Makes the account of PostgreSQL the owner of a file, when we are root. */
function give(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}
