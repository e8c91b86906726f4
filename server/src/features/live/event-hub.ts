import { heartBeat } from '@malote/core/live/event.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { type Act, recentActs, tailOfHistory, tailOfNotifications, unreadOf } from './logs.queries.ts'
import { eventLine, openStreams, type Stream } from './streams.ts'

/** Several acts of one person on one protocol become one event. */
function linesOf(acts: readonly Act[]) {
  const told = new Map(acts.map((act) => [`${act.event.id} ${act.event.by}`, act]))
  return [...told.values()].map((act) => ({ act, line: eventLine('protocol', act.event) }))
}

/** News that the streams have not got yet. */
interface News {
  acts: Act[]
  /** Ids of people with a session that may have ended, or with other rights. */
  access: Set<number>
  /** Ids of people that changed. */
  people: Set<number>
  /** Ids of people whose notifications changed. */
  inboxes: Set<number>
  registers: boolean
}

const noNews = (): News => ({
  acts: [],
  access: new Set(),
  people: new Set(),
  inboxes: new Set(),
  registers: false,
})

interface HubParts {
  db: Db
  now: () => Date
  /** The roles of which a second step is demanded. */
  demanded?: readonly Role[]
  log: { warn: (details: object, message: string) => void }
}

/** Minimum milliseconds between two reads of the logs after a notification. */
const shortestPause = 100

/** Maximum milliseconds between two reads: a process may have died before it could notify. */
const longestPause = 1_000

const me = eventLine('me', {})
const registers = eventLine('registers', {})

/**
 * Sends changes in the database to the open streams of this instance, whichever process made them. Reads acts on
 * protocols and new notifications from the tables that log them; triggers notify of the other changes.
 */
