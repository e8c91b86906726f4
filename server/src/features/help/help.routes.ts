import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { App } from '../../fastify.ts'
import { remembered } from '../../lib/remembered.ts'
import type { makeManual } from './manual.ts'

const manual = new URL('./manual.ts', import.meta.url)

/** The download of the help centre. */
export async function helpRoutes(app: App) {
  // Made once a day: it changes with the product and the organisation's name only.
  let made: { day: string; manual: () => Promise<Buffer> } | undefined

  app.get('/api/help/manual', async (_request, reply) => {
    const day = civilDateIn(app.now(), app.settings.APP_TIMEZONE)
    if (made?.day !== day) {
      const asked = { organisation: app.settings.ORG_NAME ?? 'Malote', today: day }
      made = { day, manual: remembered(() => app.threads.run<typeof makeManual>(manual, 'makeManual', asked)) }
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="manual-do-malote.pdf"')
      .send(await made.manual())
  })
}
