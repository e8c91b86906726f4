import pg from 'pg'

/** @param payload undefined when news of the channel may have been missed */
type Hear = (payload: string | undefined) => void

/** News of the database, heard by every instance as soon as the change is committed. */
export interface ChangeFeed {
  /** False while news may be missed: before the first connection, and while it is lost. */
  isLive: () => boolean
  /** `hear` is called for every piece of news of one of the feed's channels, and whenever some may have been missed. */
  onChange: (channel: string, hear: Hear) => void
  /** Sends news without a payload to every instance, this one included. Does nothing while the connection is lost. */
  tell: (channel: string) => void
  close: () => Promise<void>
}

/** Milliseconds before a lost connection is tried again. */
const retryAfter = 2_000

/**
 * Listens to channels of PostgreSQL on a connection of its own, and connects again whenever that is lost.
 *
 * @param channels the names that triggers `pg_notify`
 */
export function openChangeFeed(connectionString: string, channels: readonly string[]): ChangeFeed {
  const hearers: { channel: string; hear: Hear }[] = []
  let isLive = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

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

  async function connect() {
    const fresh = new pg.Client({ connectionString, application_name: 'malote news', keepAlive: true })
    client = fresh
    fresh.on('notification', pass)
    // The end follows, and is what counts.
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
      // A connection that breaks meanwhile is lost by its `end`; whoever listens then reads what was missed.
      if (isLive) client?.query(`notify ${pg.escapeIdentifier(channel)}`).catch(() => {})
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
