import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { App } from '../../platform/http/fastify.ts'
import { memoize } from '../../platform/memoize.ts'
import type { makeManual } from './manual.ts'

const manual = new URL('./manual.ts', import.meta.url)

/** The manual's download. */
export async function helpRoutes(app: App) {
  // Created once a day: only releases and the organisation's name change it.
  let made: { day: string; manual: () => Promise<Buffer> } | undefined

  app.get('/api/help/manual', { config: { access: 'signed-in', isLong: true } }, async (_request, reply) => {
    const day = civilDateIn(app.now(), app.settings.APP_TIMEZONE)
    if (made?.day !== day) {
      const asked = { organisation: app.settings.ORG_NAME ?? 'Malote', today: day }
      made = { day, manual: memoize(() => app.threads.run<typeof makeManual>(manual, 'makeManual', asked)) }
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="manual-do-malote.pdf"')
      .send(await made.manual())
  })
}
