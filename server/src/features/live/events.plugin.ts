import { rolesWithSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { eventsPath, eventsQuery } from '@malote/core/live/event.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { countInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import fp from 'fastify-plugin'
import { Gauge } from 'prom-client'
import { z } from 'zod'
import type { ChangeFeed } from '../../platform/db/change-feed.ts'
import type { App } from '../../platform/http/fastify.ts'
import { accessChanges } from '../../platform/http/known-sessions.ts'
import { openEventHub } from './event-hub.ts'

/** Channel on which triggers notify, and on which instances notify each other after a change. */
export const liveChanges = 'live_changed'

/** Minimum milliseconds between two PostgreSQL `notify` of this instance: all instances share one queue. */
const toldEvery = 50

/** Unknown, because the stream is never parsed as a whole. */
const streamed = z
  .unknown()
  .describe('Eventos `protocol`, `inbox`, `me` e `registers`, cada um com o seu JSON em `data`')

/** The event streams of this instance. */
interface EventStreams {
  open: number
  /** False while changes of other instances arrive up to a second late. */
  isLive: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: () => EventStreams
  }
}

interface EventsOptions {
  changes?: ChangeFeed | undefined
}

/** `GET /api/events`, and the notifications between instances that it needs. */
export const eventsPlugin = fp(async (instance, { changes }: EventsOptions) => {
  const app = instance as unknown as App
  const hub = openEventHub({
    ...{ db: app.db, now: app.now, log: app.log },
    demanded: rolesWithSecondStep(app.settings.REQUIRE_SECOND_STEP),
  })
  app.decorate('eventStreams', () => ({ open: hub.count(), isLive: changes?.isLive() ?? false }))
  new Gauge({
    name: 'malote_event_streams',
    help: 'Open screens that hear of changes from this instance',
    registers: [app.metrics],
    collect() {
      this.set(hub.count())
    },
  })
  // Runs before the server waits for open connections, because each stream is one.
  app.addHook('preClose', async () => hub.close())

  // After the response and outside the transaction: a `notify` inside it would serialize the commits.
  let isTelling = false
  app.addHook('onResponse', async ({ method }) => {
    if (method === 'GET' || method === 'HEAD') return
    hub.look()
    if (isTelling) return
    isTelling = true
    setTimeout(() => {
      isTelling = false
      changes?.tell(liveChanges)
    }, toldEvery).unref()
  })

  // When something was missed, the other channel asks every stream to reload.
  changes?.onChange(accessChanges, (userId) => userId && hub.confirm(Number(userId)))
  changes?.onChange(liveChanges, (news) => {
    if (news === undefined) return hub.tellAll()
    const [what, userId] = news.split(' ')
    if (what === 'registers') hub.tellCatalogs()
    else if (what === 'me') hub.tellMe(Number(userId))
    else if (what === 'inbox') hub.tellInbox(Number(userId))
    else hub.look()
  })

  app.get(
    eventsPath,
    {
      // An endless body is neither compressed nor served for HEAD requests.
      compress: false,
      exposeHeadRoute: false,
      config: { access: 'signed-in', keepsOpen: false, work: 'stream' },
      schema: {
        querystring: eventsQuery,
        response: { 200: { content: { 'text/event-stream': { schema: streamed } } } },
      },
    },
    async (request, reply) => {
      const body = await hub.open(request.sessionId, request.viewer, request.query.last)
      if (!body) throw new AppError('NOT_SIGNED_IN')
      return reply
        .type('text/event-stream')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .send(body)
    },
  )
})

/** Whether open screens hear of changes at once. */
export function eventsCheck({ open, isLive }: EventStreams): SystemCheck {
  const head = { id: 'events', title: 'Telas abertas' }
  const summary =
    open === 0
      ? 'Nenhuma tela aberta recebe novidades deste servidor.'
      : `${countInWords(open, 'tela aberta recebe', 'telas abertas recebem')} novidades deste servidor.`
  if (isLive) return { ...head, state: 'ok', summary, advice: null }
  return {
    ...head,
    state: 'warning',
    summary: `${summary} A conexão de novidades com o banco de dados está interrompida, e elas chegam com até um segundo de atraso.`,
    advice: 'O servidor reconecta sozinho. Se continuar, verifique a rede até o banco de dados.',
  }
}
