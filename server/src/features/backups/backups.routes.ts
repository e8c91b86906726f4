import { systemCheckWire } from '@malote/core/system/system-check.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { App } from '../../platform/http/fastify.ts'
import { backupCheck } from './backup-check.ts'

/** What Admins are told of the scheduled backups (contract 19.23). */
export async function backupsRoutes(app: App) {
  app.get(
    '/api/backups/check',
    { config: { access: canAdminister }, schema: { response: { 200: systemCheckWire } } },
    () => backupCheck(app.db, app.settings, app.now()),
  )
}
