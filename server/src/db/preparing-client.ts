import type { Socket } from 'node:net'
import pg from 'pg'

/** PostgreSQL keeps every prepared statement of a session in memory; ours are far fewer, unless SQL is put together from values. */
const maxStatements = 1_000
const names = new Map<string, string>()

/** Settings of the driver and our own. */
export interface PreparingClientConfig extends pg.ClientConfig {
  /** Milliseconds after which a connection without a byte in either direction is given up as dead; never by default. */
  silenceLimit?: number
}

/** The part of the driver's client that its types leave out. */
interface WithSocket {
  connection: { stream: Socket }
}

/**
 * A client that prepares each statement with parameters once per connection, so that PostgreSQL plans it once. A line that
 * goes dead without being closed fails the statement that waits on it, instead of leaving it to TCP's quarter of an hour.
 */
export class PreparingClient extends pg.Client {
  constructor(config: PreparingClientConfig = {}) {
    super(config)
    const { silenceLimit } = config
    if (silenceLimit !== undefined) {
      this.once('connect', () => {
        const { stream } = (this as unknown as WithSocket).connection
        stream.setTimeout(silenceLimit, () => stream.destroy(new Error('Connection terminated: no answer')))
      })
    }
    // The pool listens to idle clients only. One that loses its connection in the middle of a transaction fails the next
    // query anyway; the event on top of it would end the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; only the one that Kysely calls is changed
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return super.query(...(args as [string]))
    return super.query({ name, text, values }, ...(rest as []))
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxStatements) return known
  const name = `malote_${names.size}`
  names.set(text, name)
  return name
}
