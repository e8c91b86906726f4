import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * PostgreSQL keeps every prepared statement of a session in memory. We have far fewer than this, unless SQL is built
 * from values.
 */
const maxStatements = 1_000
const names = new Map<string, string>()

/** The driver's settings plus ours. */
export interface PreparingClientConfig extends pg.ClientConfig {
  /** Milliseconds without a byte in either direction after which the connection counts as dead. Default: no limit. */
  silenceLimit?: number
}

/** The part of the driver's client that its types omit. */
interface WithSocket {
  connection: { stream: Socket }
}

/**
 * A client that prepares each parameterised statement once per connection, so that PostgreSQL plans it once. If a
 * connection dies without being closed, the waiting statement fails after `silenceLimit`, instead of after TCP's
 * timeout of about fifteen minutes.
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
    // The pool listens to idle clients only. If a client loses its connection inside a transaction, the next query
    // fails anyway; without this listener, the error event would end the process.
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
