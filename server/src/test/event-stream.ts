import type { LiveEventName, LiveEvents } from '@malote/core/live/event.ts'
import type { App } from '../platform/http/fastify.ts'

type Heard = { [Name in LiveEventName]: { event: Name; data: LiveEvents[Name] } }[LiveEventName]

/** A client that listens to events, over a real connection. */
export interface Listener {
  status: number
  headers: Headers
  /** Events received so far. */
  events: Heard[]
  protocols: () => LiveEvents['protocol'][]
  /** Number of comment lines received so far, including the first one. */
  beats: () => number
  /** Resolves when the server has ended the response. */
  ended: Promise<void>
  close: () => void
}

const addresses = new WeakMap<App, Promise<string>>()

/** Address of the app. Starts listening with the first stream; closed with the app. */
function addressOf(app: App): Promise<string> {
  const address = addresses.get(app) ?? app.listen({ port: 0, host: '127.0.0.1' })
  addresses.set(app, address)
  return address
}

export async function listen(app: App, token: string, query = ''): Promise<Listener> {
  const stopper = new AbortController()
  const response = await fetch(`${await addressOf(app)}/api/events${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: stopper.signal,
  })
  const events: Heard[] = []
  let beats = 0
  const take = (block: string) => {
    if (block.startsWith(':')) beats += 1
    const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? []
    if (event && data) events.push({ event, data: JSON.parse(data) } as Heard)
  }
  const ended = (async () => {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  })().catch(() => {})
  return {
    status: response.status,
    headers: response.headers,
    events,
    protocols: () => events.flatMap((one) => (one.event === 'protocol' ? [one.data] : [])),
    beats: () => beats,
    ended,
    close: () => stopper.abort(),
  }
}
