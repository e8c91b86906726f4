import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { hasBody, isFile } from './connections.ts'
import { openTurns } from './turns.ts'

/**
 * Requests of one person per minute and instance, by kind of work. Far more than a person, or a
 * script that sends one request at a time, needs, and little enough that one account cannot take the whole server.
 */
const mostPerMinute = {
  read: 30_000,
  search: 3_000,
  write: 3_000,
  export: 60,
  feed: 60,
  stream: 300,
  hashing: 10,
} as const

/**
 * Bytes of bodies that one person sends in a minute, without files. While one is parsed nobody else is answered: two
 * megabytes of junk take some 50 ms.
 */
const mostBytesPerMinute = 16 * 1024 * 1024

/** Bytes of a body that costs next to nothing, and is always read. */
const shortBody = 64 * 1024

/** Bytes that a body which does not say how long it is counts for, until it has arrived. */
const unannouncedBody = 512 * 1024

/** Refusals of one person that wait; the next ones are answered at once. */
const mostRefusals = 100

/** Milliseconds between two refusals of one person; the further ones wait, and so does who goes on regardless. */
const refusalEvery = 50

/**
 * People whom one person may notify in an hour, on all instances together. Ten circulars to an organisation of a
 * thousand people stay within it. Enforced where people are notified, because only then their number is known.
 */
export const mostNotifiedPerHour = (factor: number): number => Math.ceil(10_000 * factor)

/** Comments of one person on one protocol in an hour, deleted ones included. Enforced where they are written. */
export const mostCommentsPerHour = (factor: number): number => Math.ceil(60 * factor)

/** Exports and documents of one person that are made at the same time, of two threads one, and that wait for it. */
const exports = { atOnce: 1, mostWaiting: 9 }

type Work = keyof typeof mostPerMinute

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts work for a person that the route does not say, or by a request without a session.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    countWork: (work: Work, userId: number) => Promise<void>
    /**
     * Counts bytes that are about to be parsed for a person.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    countBytes: (bytes: number, userId: number) => Promise<RateLimiterRes>
  }
  interface FastifyContextConfig {
    /** Set for files that are made from many rows or in a thread, for calls that hash, and for event streams. */
    work?: 'export' | 'hashing' | 'stream'
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
    stream: limiterOf(mostPerMinute.stream),
    hashing: limiterOf(mostPerMinute.hashing),
  } satisfies Record<Work, RateLimiterMemory>
  const turns = openTurns({
    atOnce: Math.ceil(exports.atOnce * factor),
    mostWaiting: Math.ceil(exports.mostWaiting * factor),
  })

  const bytes = limiterOf(mostBytesPerMinute)
  const unannounced = Math.ceil(unannouncedBody * factor)

  const refuse = ({ msBeforeNext }: RateLimiterRes): never => {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(msBeforeNext / 1000) })
  }
  const countWork = async (work: Work, userId: number) => {
    await limiters[work].consume(userId).catch(refuse)
  }
  const countBytes = (count: number, userId: number) =>
    bytes.consume(userId, count).catch(async (full: RateLimiterRes) => {
      // What is refused is not read.
      await bytes.reward(userId, count)
      return refuse(full)
    })
  app.decorate('countWork', countWork)
  app.decorate('countBytes', countBytes)

  const refusals = openTurns({ atOnce: 1, mostWaiting: mostRefusals })
  app.addHook('onRequest', async (request) => {
    if (!request.viewer) return
    const { id } = request.viewer
    try {
      await countWork(workOf(request), id)
      if (hasBody(request.raw) && !isFile(request)) await countBody(request)
    } catch (refusal) {
      const end = await refusals.take(id)
      if (end) setTimeout(end, refusalEvery).unref()
      throw refusal
    }
  })

  /** Before it is read; what is longer than the call takes is not read at all. */
  async function countBody({ raw, headers, routeOptions, viewer }: FastifyRequest) {
    const announced = headers['content-length']
    if (announced !== undefined) {
      if (Number(announced) > shortBody && Number(announced) <= routeOptions.bodyLimit) {
        await countBytes(Number(announced), viewer.id)
      }
      return
    }
    const { msBeforeNext } = await countBytes(unannounced, viewer.id)
    const end = performance.now() + msBeforeNext
    const { socket } = raw
    const before = socket.bytesRead
    raw.once('end', () => {
      const read = socket.bytesRead - before
      const owed = read > shortBody ? read : 0
      if (owed > unannounced) void bytes.penalty(viewer.id, owed - unannounced)
      else if (performance.now() < end) void bytes.reward(viewer.id, unannounced - owed)
    })
  }

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
