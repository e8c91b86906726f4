import { expect, it } from 'vitest'
import { createQueryClient, staleTime } from './query-client.ts'

const minutes = (count: number) => count * 60_000

// proves 9.14
it('keeps answers as long as the contract says, and asks again for no window that comes back', () => {
  expect(staleTime).toEqual({ lookups: minutes(30), lists: minutes(5), tracking: minutes(2) })
  const { queries } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ staleTime: minutes(5), refetchOnWindowFocus: false })
})

// proves 17.77
it('fetches again what failed, when the network is back', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  const onReconnect = queries?.refetchOnReconnect as (query: { state: { status: string } }) => unknown
  expect(onReconnect({ state: { status: 'error' } })).toBe('always')
  expect(onReconnect({ state: { status: 'success' } })).toBe(true) // only if it has become old
})

// proves 9.15
it('asks once more when an answer fails', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry as (failures: number, error: unknown) => boolean
  expect([0, 1, 2].map((failures) => retry(failures, new Error('sem rede')))).toEqual([true, false, false])
})