export function openEventHub({ db, now, demanded, log }: HubParts) {
  const streams = openStreams(db, now, demanded)
  let logs: ReturnType<typeof openLogs> | undefined
  const recent = recentActs()
  let untold = noNews()
  let next: { at: number; timer: NodeJS.Timeout } | undefined
  let looking: Promise<void> | undefined
  let isWanted = false
  /** Number of streams that wait for the logs. */
  let opening = 0
  let lastLook = 0
  const beat = setInterval(() => {
    streams.beat()
    // Sessions also expire without a notification.
    void attempt(() => streams.confirm(streams.all()))
  }, heartBeat).unref()

  function readLogs() {
    logs ??= openLogs()
    return logs
  }

  async function openLogs() {
    try {
      const [history, notifications] = await Promise.all([tailOfHistory(db), tailOfNotifications(db)])
      recent.add(history.before)
      return { history, notifications }
    } catch (error) {
      logs = undefined
      throw error
    }
  }

  /** Schedules a read at `at`, unless an earlier one is scheduled. */
  function plan(at: number) {
    if (next && next.at <= at) return
    clearTimeout(next?.timer)
    next = { at, timer: setTimeout(look, Math.max(0, at - performance.now())).unref() }
  }

  /** Reads nothing while no streams are open. */
  async function look() {
    next = undefined
    if (streams.isEmpty() && opening === 0) {
      logs = undefined
      untold = noNews()
    } else await lookNow()
  }

  async function lookNow() {
    await looking
    looking ??= attempt(tellNews).then(() => {
      looking = undefined
      lastLook = performance.now()
      plan(lastLook + (isWanted ? shortestPause : longestPause))
    })
    await looking
  }

  async function tellNews() {
    isWanted = false
    const { history, notifications } = await readLogs()
    // Waits for both reads, so that what one of them found is sent even if the other failed.
    const reads = await Promise.allSettled([
      history.next().then((acts) => {
        recent.add(acts)
        untold.acts.push(...acts)
        return acts.length
      }),
      notifications.next().then((rows) => {
        for (const { userId } of rows) untold.inboxes.add(userId)
        return rows.length
      }),
    ])
    await tellUntold()
    let rows = 0
    for (const read of reads) {
      if (read.status === 'rejected') throw read.reason
      rows += read.value
    }
    // More rows may be left than one read returns.
    if (rows > 500) isWanted = true
  }

  /** Keeps what cannot be sent now for the next look: the logs report it only once. Some of it may be sent twice. */
  async function tellUntold() {
    const news = untold
    untold = noNews()
    try {
      const remaining = await streams.confirm(streamsOf(new Set([...news.access, ...news.people])))
      send(
        remaining.filter(({ viewer }) => news.people.has(viewer.id)),
        me,
      )
      if (news.registers) send(streams.all(), registers)
      if (news.acts.length > 0) await tellActs(news.acts)
      if (news.inboxes.size > 0) await tellUnread(news.inboxes)
    } catch (error) {
      untold = {
        acts: [...news.acts, ...untold.acts],
        access: new Set([...news.access, ...untold.access]),
        people: new Set([...news.people, ...untold.people]),
        inboxes: new Set([...news.inboxes, ...untold.inboxes]),
        registers: news.registers || untold.registers,
      }
      throw error
    }
  }

  /** `confirm` reloads the viewers first, so that people who moved or left a moment ago get nothing. */
  async function tellActs(acts: readonly Act[]) {
    const lines = linesOf(acts)
    const concerned = streams.all().filter(({ viewer }) => lines.some(({ act }) => canSee(viewer, act)))
    for (const stream of await streams.confirm(concerned)) {
      if (stream.hasDuty) continue
      for (const { act, line } of lines) if (canSee(stream.viewer, act)) streams.send(stream, line)
    }
  }

  /** Sends recent events that a page loaded a moment ago may lack. */
  async function tellRecent(stream: Stream, seconds: number) {
    const acts = recent.of(seconds).filter((act) => canSee(stream.viewer, act))
    for (const { line } of linesOf(acts)) streams.send(stream, line)
    await tellUnread(new Set([stream.viewer.id]))
  }

  async function tellUnread(userIds: ReadonlySet<number>) {
    const concerned = await streams.confirm(streamsOf(userIds))
    const unread = await unreadOf(db, [...new Set(concerned.map(({ viewer }) => viewer.id))])
    for (const stream of concerned) {
      streams.send(stream, eventLine('inbox', { unread: unread.get(stream.viewer.id) ?? 0 }))
    }
  }

  /** Nothing is lost while the database is unreachable: we go on reading the logs from the same position. */
  async function attempt(work: () => Promise<unknown>) {
    await work().catch((error: unknown) => log.warn({ err: error }, 'event streams'))
  }

  const send = (to: readonly Stream[], line: Buffer) => {
    for (const stream of to) streams.send(stream, line)
  }
  const streamsOf = (userIds: ReadonlySet<number>) => streams.all().filter(({ viewer }) => userIds.has(viewer.id))

  /** Has the next read of the logs also look after this person, if they have a stream. */
  const tellSoon = (what: 'access' | 'people' | 'inboxes', userId: number) => {
    if (streamsOf(new Set([userId])).length === 0) return
    untold[what].add(userId)
    hub.look()
  }

  const hub = {
    /**
     * Opens a stream that receives everything committed from now on. Returns undefined when the session has just ended.
     *
     * @param last also sends the events of this many seconds before
     */
    async open(sessionId: number, viewer: Viewer, last: number): Promise<Stream['body'] | undefined> {
      opening += 1
      try {
        // Sends pending events to the other streams first, because they happened before this stream opened.
        if (logs) await lookNow()
        await readLogs()
      } finally {
        opening -= 1
      }
      const stream = streams.add(sessionId, viewer)
      plan(performance.now() + longestPause)
      try {
        const [confirmed] = await streams.confirm([stream])
        if (confirmed && last > 0) await tellRecent(confirmed, last)
        return confirmed?.body
      } catch (error) {
        stream.body.destroy()
        throw error
      }
    },

    /** Open streams. */
    count: () => streams.all().length,

    /** Requests a read, because the logs may have new rows. */
    look() {
      isWanted = true
      if (!looking && !streams.isEmpty()) plan(lastLook + shortestPause)
    },

    /** Called when a session of this person ended, or the person changed. */
    confirm: (userId: number) => tellSoon('access', userId),

    tellCatalogs() {
      untold.registers = true
      hub.look()
    },

    tellMe: (userId: number) => tellSoon('people', userId),

    tellInbox: (userId: number) => tellSoon('inboxes', userId),

    /**
     * Called when notifications were missed: every stream reloads everything that they might have concerned.
     */
    tellAll() {
      hub.tellCatalogs()
      for (const { viewer } of streams.all()) {
        untold.people.add(viewer.id)
        untold.inboxes.add(viewer.id)
      }
      hub.look()
    },

    close() {
      clearInterval(beat)
      clearTimeout(next?.timer)
      streams.endAll()
    },
  }
  return hub
}
