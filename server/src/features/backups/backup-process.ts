// The process that makes a backup, started by `run-backups.ts`: verifying a million protocols takes minutes of CPU, which
// the server's event loop does not have.
import type { Config } from '../../platform/settings/config.ts'
import { makeBackup } from './make-backup.ts'

/** What the server sends first; not in the arguments, because these are visible to other accounts. */
export interface BackupOrder {
  ownerConnectionString: string
  config: Config
}

const stop = new AbortController()
// The server ended, orderly or not.
process.once('disconnect', () => stop.abort())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

process.once('message', async (order: BackupOrder) => {
  try {
    await makeBackup({ ...order, now: () => new Date(), signal: stop.signal })
  } catch (error) {
    process.send?.({ message: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  if (process.connected) process.disconnect()
})
