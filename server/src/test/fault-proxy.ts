import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { promisify } from 'node:util'
import pg from 'pg'

/** When to break a connection. */
export interface Fault {
  /**
   * Called for everything that a client sends. Returns true to break the connection.
   *
   * @param sent the text of a SQL statement; for other protocols, the received chunk
   * @param index number of earlier calls since the fault was set, on all connections
   */
  at: (sent: string, index: number) => boolean
  /**
   * `before`: the data never arrive. `after`: they arrive and take effect, but the response is lost. `stall`: they
   * arrive, and then the connection is silent in both directions until `heal`.
   */
  how: 'before' | 'after' | 'stall'
}

/** A proxy between client and server that breaks the connection at a chosen moment. */
export interface FaultProxy {
  port: number
  /** Breaks one connection, once; everything else passes. Replaces an earlier fault. */
  breakOnce: (fault: Fault) => void
  /** What was being sent when the fault struck, since the last `breakOnce`; undefined if it has not happened. */
  broken: () => string | undefined
  /** Number of statements or chunks since the last `breakOnce`. */
  seen: () => number
  /** Cuts all connections and refuses new ones until `heal`. */
  goAway: () => void
  /** Keeps all connections open and passes nothing on, like a machine that has vanished, until `heal`. */
  fallSilent: () => void
  /** Lets everything pass again. */
  heal: () => void
  close: () => Promise<void>
}

/** How a client's bytes are split into parts, and when the response to a part is complete. */
interface Protocol {
  /** @returns a function that splits the received bytes into complete parts; parts that count have a `text` */
  clientParts: () => (chunk: Buffer) => { bytes: Buffer; text?: string }[]
  /** @returns a function that says whether a response ends in this chunk from the server */
  answerEnds: () => (chunk: Buffer) => boolean
}

/** Treats each chunk as a part, and each chunk from the server as a response: enough for SMTP and HTTP. */
const chunks: Protocol = {
  clientParts: () => (chunk) => [{ bytes: chunk, text: chunk.toString('latin1') }],
  answerEnds: () => () => true,
}

/** Splits a byte stream into messages. All but a client's first one begin with a byte for their type. */
function messageReader(isClient: boolean) {
  let pending: Buffer = Buffer.alloc(0)
  let isFirst = isClient
  return function* (chunk: Buffer): Generator<{ type: string; bytes: Buffer; body: Buffer }> {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (pending.length < head + 4) return
      const end = head + pending.readUInt32BE(head)
      if (pending.length < end) return
      const bytes = pending.subarray(0, end)
      pending = pending.subarray(end)
      yield { type: isFirst ? '' : String.fromCharCode(bytes[0] ?? 0), bytes, body: bytes.subarray(head + 4) }
      isFirst = false
    }
  }
}

const zeroTerminated = (body: Buffer, start = 0) => body.toString('utf8', start, body.indexOf(0, start))

/** A part is a SQL statement: a simple query, or the messages up to a Sync. Unencrypted connections only. */
const postgres: Protocol = {
  clientParts: () => {
    const read = messageReader(true)
    const prepared = new Map<string, string>()
    let run: Buffer[] = []
    let text = ''
    return (chunk) =>
      [...read(chunk)].flatMap(({ type, bytes, body }) => {
        if (type === 'Q') return [{ bytes, text: zeroTerminated(body) }]
        // Start, password and end of a session; data of a COPY.
        if (['', 'p', 'X', 'd', 'c', 'f'].includes(type)) return [{ bytes }]
        run.push(bytes)
        const name = zeroTerminated(body)
        if (type === 'P') prepared.set(name, zeroTerminated(body, Buffer.byteLength(name) + 1))
        // Bind: the portal's name, then the name of the statement.
        if (type === 'B') text = prepared.get(zeroTerminated(body, Buffer.byteLength(name) + 1)) ?? ''
        if (type !== 'S') return []
        const whole = Buffer.concat(run)
        run = []
        return [{ bytes: whole, text }]
      })
  },
  answerEnds: () => {
    const read = messageReader(false)
    return (chunk) => [...read(chunk)].some(({ type }) => type === 'Z')
  },
}

/** A proxy in front of any server, which can break at any chunk that a client sends. */
export const faultProxy = (server: NetConnectOpts): Promise<FaultProxy> => openProxy(server, chunks)

/** A proxy in front of PostgreSQL, which can break at chosen statements. */
export async function databaseProxy(connectionString: string): Promise<FaultProxy & { connectionString: string }> {
  const { host, port, user, password, database } = new pg.Client({ connectionString })
  const server = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const proxy = await openProxy(server, postgres)
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}`
  return { ...proxy, connectionString: `postgres://${login}@127.0.0.1:${proxy.port}/${database}` }
}

/** A fault at the statement that commits, in upper or lower case. */
export const atCommit = (how: Fault['how']): Fault => ({ at: (sent) => /^commit\b/i.test(sent), how })

async function openProxy(server: NetConnectOpts, protocol: Protocol): Promise<FaultProxy> {
  const pairs = new Set<{ client: Socket; upstream: Socket }>()
  let fault: Fault | undefined
  let broken: string | undefined
  let seen = 0
  let isAway = false
  let isSilent = false
  const unheard = new Set<Socket>()

  const cut = () => {
    for (const client of unheard) client.resetAndDestroy()
    unheard.clear()
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }

  const listener = createServer((client) => {
    client.on('error', () => {})
    if (isAway) return client.resetAndDestroy()
    if (isSilent) return unheard.add(client.pause())
    const upstream = connect(server).on('error', () => {})
    const pair = { client, upstream }
    pairs.add(pair)
    const partsOf = protocol.clientParts()
    const endsAnswer = protocol.answerEnds()
    let isAnswerLost = false
    const endBoth = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    client.on('close', endBoth)
    upstream.on('close', endBoth)

    client.on('data', (chunk: Buffer) => {
      for (const { bytes, text } of partsOf(chunk)) {
        const isHit = text !== undefined && fault?.at(text, seen) === true
        if (text !== undefined) seen += 1
        if (!isHit || !fault) {
          upstream.write(bytes)
          continue
        }
        const { how } = fault
        fault = undefined
        broken = text
        if (how === 'before') {
          upstream.end()
          client.resetAndDestroy()
          return
        }
        upstream.write(bytes)
        if (how === 'after') isAnswerLost = true
        else for (const side of [client, upstream]) side.pause()
      }
    })
    upstream.on('data', (chunk: Buffer) => {
      const isWhole = endsAnswer(chunk)
      if (!isAnswerLost) client.write(chunk)
      else if (isWhole) {
        client.resetAndDestroy()
        upstream.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))

  return {
    port: (listener.address() as AddressInfo).port,
    breakOnce: (next) => {
      fault = next
      broken = undefined
      seen = 0
    },
    broken: () => broken,
    seen: () => seen,
    goAway: () => {
      isAway = true
      cut()
    },
    fallSilent: () => {
      isSilent = true
      for (const { client, upstream } of pairs) for (const side of [client, upstream]) side.pause()
    },
    heal: () => {
      isAway = false
      isSilent = false
      for (const client of unheard) client.resetAndDestroy()
      unheard.clear()
      fault = undefined
      for (const { client, upstream } of pairs) {
        client.resume()
        upstream.resume()
      }
    },
    close: async () => {
      cut()
      await promisify(listener.close.bind(listener))()
    },
  }
}
