import { beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from './event-stream.ts'
import { shareStream } from './shared-stream.ts'

const event = { name: 'protocol', data: { id: 7, version: 2, by: 'Carlos Menezes' } } as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})

/** A tab that was loaded so many seconds ago. */
function tab(seconds: number) {
  const heard: LiveEvent[] = []
  const stop = shareStream({
    onEvent: (one) => heard.push(one),
    onGap: () => {},
    isLoading: () => false,
    ageOfPage: () => seconds,
  })
  return { heard, stop }
}

// proves 15.6
it('a tab beside another hears what has happened since its page was loaded, and reads once that is closed', async () => {
  const stream = new TransformStream<Uint8Array, Uint8Array>()
  const abortable = (signal: AbortSignal) => stream.readable.pipeThrough(new TransformStream(), { signal })
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => new Response(abortable(signal)))
  const first = tab(0)
  await vi.advanceTimersByTimeAsync(1_000)
  const { name, data } = event
  void stream.writable.getWriter().write(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
  await expect.poll(() => first.heard).toEqual([event])
  const second = tab(2)
  await expect.poll(() => second.heard).toEqual([event])
  expect(first.heard).toHaveLength(1)
  second.stop()
  first.stop()
  await navigator.locks.request('malote:live', () => undefined)
})
