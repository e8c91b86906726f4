import { type ChildProcess, spawn } from 'node:child_process'
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { databaseAccount } from './account.ts'
import { postgresFolder } from './binaries.ts'
import { addressesOf, type Cluster, dataDirectoryFor, openCluster, postgresEnvironment } from './cluster.ts'
import { takeHold } from './hold.ts'

/** The parts of `postmaster.pid` that we use. */
export interface Postmaster {
  pid: number
  socketFolder: string
  ready: boolean
}

const maxLogBytes = 10 * 1024 * 1024

/** The postmaster that the lock file names. It may have exited since, and its pid may now belong to another process. */
export function recordedPostmaster({ folder }: Cluster): Postmaster | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    // Lines: pid, data directory, start time, port, socket folder, address, shared memory, status.
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Whether the recorded process is alive and has this cluster's folder as its working directory, as a postmaster does.
 * The pid alone proves nothing: after a restart of the machine or container, another process may have it. Without
 * /proc, any living process with that pid counts as the postmaster.
 */
export function livesInCluster({ pid }: Postmaster, { folder }: Cluster): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return theirs.dev === ours.dev && theirs.ino === ours.ino
  } catch {
    return false // it has ended, or belongs to another user and cannot be inspected
  }
}

/** Whether a postmaster of this cluster has its socket in this folder. */
export function isListening(cluster: Cluster, socketFolder: string): boolean {
  const recorded = recordedPostmaster(cluster)
  return recorded?.socketFolder === socketFolder && livesInCluster(recorded, cluster)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Also true for a zombie: it still has a pid, but no working directory. */
function hasEnded(pid: number): boolean {
  if (!isAlive(pid)) return true
  if (process.platform !== 'linux') return false
  try {
    readlinkSync(`/proc/${pid}/cwd`)
    return false
  } catch (error) {
    // A process that ends just now denies access, like another user's.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' || !isAlive(pid)
  }
}

/** A Unix socket path has at most 107 bytes; our folder and the socket's file name take 34 of them. */
const longestParent = 70

/**
 * A private folder for the Unix socket, below the temporary folder. Below /tmp if that folder is missing or read-only,
 * its path is too long for a socket, or PostgreSQL's account cannot enter it.
 */
export function makeSocketFolder({ account }: Cluster): string {
  const isUsable = (parent: string) =>
    Buffer.byteLength(parent) <= longestParent && isWritable(parent) && (account === undefined || isOpenToAll(parent))
  const folder = mkdtempSync(join(isUsable(tmpdir()) ? tmpdir() : '/tmp', 'malote-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & constants.S_IXOTH) !== 0 && (folder === '/' || isOpenToAll(dirname(folder)))

/**
 * Removes the folder of a socket that is no longer used. Ignores paths that we did not create, because the path comes
 * from a lock file.
 */
export function removeSocketFolder(folder: string) {
  const isOurs = /^malote-\w{6}$/.test(basename(folder)) && [tmpdir(), '/tmp'].includes(dirname(folder))
  if (isOurs) rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts PostgreSQL in its own process group, so that Ctrl+C in the terminal reaches only us and we shut it down in
 * order.
 */
export function spawnPostmaster(cluster: Cluster, socketFolder: string): ChildProcess {
  removeDeadSocket(cluster, socketFolder)
  forgetForeignLock(cluster)
  const log = openLog(cluster)
  // meets V1.2.5
  const child = spawn(join(cluster.postgres, 'bin', 'postgres'), postgresArguments(cluster, socketFolder), {
    ...cluster.account,
    cwd: cluster.folder,
    detached: true,
    env: postgresEnvironment,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {}) // reported through the exit code, like any other failure to start
  child.unref()
  return child
}

// Removes the socket folder that a killed postmaster left behind. If the recorded process is alive, it may serve
// another folder of which ours is a copy.
function removeDeadSocket(cluster: Cluster, present: string) {
  const recorded = recordedPostmaster(cluster)
  if (recorded === undefined || !hasEnded(recorded.pid) || recorded.socketFolder === present) return
  removeSocketFolder(recorded.socketFolder)
}

// PostgreSQL does not start while the pid in a stale lock file is that of any living process of its user.
// `livesInCluster` has shown that it is not a postmaster of this folder.
function forgetForeignLock(cluster: Cluster) {
  const recorded = recordedPostmaster(cluster)
  if (recorded === undefined || process.platform !== 'linux' || livesInCluster(recorded, cluster)) return
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true })
}

/**
 * For test databases: no durability, no autovacuum in a database that is being dropped, connections for the pools of all
 * workers' apps, and time for locks, because a busy machine may stop their holders for seconds.
 */
const passing = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '500',
  scram_iterations: '1', // thousands of sessions
  lock_timeout: '60s',
  deadlock_timeout: '5s', // longer than the waits that tests expect to be given up
}

function postgresArguments(cluster: Cluster, socketFolder: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    // Nothing follows the log of this cluster: rows of a restore and new indexes are written once, not into the log as well.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Requests are short, so that compiling their plans (JIT) costs more than it saves. SSDs read random pages cheaply.
    jit: 'off',
    random_page_cost: '1.1',
    // meets V16.2.2
    log_timezone: 'UTC',
    ...(cluster.durable ? {} : passing),
  }
  return [
    '-D',
    dataDirectoryFor(cluster),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

// O_NOFOLLOW: root must not follow a link out of a folder that a service account can write.
function openLog({ logFile: file, account }: Cluster): number {
  const isLarge = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_TRUNC } = constants
  const log = openSync(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | (isLarge ? O_TRUNC : 0), 0o600)
  // The account must be able to open it again once root has been given up.
  if (account !== undefined && process.getuid?.() === 0) fchownSync(log, account.uid, account.gid)
  return log
}

/**
 * Owner's connection string of the database of `dataDir` (absolute) while another process owns it. It stops working when that
 * process ends.
 *
 * @returns undefined when no process owns the database
 */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'database')
  const account = databaseAccount(folder)
  const cluster = openCluster(folder, { account, postgres: postgresFolder(account), durable: true })
  const recorded = recordedPostmaster(cluster)
  if (recorded === undefined || !livesInCluster(recorded, cluster)) return undefined

  const hold = await takeHold(cluster, recorded.socketFolder)
  if (hold.kind === 'mine') await hold.session.end()
  return hold.kind === 'taken' ? addressesOf(cluster, recorded.socketFolder).ownerConnectionString : undefined
}
