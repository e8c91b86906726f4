import type { Duty } from '@malote/core/auth/duty.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { ChangeFeed } from '../db/change-feed.ts'

/** A valid session of an active person. */
export interface Session {
  sessionId: number
  remember: boolean
  duty: Duty | null
  /** Time of the sign-in, in milliseconds since 1970. */
  openedAt: number
  /** Milliseconds since 1970. */
  lastSeenAt: number
  /** Milliseconds since 1970. */
  expiresAt: number
  viewer: Viewer
}

/** Channel on which triggers notify when a session ends or a person changes; the payload is the user id. */
export const accessChanges = 'access_changed'

/** Maximum milliseconds that a session is cached: the connection for notifications may be dead before we notice. */
const believedFor = 5_000

/** Maximum number of cached sessions. */
const most = 10_000

/**
 * A short-lived cache of sessions, so that not every read request queries the database for its session. A notification
 * about a person removes their sessions.
 */
export function knownSessions(changes: ChangeFeed | undefined) {
  const known = new Map<string, { session: Session; until: number }>()
  let changesSeen = 0
  const forgetAll = () => {
    changesSeen += 1
    known.clear()
  }
  const forget = (userId: number) => {
    changesSeen += 1
    for (const [key, { session }] of known) if (session.viewer.id === userId) known.delete(key)
  }
  changes?.onChange(accessChanges, (userId) => (userId ? forget(Number(userId)) : forgetAll()))

  return {
    forgetAll,

    /** @param ask queries the database by the token's hash; its result is cached while notifications arrive */
    async find(hash: Buffer, now: Date, ask: () => Promise<Session | undefined>): Promise<Session | undefined> {
      if (!changes?.isLive()) return ask()
      const key = hash.toString('base64')
      const held = known.get(key)
      if (held && performance.now() < held.until && held.session.expiresAt > now.getTime()) return held.session

      const seenBefore = changesSeen
      const session = await ask()
      if (known.size >= most) known.clear()
      // Not cached if something changed while the query ran, because its result may be outdated.
      if (session && seenBefore === changesSeen) known.set(key, { session, until: performance.now() + believedFor })
      return session
    },
  }
}
