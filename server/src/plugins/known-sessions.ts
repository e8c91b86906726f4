import type { Viewer } from '@malote/core/users/viewer.ts'
import type { ChangeFeed } from '../db/change-feed.ts'

/** A living session of an active person. */
export interface Session {
  sessionId: number
  remember: boolean
  /** Milliseconds since 1970. */
  lastSeenAt: number
  /** Milliseconds since 1970. */
  expiresAt: number
  viewer: Viewer
}

/** What triggers tell when a session ends or a person changes; the news names the person. */
export const accessChanges = 'access_changed'

/** Milliseconds for which a session is believed at most: a connection may be dead before anybody notices. */
const believedFor = 5_000

/** Sessions that are remembered at once. */
const most = 10_000

/**
 * Sessions that were asked for a moment ago, so that not every reading request asks the database for its own before it
 * asks for anything else. Those of a person are forgotten at the first news of them.
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

    /** @param ask the database, by the same token's hash; what it finds is remembered while news comes in */
    async find(hash: Buffer, now: Date, ask: () => Promise<Session | undefined>): Promise<Session | undefined> {
      if (!changes?.isLive()) return ask()
      const key = hash.toString('base64')
      const held = known.get(key)
      if (held && performance.now() < held.until && held.session.expiresAt > now.getTime()) return held.session

      const seenBefore = changesSeen
      const session = await ask()
      if (known.size >= most) known.clear()
      // What changed while the database was answering may not be in its answer.
      if (session && seenBefore === changesSeen) known.set(key, { session, until: performance.now() + believedFor })
      return session
    },
  }
}
