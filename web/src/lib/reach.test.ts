import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { noteFailure, reach, watchReach } from './reach.ts'

afterEach(() => vi.useRealTimers())

/** A server that answers only after so many calls. */
function serverAfter(count: number) {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  let calls = 0
  const onBack = vi.fn()
  const stop = watchReach(async () => {
    calls += 1
    if (calls <= count) throw new Error('away')
  }, onBack)
  return { calls: () => calls, onBack, stop }
}

// proves 19.15
it.each([
  [0, null],
  [502, null],
  [503, 'UNAVAILABLE'],
  [504, null],
])('tries until the server responds after a call with status %i', async (status, code) => {
  const { calls, onBack, stop } = serverAfter(3)
  noteFailure(new ApiError(status, '', { code }))
  noteFailure(new ApiError(status, '', { code }))
  await vi.advanceTimersByTimeAsync(0)
  expect([calls(), reach.get()]).toEqual([1, false])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([calls(), reach.get()]).toEqual([4, true])
  expect(onBack).toHaveBeenCalledOnce()
  stop()
})

// proves 19.15
it('shows nothing when only one call got lost, and asks nobody after a refusal', async () => {
  const { calls, onBack, stop } = serverAfter(0)
  for (const [status, code] of [
    [400, 'INVALID_INPUT'],
    [500, null],
    [503, 'OVERLOADED'],
    [503, 'SCAN_UNAVAILABLE'],
  ] as const) {
    noteFailure(new ApiError(status, '', { code }))
  }
  expect(calls()).toBe(0)
  noteFailure(new ApiError(0, ''))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([calls(), reach.get()]).toEqual([1, true])
  expect(onBack).not.toHaveBeenCalled()
  stop()
})
