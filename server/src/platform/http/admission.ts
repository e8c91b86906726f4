import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isCall } from './access.ts'
import { originOf } from './connections.ts'
import { openTurns } from './turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for calls that last: streams, and documents made outside of the event loop. They never wait for admission. */
    isLong?: boolean
  }
  interface FastifyInstance {
    /** API requests that are being worked on, and those that wait for it. */
    admission: () => Record<'reading' | 'writing', { inside: number; waiting: number }>
    /** Admits a request with files, which have arrived, as one that changes something. */
    admitUpload: (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    /** Lets the next waiting requests in, those of the same person once it is over; null when there is nothing to leave. */
    leave: ((isOver: boolean) => void) | null
  }
}

interface Limits {
  /** Most requests that read at the same time. */
  reading?: number
  /** Most requests that change something at the same time. */
  writing?: number
  /** Milliseconds that a person's turn goes on while a large answer is compressed and taken. */
  sending?: number
}

/** Characters of a large answer. They are compressed in four threads, where passwords are hashed too. */
const large = 256 * 1024

/**
 * Requests of one person at the same time; their others wait, and nobody else for them. Two changes leave a connection for
 * transactions to others (`db/connect.ts`) while both wait for a lock.
 */
const ofOnePerson = { reading: 4, writing: 2 }

/**
 * Milliseconds that a reading person's turn rests before one that waited: as long as the last one took. Large answers also
 * leave much to the garbage collector.
 */
const rest = { most: 1_000, large: 500 }

/** Requests of one address (an IPv6 /64) without a session; those that write are sign-ins, which hash. */
const ofOneAddress = { reading: 4, writing: 2 }

/**
 * Limits how many requests are worked on at once; the others wait in the order of their arrival. Without the limit every
 * request takes part in every queue on its way (event loop, connections of the database), and one that makes five
 * statements waits five times in a crowd while one that makes a single statement waits once.
 *
 * Requests that read and requests that write have their own limits, so that writers that wait for a lock hold up no
 * reader. Uploads are counted when they have arrived (`admitUpload`), because a slow client decides how long that takes.
 */
export const admissionPlugin = fp(async (app, { reading = 32, writing = 16, sending = 1_000 }: Limits) => {
  const queue = (size: number, kind: 'reading' | 'writing') => ({
    gate: gate(size),
    people: openTurns({ atOnce: ofOnePerson[kind] }),
    addresses: openTurns<string>({ atOnce: ofOneAddress[kind] }),
  })
  const readers = queue(reading, 'reading')
  const writers = queue(writing, 'writing')
  app.decorate('admission', () => ({ reading: readers.gate.count(), writing: writers.gate.count() }))
  app.decorateRequest('leave', null)
  app.decorate('admitUpload', (request) => enter(request, writers))
  app.addHook('preHandler', async (request, reply) => {
    const { url, config } = request.routeOptions
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    // A request that reads has no body, whatever its header says.
    if (!isCall(url ?? '') || config.isLong || (!isReading && isUpload(request))) return
    await enter(request, isReading ? readers : writers)
    // The body, or the turn, took long.
    if (request.viewer && reply.elapsedTime > 1_000) await app.admitAgain(request)
  })

  async function enter(request: FastifyRequest, { gate, people, addresses }: typeof readers) {
    const person = request.viewer?.id
    const end = await (person === undefined ? addresses.take(originOf(request.ip)) : people.take(person))
    await new Promise<void>(gate.enter)
    const start = performance.now()
    let isSending = false
    request.leave = (isOver) => {
      if (!isSending) gate.leave()
      const least = isSending ? rest.large : 0
      isSending = true
      if (!isOver || !end) return
      if (people !== readers.people || person === undefined || !people.isAwaited(person)) return end()
      setTimeout(end, Math.min(Math.max(performance.now() - start, least), rest.most))
    }
    if (!request.raw.socket?.destroyed) return
    // Nobody waits for the answer. Fastify would not always get as far as the hooks below.
    leaveOnce(request)
    throw new AppError('MALFORMED_BODY')
  }
  const leaveOnce = (request: FastifyRequest) => {
    request.leave?.(true)
    request.leave = null
  }
  // The work is done when the response is ready. How fast the client reads it does not count, to others.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' && payload.length >= large) {
      request.leave?.(false)
      reply.raw.once('close', () => leaveOnce(request))
      setTimeout(leaveOnce, sending, request).unref()
    } else leaveOnce(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    leaveOnce(request)
    done()
  })
})

const isUpload = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') ?? false

/** Lets at most `size` in at once, the others in the order of their arrival. */
function gate(size: number) {
  let inside = 0
  const waiting: (() => void)[] = []
  return {
    enter(go: () => void) {
      if (inside >= size) waiting.push(go)
      else {
        inside += 1
        go()
      }
    },
    count: () => ({ inside, waiting: waiting.length }),
    leave() {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    },
  }
}
