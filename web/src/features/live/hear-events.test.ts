import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { latestAct, liveUnread, showAct } from '../../domain/live/latest-act.ts'
import { protocolKeys } from '../../domain/protocols/protocols.api.ts'
import { timeZone } from '../../lib/format.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/stored-session.ts'
import { hearEvents } from './hear-events.ts'

const unread = (count: number) => ({ name: 'inbox', data: { unread: count } }) as const

let client: QueryClient
let hearing: ReturnType<typeof hearEvents>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T23:59:30-03:00') })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  client = createQueryClient()
  hearing = hearEvents(client)
})

afterEach(() => {
  hearing.stop()
  client.clear()
})

/** A query on the screen that was fetched; returns how often. */
async function shown(queryKey: readonly unknown[]) {
  const queryFn = vi.fn(async () => 'data')
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(1)
  return { queryFn, stop }
}

it('a new day fetches again what is on the screen, once', async () => {
  expect(timeZone()).toBe('America/Sao_Paulo')
  const { queryFn, stop } = await shown(['dashboard', 'today'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(75_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
})

it('hits of a search are stale after an event, but stay while somebody chooses from them', async () => {
  const queryKey = ['search', 'ofício']
  const { queryFn, stop } = await shown(queryKey)
  hearing.onEvent({ name: 'protocol', data: { id: 7, version: 2, by: 'Carlos Menezes' } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  stop()
})

it('a report that was on its way during an event is stale, and is fetched when it is next used', async () => {
  const queryKey = ['reports', 'month']
  const { queryFn, stop } = await shown(queryKey)
  const answer = Promise.withResolvers<string>()
  queryFn.mockReturnValueOnce(answer.promise)
  const refetched = client.refetchQueries({ queryKey })
  hearing.onEvent({ name: 'protocol', data: { id: 7, version: 2, by: 'Carlos Menezes' } })
  await vi.advanceTimersByTimeAsync(10_000)
  answer.resolve('from before')
  await refetched
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  stop()
})

it('an older answer that arrives after an event does not replace its number', async () => {
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let asked = -1
  const queryFn = () => {
    asked += 1
    return asked === 0 ? 4 : (answers[asked - 1]?.promise ?? 0)
  }
  const queryKey = ['notifications', 'inbox', 1]
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  const poll = client.refetchQueries({ queryKey })
  hearing.onEvent(unread(5))
  answers[0]?.resolve(4)
  answers[1]?.resolve(5)
  await poll
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(queryKey)).toBe(5)
  stop()
})

it('whoever signs in next on the same page is told nothing of the person before', () => {
  hearing.onEvent(unread(7))
  showAct({ protocolId: 3, by: 'Carlos Menezes' })
  expect(liveUnread.get()).toMatchObject({ count: 7 })
  hearing.stop()
  expect([liveUnread.get(), latestAct.get()]).toEqual([null, null])
})

// proves 15.6
it('what others do to the protocol on the screen is announced, and no act of one’s own', async () => {
  const mine = { token: '', user: { name: 'Ana Beatriz Nogueira' }, isFromProvider: false, isDoubted: false }
  vi.spyOn(session, 'get').mockReturnValue(mine)
  const queryFn = vi.fn(async () => ({ version: queryFn.mock.calls.length }))
  const stop = new QueryObserver(client, { queryKey: protocolKeys.detail(7), queryFn }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  for (const [by, announced] of [
    ['Ana Beatriz Nogueira', null],
    ['Carlos Menezes', { protocolId: 7, by: 'Carlos Menezes' }],
  ] as const) {
    hearing.onEvent({ name: 'protocol', data: { id: 7, version: 2, by } })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(latestAct.get()).toEqual(announced)
  }
  expect(queryFn).toHaveBeenCalledTimes(3)
  stop()
})
