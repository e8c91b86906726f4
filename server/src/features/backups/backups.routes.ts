import { systemCheckWire } from '@malote/core/system/system-report.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { App } from '../../platform/http/fastify.ts'
import { backupCheck } from './backup-check.ts'

/** The scheduled backups, for Admins (contract 19.23). */
export async function backupsRoutes(app: App) {
  app.get(
    '/api/backups/check',
    { config: { access: canAdminister }, schema: { response: { 200: systemCheckWire } } },
    () => backupCheck(app.db, app.settings, app.now()),
  )
}
