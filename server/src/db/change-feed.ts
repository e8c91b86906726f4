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

/** Milliseconds to wait before reconnecting. */
const retryAfter = 2_000

/**
 * Listens to PostgreSQL channels on its own connection, and reconnects whenever that connection is lost.
 *
 * @param channels the channel names that the triggers pass to `pg_notify`
 */
export function openChangeFeed(connectionString: string, channels: readonly string[]): ChangeFeed {
  const hearers: { channel: string; hear: Hear }[] = []
  let isLive = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const untold = new Set<string>()
  let isTelling = false

  const pass = (news?: pg.Notification) => {
    for (const { channel, hear } of hearers) {
      if (!news || news.channel === channel) hear(news && (news.payload ?? ''))
    }
  }
  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    isLive = false
    pass()
    if (!isClosed) retry = setTimeout(connect, retryAfter).unref()
  }

  /** One statement after the other: the driver takes no further one meanwhile. */
  async function tellAll() {
    isTelling = true
    for (const channel of untold) {
      untold.delete(channel)
      // If the connection breaks meanwhile, its `end` event marks it as lost, and listeners then read what they missed.
      if (isLive) await client?.query(`notify ${pg.escapeIdentifier(channel)}`).catch(() => {})
    }
    isTelling = false
  }

  async function connect() {
    const fresh = new pg.Client({ connectionString, application_name: 'malote news', keepAlive: true })
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
      lose(fresh)
    }
  }
  void connect()

  return {
    isLive: () => isLive,
    onChange: (channel, hear) => {
      hearers.push({ channel, hear })
    },
    tell: (channel) => {
      untold.add(channel)
      if (!isTelling) void tellAll()
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
