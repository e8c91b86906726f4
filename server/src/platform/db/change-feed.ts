import pg from 'pg'

/** @param payload undefined when notifications of the channel may have been missed */
type Hear = (payload: string | undefined) => void

/** Notifications from the database. Every instance receives them as soon as the change is committed. */
export interface ChangeFeed {
  /** False while notifications may be missed: before the first connection, and while the connection is lost. */
  isLive: () => boolean
  /** Calls `hear` for every notification on `channel`, and whenever notifications may have been missed. */
  onChange: (channel: string, hear: Hear) => void
  /**
   * Sends a notification without a payload to every instance, including this one. Does nothing while the connection is
   * lost.
   */
  tell: (channel: string) => void
  close: () => Promise<void>
}

/** In milliseconds. */
interface Pace {
  /** Before reconnecting. */
  retryAfter: number
  /** Between two questions whether the database still answers. */
  askEvery: number
  /** For an answer. */
  timeoutMs: number
}

/**
 * Without questions, a connection whose other end has vanished, or that a firewall has dropped because nothing was said
 * on it, would seem to be alive for hours.
 */
const usualPace: Pace = { retryAfter: 2_000, askEvery: 15_000, timeoutMs: 10_000 }

/**
 * Listens to PostgreSQL channels on its own connection, and reconnects whenever that connection is lost or silent.
 *
 * @param channels the channel names that the triggers pass to `pg_notify`
 */
export function openChangeFeed(
  connectionString: string,
  channels: readonly string[],
  { retryAfter, askEvery, timeoutMs }: Pace = usualPace,
): ChangeFeed {
  const hearers: { channel: string; hear: Hear }[] = []
  let isLive = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  /** Statements to be sent. */
  const unsent = new Set<string>()
  let isSending = false
  const asking = setInterval(() => send('select'), askEvery).unref()

  const pass = (news?: pg.Notification) => {
    for (const { channel, hear } of hearers) {
      if (!news || news.channel === channel) hear(news && (news.payload ?? ''))
    }
  }
  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    // Once: what was missed is read again by every open screen, and a database that stays away tells nothing new.
    const wasLive = isLive
    isLive = false
    if (wasLive) pass()
    if (!isClosed) retry = setTimeout(connect, retryAfter).unref()
  }

  function send(statement: string) {
    unsent.add(statement)
    if (!isSending) void sendAll()
  }

  /** One statement after the other: the driver takes no further one meanwhile. */
  async function sendAll() {
    isSending = true
    for (const statement of unsent) {
      unsent.delete(statement)
      const at = client
      // No answer. The `end` event marks the connection as lost, and listeners then read what they missed.
      if (at && isLive) await at.query(statement).catch(() => void at.end())
    }
    isSending = false
  }

  async function connect() {
    const fresh = new pg.Client({
      ...{ connectionString, application_name: 'malote news', keepAlive: true },
      ...{ connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs },
    })
    client = fresh
    fresh.on('notification', pass)
    // Every error is followed by 'end', which is handled below.
    fresh.on('error', () => {})
    fresh.on('end', () => lose(fresh))
    try {
      await fresh.connect()
      await fresh.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '))
      pass()
      isLive = client === fresh
    } catch {
      void fresh.end()
      lose(fresh)
    }
  }
  void connect()

  return {
    isLive: () => isLive,
    onChange: (channel, hear) => {
      hearers.push({ channel, hear })
    },
    tell: (channel) => send(`notify ${pg.escapeIdentifier(channel)}`),
    async close() {
      isClosed = true
      clearInterval(asking)
      clearTimeout(retry)
      await client?.end()
    },
  }
}
