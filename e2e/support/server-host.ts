// A process that runs servers of the product on prepared databases, as `prepared-server.ts` asks for them. Loading and
// warming up the program is most of a start, and a worker starts a dozen servers.

import { type Close, collectClosers } from '../../server/src/app/graceful-close.ts'
import { serve } from '../../server/src/app/serve.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'
import { readConfig } from '../../server/src/platform/settings/config.ts'

/** Starts a server with these settings, or stops the one that `stop` names. */
export type Order = { id: number } & ({ start: Record<string, string> } | { stop: number })

export interface Report {
  id: number
  /** Why the order could not be carried out. */
  failure?: string
}

const servers = new Map<number, Close>()

process.on('message', (order: Order) => {
  const { id } = order
  const done = 'start' in order ? start(id, order.start) : stop(order.stop)
  done.then(
    () => process.send?.({ id } satisfies Report),
    (error) => process.send?.({ id, failure: String(error?.stack ?? error) } satisfies Report),
  )
})

async function start(id: number, settings: Record<string, string>) {
  const config = readConfig(settings)
  const { onClose, close } = collectClosers()
  servers.set(id, close)
  const database = await openDatabase(config, console.error)
  onClose('o banco de dados', database.stop)
  await serve({ config, database, onClose, longestDelayMs: 0 })
}

async function stop(id: number) {
  await servers.get(id)?.()
  servers.delete(id)
}

async function end() {
  await Promise.all([...servers.keys()].map(stop))
  process.exit(0)
}

// The worker has ended, or the whole run is interrupted.
for (const sign of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(sign, () => void end())
