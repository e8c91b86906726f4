import { expect, it } from 'vitest'
import { z } from 'zod'
import { todayFacts, todayWire } from './dashboard.ts'

// proves 17.7
it('the eight facts of a day travel under the names of the contract', () => {
  const nothing = Object.fromEntries(todayFacts.map((fact) => [fact, { count: 0, path: '/protocolos' }]))
  expect(Object.keys(z.encode(todayWire, nothing as never)).toSorted()).toEqual([
    'extension_requests',
    'occurrences',
    'overdue',
    'to_confirm',
    'to_receive',
    'to_return_today',
    'unassigned',
    'unreceived_sent',
  ])
})
