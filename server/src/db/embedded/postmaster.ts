import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

/** A private folder for the Unix socket. Below /tmp: a socket's path has 107 bytes at most, a data folder's may have more. */
export function makeSocketFolder({ account }: Cluster): string {
  const folder = mkdtempSync('/tmp/malote-')
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

/** Removes the folder of a socket that is no longer used; a lock file that names anything else is not believed. */
export function removeSocketFolder(folder: string) {
  if (/^\/tmp\/malote-\w{6}$/.test(folder)) rmSync(folder, { recursive: true, force: true })
}

/** Starts PostgreSQL in a process group of its own, so that Ctrl+C in the terminal reaches us alone and we stop it in order. */
export function spawnPostmaster(cluster: Cluster, socketFolder: string): ChildProcess {
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
