import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { tracedStatement } from '../tracing/tracing.ts'

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
  /** False where several clients share a session, see `Pooler`. Default: true. */
  prepares?: boolean
  /** Settings that go with the greeting under their own names. Poolers know a few of them and refuse `options`. */
  greeting?: Readonly<Record<string, string>>
}

/** The part of the driver's client that its types omit. */
interface WithSocket {
  connection: { stream: Socket }
}

interface WithGreeting {
  getStartupConf: () => Record<string, string>
}

/**
 * A client that prepares each parameterised statement once per connection, so that PostgreSQL plans it once. If a
 * connection dies without being closed, the waiting statement fails after `silenceLimit`, instead of after TCP's
 * timeout of about fifteen minutes.
 */
export class PreparingClient extends pg.Client {
  readonly #prepares: boolean

  constructor(config: PreparingClientConfig = {}) {
    super(config)
    const { silenceLimit, prepares = true, greeting } = config
    this.#prepares = prepares
    if (greeting) {
      const client = this as unknown as WithGreeting
      const usual = client.getStartupConf.bind(this)
      client.getStartupConf = () => ({ ...usual(), ...greeting })
    }
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
    const isPrepared = this.#prepares && typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = isPrepared ? statementName(text) : undefined
    const run = () =>
      name === undefined ? super.query(...(args as [string])) : super.query({ name, text, values }, ...(rest as []))
    // Kysely's calls have no callback, and only they are traced.
    const isAwaited = typeof text === 'string' && typeof values !== 'function' && rest.length === 0
    return isAwaited ? tracedStatement(text, run) : run()
  }
}

/**
 * The name under which a statement is prepared. It is made of the text alone, so that it means the same statement in
 * every process: behind a pooler, one process could otherwise run what another has prepared.
 *
 * @returns undefined when too many statements have a name
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxStatements) return known
  const name = `malote_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
  names.set(text, name)
  return name
}
