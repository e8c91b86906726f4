import { systemCheckWire } from '@malote/core/system/system-check.ts'
import { systemReportWire } from '@malote/core/system/system-report.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { countInstances } from '../../platform/db/database-check.ts'
import type { App } from '../../platform/http/fastify.ts'
import { version } from '../../platform/release.ts'
import { withinTime } from '../../platform/within-time.ts'
import { backupCheck } from '../backups/backup-check.ts'
import { eventsCheck } from '../live/events.plugin.ts'
import { checksOfDatabase, checksOfSurroundings, runChecks } from './checks.ts'
import { installationMetrics } from './installation-metrics.ts'

/** Milliseconds that counting the servers may take. */
const timeoutMs = 2_000

/** How the installation is, for Admins (contract 19.30). */
export async function systemRoutes(app: App) {
  const startedAt = app.now()
  await app.register(installationMetrics)

  app.get(
    '/api/system',
    { config: { access: canAdminister, keepsOpen: false }, schema: { response: { 200: systemReportWire } } },
    async ({ log }) => {
      const { db, settings: config } = app
      const installation = { db, config, now: app.now(), startedAt, replica: app.replica }
      const [instances, checks] = await Promise.all([
        withinTime(countInstances(db), timeoutMs).catch(() => null),
        runChecks(
          [
            ...checksOfDatabase(installation),
            ...checksOfSurroundings(installation),
            { id: 'events', title: 'Telas abertas', run: () => eventsCheck(app.eventStreams()) },
          ],
          log,
        ),
      ])
      return { version, startedAt: startedAt.toISOString(), node: process.versions.node, instances, checks }
    },
  )

  // What the notice on the dashboard says (contract 19.23).
  app.get(
    '/api/backups/check',
    { config: { access: canAdminister }, schema: { response: { 200: systemCheckWire } } },
    () => backupCheck(app.db, app.settings, app.now()),
  )
}
