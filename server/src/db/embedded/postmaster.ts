import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Cluster, dataDirectoryFor, postgresEnvironment } from './cluster.ts'

/** What PostgreSQL writes into `postmaster.pid` about itself. */
export interface Postmaster {
  pid: number
  socketFolder: string
  ready: boolean
}

const maxLogBytes = 10 * 1024 * 1024

/** The postmaster that the cluster's lock file names; whether it lives, and is the one it was, is another question. */
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
 * Whether the recorded process lives and stands in this cluster's folder, as a postmaster does. A process number alone proves nothing:
 * after a restart of the machine or container it may be anybody's. Without /proc a living process is taken for the postmaster.
 */
export function livesInCluster({ pid }: Postmaster, { folder }: Cluster): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return theirs.dev === ours.dev && theirs.ino === ours.ino
  } catch {
    return false // it has ended, or belongs to a user whose processes we may not look into
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Also when nobody has taken note of its end yet: a process like that is still there, but stands nowhere. */
function hasEnded(pid: number): boolean {
  if (!isAlive(pid)) return true
  if (process.platform !== 'linux') return false
  try {
    readlinkSync(`/proc/${pid}/cwd`)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

/** The path of a socket has 107 bytes at most; that of the file in our folder takes 34 of them. */
const longestParent = 70

/**
 * A private folder for the Unix socket: below the temporary folder, or below /tmp where that path is too long for a socket or
 * where PostgreSQL's account may not go.
 */
export function makeSocketFolder({ account }: Cluster): string {
  const isUsable = (parent: string) =>
    Buffer.byteLength(parent) <= longestParent && (account === undefined || isOpenToAll(parent))
  const folder = mkdtempSync(join(isUsable(tmpdir()) ? tmpdir() : '/tmp', 'malote-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & constants.S_IXOTH) !== 0 && (folder === '/' || isOpenToAll(dirname(folder)))

/** Removes the folder of a socket that is no longer used; a lock file that names anything else is not believed. */
export function removeSocketFolder(folder: string) {
  const isOurs = /^malote-\w{6}$/.test(basename(folder)) && [tmpdir(), '/tmp'].includes(dirname(folder))
  if (isOurs) rmSync(folder, { recursive: true, force: true })
}

/** Starts PostgreSQL in a process group of its own, so that Ctrl+C in the terminal reaches us alone and we stop it in order. */
export function spawnPostmaster(cluster: Cluster, socketFolder: string): ChildProcess {
  removeDeadSocket(cluster, socketFolder)
  forgetForeignLock(cluster)
  const log = openLog(cluster.logFile)
  const child = spawn(join(cluster.postgres, 'bin', 'postgres'), postgresArguments(cluster, socketFolder), {
    ...cluster.account,
    cwd: cluster.folder,
    detached: true,
    env: postgresEnvironment,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {}) // told by the exit code, like any other reason not to start
  child.unref()
  return child
}

// Nobody else tidies up behind a postmaster that was killed. One that lives may be that of another folder, of which ours is a copy.
function removeDeadSocket(cluster: Cluster, present: string) {
  const recorded = recordedPostmaster(cluster)
  if (recorded === undefined || !hasEnded(recorded.pid) || recorded.socketFolder === present) return
  removeSocketFolder(recorded.socketFolder)
}

// PostgreSQL refuses to start while the number in a stale lock file is any living process of its user. We know it is not a postmaster here.
function forgetForeignLock(cluster: Cluster) {
  const recorded = recordedPostmaster(cluster)
  if (recorded === undefined || process.platform !== 'linux' || livesInCluster(recorded, cluster)) return
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true })
}

/** For databases that are thrown away: nothing is kept, and no autovacuum works in one that is being dropped. */
const passing = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

function postgresArguments(cluster: Cluster, socketFolder: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    // Requests are short: compiling their plans costs more than it gives, and disks without heads do not mind random reads.
    jit: 'off',
    random_page_cost: '1.1',
    log_timezone: 'UTC',
    ...(cluster.durable ? {} : passing),
  }
  return [
    '-D',
    dataDirectoryFor(cluster),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

// Root never follows a link out of a folder that a service account can write.
function openLog(file: string): number {
  const isLarge = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_TRUNC } = constants
  return openSync(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | (isLarge ? O_TRUNC : 0), 0o600)
}
