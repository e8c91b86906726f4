import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, startServer } from '../../scripts/bench/servers.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'

/** Starts an instance of the product as in production, with these settings and none of the caller's own. */
export async function startInstance(settings: Readonly<Record<string, string>>): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'malote-drill-'))
  const server = await startServer('server/src/app/main.ts', '/readyz', {
    ...blankSettings,
    // A few people send the load of many.
    ...{ DATA_DIR: folder, LOG_LEVEL: 'error', FAIR_USE_FACTOR: '1000' },
    ...settings,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
