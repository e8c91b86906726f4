import { Agent, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import {
  type ApiDocument,
  type RandomRequest,
  type Route,
  randomPath,
  requestTo,
  routesOf,
} from '../../server/src/test/permissions/random-requests.ts'

/** Seconds in which every request must be answered, and every connection with nonsense be closed. */
const longest = 30
/** Requests at the same time. */
const atOnce = 8
/** Of the API's calls, those that a run makes by other means or that would end its sessions. */
const spared = /^\/api\/(events|auth|users|sessions|profile)\b/

/** Bearer tokens of several people of different roles. */
export interface Target {
  url: string
  document: ApiDocument
  tokens: readonly string[]
}

type Kind = 'reads' | 'writes' | 'paths' | 'raw bytes'

export interface Outcome {
  requests: Record<Kind, number>
  /** Refusals by a server that is busy (503 with Retry-After), which are no failures unless they are many. */
  overloaded: number
  /** Milliseconds. */
  slowest: { ms: number; what: string }
  /** One line each: what was sent, and what is wrong with the response. */
  failures: string[]
}

type Attempt = { kind: Kind; what: string; body?: string; method?: string; url?: string; token: number; bytes?: Buffer }

/** Sends random requests to a running server for so many seconds. */
export async function attack({ url, document, tokens }: Target, seed: number, seconds: number): Promise<Outcome> {
  const outcome: Outcome = {
    requests: { reads: 0, writes: 0, paths: 0, 'raw bytes': 0 },
    ...{ overloaded: 0, slowest: { ms: 0, what: '' }, failures: [] },
  }
  const until = performance.now() + seconds * 1000
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const attempts = endless(attemptsAt(document, tokens.length), seed)
  const worker = async () => {
    while (performance.now() < until && outcome.failures.length === 0) {
      const attempt = attempts.next().value
      const start = performance.now()
      const fault = await (attempt.bytes
        ? sendBytes(url, attempt.bytes)
        : send(agent, url, attempt, tokens, () => (outcome.overloaded += 1)))
      const ms = performance.now() - start
      outcome.requests[attempt.kind] += 1
      if (ms > outcome.slowest.ms) outcome.slowest = { ms, what: attempt.what }
      if (fault) outcome.failures.push(`${attempt.what} ${attempt.body?.slice(0, 2_000) ?? ''}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  agent.destroy()
  return outcome
}

/** Values in batches, each with the next seed. */
function* endless<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Generator<Value, never> {
  for (let batch = 0; ; batch += 1) yield* fc.sample(arbitrary, { seed: seed * 100_000 + batch, numRuns: 200 })
}

function attemptsAt(document: ApiDocument, people: number): fc.Arbitrary<Attempt> {
  const routes = (methods: Parameters<typeof routesOf>[1]) =>
    routesOf(document, methods).filter(({ path }) => !spared.test(path))
  const token = fc.nat({ max: people - 1 })
  const toRoutes = (kind: Kind, all: readonly Route[]) =>
    fc.tuple(fc.constantFrom(...all), token).chain(([route, person]) =>
      requestTo(route).map(({ url, body }: RandomRequest) => {
        const method = route.method.toUpperCase()
        const encoded = body === undefined ? {} : { body: JSON.stringify(body) ?? '' }
        return { kind, what: `${method} ${url}`, method, url, token: person, ...encoded }
      }),
    )
  return fc.oneof(
    { weight: 9, arbitrary: toRoutes('reads', routes(['get'])) },
    { weight: 8, arbitrary: toRoutes('writes', routes(['post', 'put', 'delete'])) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(randomPath, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), token)
        .map(
          ([url, method, person]): Attempt => ({ kind: 'paths', what: `${method} ${url}`, method, url, token: person }),
        ),
    },
    {
      weight: 1,
      arbitrary: rawRequest.map(
        (bytes): Attempt => ({ kind: 'raw bytes', what: JSON.stringify(bytes.toString('latin1')), bytes, token: 0 }),
      ),
    },
  )
}

/** Bytes that a broken or hostile HTTP client writes to the socket. */
const rawRequest = fc
  .record({
    line: fc.constantFrom(
      ...['GET / HTTP/1.1', 'POST /api/protocols HTTP/1.1', 'GET http://malote.test/ HTTP/1.1', 'PRI * HTTP/2.0'],
      ...['CONNECT a:1 HTTP/1.1', 'GET /\u0000 HTTP/1.1', 'OPTIONS * HTTP/1.1', 'get / http/1.1', '', 'GET / HTTP/9.9'],
    ),
    headers: fc.array(
      fc.oneof(
        fc.constantFrom(
          ...[
            'Host: a',
            'Host: a\r\nHost: b',
            'Content-Length: 5',
            'Content-Length: -1',
            'Content-Length: 99999999999',
          ],
          ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked, chunked', 'Expect: 100-continue', ': x'],
          ...['Upgrade: websocket\r\nConnection: Upgrade', 'Upgrade: h2c', 'Range: bytes=0-1,5-,-1', ' folded: x'],
          ...[
            'Authorization: Bearer ',
            'Content-Type: multipart/form-data',
            'Accept-Encoding: br;q=-1, *;q=2',
            'Te: x',
          ],
          ...['If-None-Match: "', 'If-Modified-Since: never', `X: ${'y'.repeat(30_000)}`, 'Connection: close'],
        ),
        fc.string({ unit: 'binary', maxLength: 60 }),
      ),
      { maxLength: 6 },
    ),
    rest: fc.oneof(
      fc.constantFrom(
        '',
        '5\r\nhello\r\n0\r\n\r\n',
        'ffffffffffffffff\r\n',
        '0\r\nX: y\r\n\r\n',
        'GET / HTTP/1.1\r\n\r\n',
      ),
      fc.uint8Array({ maxLength: 4_000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    ),
  })
  .map(({ line, headers, rest }) => Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${rest}`, 'latin1'))

/** @returns what is wrong with the response; undefined for nothing */
function send(
  agent: Agent,
  server: string,
  { kind, method, url, body, token }: Attempt,
  tokens: readonly string[],
  overloaded: () => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const headers: Record<string, string> = { authorization: `Bearer ${tokens[token]}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const { hostname, port } = new URL(server)
    const request = sendRequest(
      { agent, hostname, port, method, path: url, headers, signal: AbortSignal.timeout(longest * 1000) },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (error) => resolve(`broken off: ${error.message}`))
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response
          const text = () => Buffer.concat(chunks).toString().slice(0, 500)
          if (status === 503 && received['retry-after'] !== undefined) overloaded()
          else if (status >= 500) return resolve(`${status} ${text()}`)
          else if (status === 401) return resolve('the session has ended')
          else if (status >= 400 && kind !== 'paths' && !isSentence(text())) return resolve(`${status} ${text()}`)
          resolve(undefined)
        })
      },
    )
    request.on('error', (error) => resolve(error.message))
    request.end(body)
  })
}

const isSentence = (text: string) => /"message":"\p{Lu}.{5,}/u.test(text)

/** Writes bytes to a connection and waits until the server has answered or closed it. */
function sendBytes(server: string, bytes: Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server)
    const socket = connect(Number(port), hostname)
    // A request that the server still waits for is cut off by its own limits; what counts is that it goes on.
    const done = (fault?: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(fault)
    }
    const timer = setTimeout(done, 500)
    socket.on('data', (chunk) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]
      done(Number(status) >= 500 && status !== '503' ? chunk.toString('latin1').slice(0, 500) : undefined)
    })
    socket.on('close', () => done())
    // The server may close before everything is written.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ECONNREFUSED' ? error.message : undefined),
    )
    socket.on('connect', () => socket.write(bytes))
  })
}
