import type { HistoryEntry } from '@malote/core/history/history-entry.ts'
import { expect, it } from 'vitest'
import { actsOf } from './history-acts.ts'

const entry = (id: number, seconds: number, action = 'Item retornado', createdBy = 'Ana') =>
  ({
    id,
    itemId: id,
    action,
    createdBy,
    createdAt: `2026-11-22T12:00:${String(seconds).padStart(2, '0')}.000Z`,
  }) as HistoryEntry

const ids = (history: HistoryEntry[]) => actsOf(history).map((act) => act.map(({ id }) => id))

// proves 17.76
it('what one person does at once is one act', () => {
  expect(ids([entry(3, 1), entry(2, 0), entry(1, 0)])).toEqual([[1, 2, 3]])
  expect(ids([1, 2, 3, 4].map((id) => entry(id, id)))).toEqual([[1, 2, 3, 4]])
})

it.each([
  ['another person', entry(2, 0, 'Item retornado', 'Bruno')],
  ['another action', entry(2, 0, 'Item concluído')],
  ['a later moment', entry(2, 30)],
])('%s is another act', (_, other) => {
  const [first, third, fourth] = [entry(1, 0), entry(3, 59), entry(4, 59)]
  expect(ids([first, other, third, fourth])).toEqual([[1], [2], [3], [4]])
})

it('two entries stay two', () => expect(ids([entry(1, 0), entry(2, 0)])).toEqual([[1], [2]]))
