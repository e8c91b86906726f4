import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { openTurns } from './turns.ts'

/**
 * Requests of one person per minute and instance, by kind of work. Far more than a person, or a
 * script that sends one request at a time, needs, and little enough that one account cannot take the whole server.
 */
const mostPerMinute = { read: 30_000, search: 3_000, write: 3_000, export: 60, feed: 60, hashing: 10 } as const

/**
 * People whom one person may notify in an hour, on all instances together. Ten circulars to an organisation of a
 * thousand people stay within it. Enforced where people are notified, because only then their number is known.
 */
export const mostNotifiedPerHour = (factor: number): number => Math.ceil(10_000 * factor)

/** Comments of one person on one protocol in an hour, deleted ones included. Enforced where they are written. */
export const mostCommentsPerHour = (factor: number): number => Math.ceil(60 * factor)

/** Exports of one person that run at the same time, and that wait for it. */
const exports = { atOnce: 2, mostWaiting: 8 }

type Work = keyof typeof mostPerMinute

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts work for a person that the route does not say, or by a request without a session.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    countWork: (work: Work, userId: number) => Promise<void>
  }
  interface FastifyContextConfig {
    /** Set for files that are made from many rows, and for calls that hash a password or codes. */
    work?: 'export' | 'hashing'
  }
}

/**
 * Limits what one person may ask of this instance. Counts in memory, because a write to the database would cost more than
 * most requests. Registered after authentication; requests without a session are limited where they are handled.
 */
export const fairUsePlugin = fp(async (app) => {
  const factor = app.settings.FAIR_USE_FACTOR
  const limiterOf = (points: number) => new RateLimiterMemory({ points: Math.ceil(points * factor), duration: 60 })
  const limiters = {
    read: limiterOf(mostPerMinute.read),
    search: limiterOf(mostPerMinute.search),
    write: limiterOf(mostPerMinute.write),
    export: limiterOf(mostPerMinute.export),
    feed: limiterOf(mostPerMinute.feed),
    hashing: limiterOf(mostPerMinute.hashing),
  } satisfies Record<Work, RateLimiterMemory>
  const turns = openTurns({
    atOnce: Math.ceil(exports.atOnce * factor),
    mostWaiting: Math.ceil(exports.mostWaiting * factor),
  })

  const countWork = async (work: Work, userId: number) => {
    await limiters[work].consume(userId).catch(({ msBeforeNext }: RateLimiterRes) => {
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(msBeforeNext / 1000) })
    })
  }
  app.decorate('countWork', countWork)

  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.viewer) return done()
    countWork(workOf(request), request.viewer.id).then(() => done(), done)
  })

  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.work !== 'export' || !request.viewer) return
    const turn = turns.take(request.viewer.id, request.signal)
    if (!turn) throw new AppError('TOO_MANY_EXPORTS', { retryAfter: 10 })
    const end = await turn
    if (reply.raw.closed) end()
    else reply.raw.once('close', end)
  })
})

function workOf({ method, query, routeOptions }: FastifyRequest): Work {
  if (routeOptions.config.work) return routeOptions.config.work
  if (method !== 'GET' && method !== 'HEAD') return 'write'
  const { search, q } = query as { search?: unknown; q?: unknown }
  return search || q ? 'search' : 'read'
}
