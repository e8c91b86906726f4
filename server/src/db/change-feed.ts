import pg from 'pg'

/** News of the database, heard by every instance as soon as the change is committed. */
export interface ChangeFeed {
  /** False while news may be missed: before the first connection, and while it is lost. */
  isLive: () => boolean
  /** `hear` is called for every piece of news, and whenever some may have been missed. */
  onChange: (hear: () => void) => void
  close: () => Promise<void>
}

/** Milliseconds before a lost connection is tried again. */
const retryAfter = 2_000

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and connects again whenever that is lost.
 *
 * @param channel the name that triggers `pg_notify`
 */
export function openChangeFeed(connectionString: string, channel: string): ChangeFeed {
  const hearers: (() => void)[] = []
  let isLive = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const tell = () => {
    for (const hear of hearers) hear()
  }
  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    isLive = false
    tell()
    if (!isClosed) retry = setTimeout(connect, retryAfter).unref()
  }

  async function connect() {
    const fresh = new pg.Client({ connectionString, application_name: 'malote news', keepAlive: true })
    client = fresh
    fresh.on('notification', tell)
    // The end follows, and is what counts.
    fresh.on('error', () => {})
    fresh.on('end', () => lose(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      tell()
      isLive = client === fresh
    } catch {
      lose(fresh)
    }
  }
  void connect()

  return {
    isLive: () => isLive,
    onChange: (hear) => {
      hearers.push(hear)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
