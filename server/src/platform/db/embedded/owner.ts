import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../../startup-error.ts'
import type { Cluster } from './cluster.ts'
import { takeHold } from './hold.ts'
import { livesInCluster, type Postmaster, recordedPostmaster, spawnPostmaster } from './postmaster.ts'

/** A running postmaster, and the session that holds the owner lock. */
export interface OwnedCluster {
  postmaster: Postmaster
  session: pg.Client
}

// Crash recovery replays up to `max_wal_size`, which takes minutes on a slow disk.
const startTimeoutMs = 5 * 60_000
const pollMs = 20

// When two processes start at once, one finds the other's lock file. After a crash, orphaned backends take a moment to
// exit.
const attempts = 20
const pauseMs = 250

/**
 * Makes sure that the cluster runs and that this process owns it: adopts the postmaster of a killed parent, or starts
 * one.
 *
 * @throws StartupError when another process owns the cluster, or PostgreSQL does not start
 */
export async function becomeOwner(cluster: Cluster, socketFolder: () => string): Promise<OwnedCluster> {
  const end = Date.now() + startTimeoutMs
  let child: ReturnType<typeof spawnPostmaster> | undefined
  let failures = 0

  while (Date.now() < end) {
    const recorded = recordedPostmaster(cluster)
    const isRunning = recorded !== undefined && livesInCluster(recorded, cluster)
    if (isRunning && recorded.ready) {
      const hold = await takeHold(cluster, recorded.socketFolder)
      if (hold.kind === 'mine') return { postmaster: recorded, session: hold.session }
      if (hold.kind === 'taken') throw alreadyRunning(cluster)
    }
    if (child !== undefined && hasEnded(child)) {
      child = undefined
      failures += 1
      if (failures === attempts)
        throw new StartupError(`O banco de dados não pôde ser iniciado: ${lastComplaint(cluster)}`)
      await wait(pauseMs)
    } else if (child === undefined && !isRunning) {
      child = spawnPostmaster(cluster, socketFolder())
    }
    await wait(pollMs)
  }
  throw new StartupError(`O banco de dados em ${cluster.folder} está em execução, mas não responde.`)
}

const hasEnded = ({ pid, exitCode, signalCode }: ReturnType<typeof spawnPostmaster>) =>
  pid === undefined || exitCode !== null || signalCode !== null

const alreadyRunning = ({ folder }: Cluster) =>
  new StartupError(`O Malote já está em execução com a pasta de dados ${join(folder, '..', '..')}.`)

function lastComplaint({ logFile }: Cluster): string {
  const complaints = readFileSync(logFile, 'utf8').match(/(?<=FATAL: +).+/g)
  return complaints?.at(-1) ?? `consulte ${logFile}.`
}

/** Makes PostgreSQL close its sessions, flush and exit (fast shutdown), and waits until it has exited. */
export async function shutDown({ postmaster, session }: OwnedCluster, cluster: Cluster): Promise<void> {
  if (livesInCluster(postmaster, cluster)) process.kill(postmaster.pid, 'SIGINT')
  await session.end().catch(() => {})
  while (livesInCluster(postmaster, cluster)) await wait(pollMs)
}
