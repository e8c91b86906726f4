import autocannon from 'autocannon'

/** One request; `token` is the bearer's. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string
  headers?: Record<string, string>
  body?: unknown
}

/** The figures of one stretch of load; latencies in milliseconds. */
export interface Measurement {
  perSecond: number
  p50: number
  p99: number
  /** Answers that were no success. */
  refused: number
  /** Milliseconds of processor time per answer, of the server and of PostgreSQL; NaN where the system does not tell. */
  cpu: number
}

/** A server, and a clock of the processor time that it and its database use from here on, in milliseconds. */
interface Loaded {
  url: string
  processorClock: () => () => number
}

/** How long: for a time, or for a number of requests. */
export type Duration = { seconds: number } | { requests: number }

async function bare(url: string, connections: number, duration: Duration, next: () => Call) {
  const latencies: number[] = []
  let refused = 0
  const start = performance.now()
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections: 'requests' in duration ? Math.min(connections, duration.requests) : connections,
        ...('requests' in duration ? { amount: duration.requests } : { duration: duration.seconds }),
        timeout: 60,
        requests: [{ setupRequest: (request) => ({ ...request, ...asRequest(next()) }) }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    running.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      if (status >= 300) refused += 1
    })
  })
  const seconds = 'seconds' in duration ? duration.seconds : (performance.now() - start) / 1000
  return { ...measured(latencies, seconds), refused: refused + errors, seconds }
}

/** Keeps `connections` busy, each with one request after the other. */
export async function load(
  { url, processorClock }: Loaded,
  connections: number,
  duration: Duration,
  next: () => Call,
): Promise<Measurement> {
  const used = processorClock()
  const measurement = await bare(url, connections, duration, next)
  const answered = measurement.perSecond * measurement.seconds
  return { ...measurement, cpu: used() / answered }
}

function asRequest({ method = 'GET', path, token, headers, body }: Call): autocannon.Request {
  return {
    method,
    path,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** @param seconds in which all of these were answered */
export function measured(latencies: readonly number[], seconds: number): Measurement {
  const sorted = [...latencies].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), refused: 0, cpu: Number.NaN }
}
