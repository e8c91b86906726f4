import { createHash } from 'node:crypto'
import { feedStateWire, newFeed } from '@malote/core/calendar-feed/calendar-feed.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { z } from 'zod'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { installationOf } from '../../platform/files/installation.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { ensureRecentProof } from '../../platform/http/fresh-proof.ts'
import { recordAudit } from '../audit/public.ts'
import { dropFeeds, unknownTokens } from '../auth/public.ts'
import { feedItems, feedStateOf, ownerOfFeed, replaceFeed } from './calendar-feeds.repo.ts'
import { writeCalendar } from './write-calendar.ts'

const path = '/api/profile/calendar-feed'

/** The due dates in another calendar, which reads them by a secret address (contract 21.20). */
export async function calendarFeedRoutes(app: App) {
  const { db } = app
  const countUnknown = unknownTokens(db, 'calendar-feed')

  app.get(path, { config: { access: 'signed-in' }, schema: { response: { 200: feedStateWire } } }, ({ viewer }) =>
    feedStateOf(db, viewer.id),
  )

  app.post(
    path,
    {
      config: { access: 'signed-in', audit: 'calendar-feed.opened' },
      schema: { response: { 200: newFeed } },
    },
    async (request) => {
      const { viewer } = request
      const token = await db.transaction().execute(async (trx) => {
        await ensureRecentProof(trx, request)
        await recordFeed(trx, viewer, 'opened')
        await notifyAccount(trx, {
          userId: viewer.id,
          title: 'Endereço de calendário criado',
          message:
            'Quem conhece o novo endereço lê as devoluções que você tem a fazer. Se não foi você, altere a sua senha: o endereço deixa de valer.',
          at: app.now(),
        })
        return replaceFeed(trx, viewer.id, app.now())
      })
      return { url: `${app.settings.APP_URL}/api/calendar/${token}.ics` }
    },
  )

  app.delete(path, { config: { access: 'signed-in' }, schema: { response: noContent } }, async ({ viewer }, reply) => {
    await db.transaction().execute(async (trx) => {
      if (!(await dropFeeds(trx, [viewer.id]))) return
      await recordFeed(trx, viewer, 'ended')
      await notifyAccount(trx, {
        userId: viewer.id,
        title: 'Endereço de calendário encerrado',
        message: 'O endereço pelo qual outro calendário lia as suas devoluções foi encerrado no seu perfil.',
        at: app.now(),
      })
    })
    return reply.code(204).send()
  })

  app.get(
    '/api/calendar/:token.ics',
    { config: { access: 'everyone' }, schema: { params: z.object({ token: z.string() }) } },
    async ({ params, headers, ip }, reply) => {
      const owner = await ownerOfFeed(db, params.token)
      if (!owner) {
        await countUnknown(ip)
        throw new AppError('ROUTE_NOT_FOUND')
      }
      await app.countWork('feed', owner.id)
      const now = app.now()
      const items = await feedItems(db, owner, civilDateIn(now, app.settings.APP_TIMEZONE), now)
      const calendar = writeCalendar(items, await installationOf(db), app.settings.APP_URL)
      const etag = `"${createHash('sha256').update(calendar).digest('base64url')}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    },
  )
}

const recordFeed = (trx: Trx, viewer: Actor, what: 'opened' | 'ended') =>
  recordAudit(trx, {
    ...{ action: `calendar-feed.${what}`, actor: viewer, address: viewer.address },
    subject: { kind: 'user', id: String(viewer.id), name: viewer.name },
  })

/** Whether the client has this version; proxies may have made its tag weak. */
const isKnown = (known: string | undefined, etag: string) =>
  known?.split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false
