import { eventsPath, type LiveEventName, type LiveEvents } from '@malote/core/live/event.ts'

export interface Call {
  /** The last part of the path: `'7'` of `/api/departments/7`. */
  last: string
  query: Record<string, string>
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the JSON or form that the page sent; a test reads what it is about
  body: any
}

/** The JSON of an answer, or a function that makes it, at once or later; when it throws, the call gets no answer. */
type Answer = object | string | number | ((call: Call) => unknown)

/**
 * What the server answers, by call: `'GET /api/departments'`, or `'PUT /api/departments/*'` for all that differ in the last
 * part. A call that is missing fails the test.
 */
export type Api = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Answer>

class Refusal {
  readonly status: number
  readonly body: object | undefined

  constructor(status: number, body?: object) {
    this.status = status
    this.body = body
  }
}

/** A refused call; without a body the page has to say its own sentence. */
export const refusal = (status: number, body?: object) => new Refusal(status, body)

/** What the servers of a test noted. */
export const noted = {
  unexpected: new Set<string>(),
  /** The failures that the API client may log, in its words. */
  failures: new Set<string>(),
}

/** A server that knows these answers. `api` may be changed while the page is open. */
export function fakeServer(api: Api) {
  /** All calls so far, in their order. */
  const calls: string[] = []
  const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const answers: Api = {
    [`GET ${eventsPath}`]: () => new Response(new ReadableStream({ start: stream.resolve })),
    ...api,
  }

  async function answerTo(key: keyof Api, call: Call): Promise<Response> {
    const known = answers[key] ?? answers[key.replace(/[^/]+$/, '*') as keyof Api]
    if (known === undefined) noted.unexpected.add(key)
    const answer = await (typeof known === 'function' ? known(call) : (known ?? refusal(404)))
    if (answer instanceof Response) return answer
    const { status, body } = answer instanceof Refusal ? answer : { status: 200, body: answer }
    if (status >= 400) noted.failures.add(`${key}: ${status}`)
    return new Response(body === undefined ? '' : JSON.stringify(body), { status })
  }

  return {
    api: answers,
    calls,

    async fetch(input: string, { method = 'GET', body, signal, headers }: RequestInit = {}): Promise<Response> {
      const { pathname, searchParams } = new URL(input, location.href)
      const key = `${method} ${pathname}` as keyof Api
      calls.push(key)
      const aborted = Promise.withResolvers<never>()
      signal?.addEventListener('abort', () => aborted.reject(signal.reason))
      const call = {
        last: pathname.slice(pathname.lastIndexOf('/') + 1),
        query: Object.fromEntries(searchParams),
        headers: new Headers(headers),
        body: typeof body === 'string' ? JSON.parse(body) : body,
      }
      return Promise.race([answerTo(key, call), aborted.promise]).catch((error: unknown) => {
        noted.failures.add(`${key}: 0`)
        throw error
      })
    },

    /** Sends an event to the page, which opens its stream a second after it was loaded. */
    async tell<Name extends LiveEventName>(name: Name, data: LiveEvents[Name]) {
      const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
      ;(await stream.promise).enqueue(new TextEncoder().encode(text))
    },
  }
}

/** What `api.upload` needs of an XMLHttpRequest: it passes the form to `fetch`, with which a test answers. */
export function uploadBy(respond: typeof fetch) {
  return class {
    status = 0
    response: unknown = null
    readonly upload = {}
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    onloadend = () => {}
    #call: [url: string, init: RequestInit] = ['', {}]
    readonly #headers = new Headers()
    readonly #ending = new AbortController()
    open(method: string, url: string) {
      this.#call = [url, { method, signal: this.#ending.signal }]
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }
    getResponseHeader = () => null
    abort() {
      this.#ending.abort()
    }
    async send(form: FormData) {
      const [url, init] = this.#call
      try {
        const answer = await respond(url, { ...init, body: form, headers: this.#headers })
        this.status = answer.status
        this.response = await answer.json().catch(() => null)
        this.onload()
      } catch {
        if (this.#ending.signal.aborted) this.onabort()
        else this.onerror()
      }
      this.onloadend()
    }
  }
}
