import { join } from 'node:path'
import { databaseAccount } from './account.ts'
import { postgresFolder } from './binaries.ts'
import { addressesOf, openCluster } from './cluster.ts'
import { takeHold } from './hold.ts'
import { livesInCluster, recordedPostmaster } from './postmaster.ts'

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
