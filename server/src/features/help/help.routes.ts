import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { App } from '../../fastify.ts'
import { remembered } from '../../lib/remembered.ts'
import { makeManual } from './manual.ts'

/** The download of the help centre. */
export async function helpRoutes(app: App) {
  // Made once a day: it changes with the product and the organisation's name only.
  let made: { day: string; manual: () => Promise<Buffer> } | undefined

  app.get('/api/help/manual', async (_request, reply) => {
    const day = civilDateIn(app.now(), app.settings.APP_TIMEZONE)
    if (made?.day !== day) {
      made = { day, manual: remembered(() => makeManual(app.settings.ORG_NAME ?? 'Malote', day)) }
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="manual-do-malote.pdf"')
      .send(await made.manual())
  })
}
