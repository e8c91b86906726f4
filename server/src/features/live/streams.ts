import { Readable } from 'node:stream'
import type { LiveEventName, LiveEvents } from '@malote/core/live/event.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { dutyOfSession } from '../../platform/http/auth.ts'

/** An open event stream of one client. */
export interface Stream {
  sessionId: number
  /** As of the last {@link openStreams} `confirm`. */
  viewer: Viewer
  /** Whether the person must do something first, as of the last `confirm`. They then hear of nothing but themselves. */
  hasDuty: boolean
  body: Readable
}

/** Maximum bytes buffered for a slow client. A client that is further behind is disconnected and reloads. */
const mostWaiting = 64 * 1024

/** Maximum streams, of which a browser needs one. The oldest is closed. */
const mostPerSession = 20
const mostPerPerson = 40

/**
 * The event streams of this instance.
 *
 * @param demanded the roles of which a second step is demanded
 */
export function openStreams(db: Db, now: () => Date, demanded: readonly Role[] = []) {
  const streams = new Set<Stream>()

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.body.push(null)
  }

  const send = (stream: Stream, line: Buffer) => {
    if (!streams.has(stream)) return
    // A disconnected client loses nothing: it reloads its page's data when it reconnects.
    if (stream.body.readableLength > mostWaiting) stream.body.destroy()
    else stream.body.push(line)
  }

  return {
    all: (): Stream[] => [...streams],
    isEmpty: () => streams.size === 0,

    add(sessionId: number, viewer: Viewer): Stream {
      const ofPerson = [...streams].filter((stream) => stream.viewer.id === viewer.id)
      const ofSession = ofPerson.filter((stream) => stream.sessionId === sessionId)
      if (ofSession.length >= mostPerSession) ofSession.slice(0, 1).forEach(end)
      else if (ofPerson.length >= mostPerPerson) ofPerson.slice(0, 1).forEach(end)
      const stream = {
        sessionId,
        viewer,
        hasDuty: false,
        body: new Readable({ read() {}, highWaterMark: mostWaiting }),
      }
      streams.add(stream)
      stream.body.push(comment) // sends the response headers
      stream.body.once('close', () => streams.delete(stream))
      return stream
    },

    send,

    beat() {
      for (const stream of streams) send(stream, comment)
    },

    /**
     * Reloads the viewers of these streams, and ends the streams whose session has ended.
     *
     * @returns the streams that remain
     */
    async confirm(asked: readonly Stream[]): Promise<Stream[]> {
      if (asked.length === 0) return []
      const living = await livingSessions(
        db,
        demanded,
        asked.map(({ sessionId }) => sessionId),
        now(),
      )
      return asked.filter((stream) => {
        const session = living.get(stream.sessionId)
        if (session) Object.assign(stream, session)
        else end(stream)
        return session !== undefined && streams.has(stream)
      })
    },

    endAll() {
      for (const stream of streams) end(stream)
    },
  }
}

/** An SSE comment, which clients ignore: it keeps the connection alive. */
const comment = Buffer.from(':\n\n')

/** An event as sent. Encoded once for all streams. */
export const eventLine = <Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** A session that has not ended. */
export interface LivingSession {
  /** The person as they are now. */
  viewer: Viewer
  /** Whether the person must do something before anything else. */
  hasDuty: boolean
}

/**
 * The sessions that have not ended. Does not extend them.
 *
 * @param demanded the roles of which a second step is demanded
 */
async function livingSessions(
  db: Db,
  demanded: readonly Role[],
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, LivingSession>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id as sessionId', 'u.id', 'u.name', 'u.role', 'u.departmentId'])
    .select(dutyOfSession(sql`${[...demanded]}`).as('duty'))
    .where('s.id', '=', anyOf(ids))
    .where('s.expiresAt', '>', now.toISOString())
    .where('u.isActive', '=', true)
    .execute()
  return new Map(
    rows.map(({ sessionId, duty, role, ...person }) => [
      sessionId,
      { viewer: { ...person, role: role as Role }, hasDuty: duty !== null },
    ]),
  )
}
