import type { HistoryEntry } from '@malote/core/history/history-entry.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { describe, expect, it } from 'vitest'
import { actsOf } from './history-tab.tsx'
import { stateLine } from './state-line.ts'

const today = '2026-11-26'
const item = { status: itemStatus.pending, forwardedTo: null }
const away = { department: 'Diretoria', since: '2026-11-24T12:00:00Z', returnDate: null, protocolId: 6, itemId: 61 }
const received = {
  ...{ status: protocolStatus.inProgress, originDepartment: 'RH', destinationDepartment: 'Contabilidade' },
  ...{ createdAt: '2026-11-20T12:00:00Z', receivedAt: '2026-11-26T18:22:00Z', requiresReturn: true },
  ...{ pendingItems: 2, nextReturnDate: '2026-12-10', items: [item, item] },
}

// proves 2.6.14
it.each<[string, object]>([
  ['Em Contabilidade desde 15:22 · volta até 10/12', {}],
  ['Em Contabilidade desde 24/11 · devia voltar até 20/11', { receivedAt: away.since, nextReturnDate: '2026-11-20' }],
  ['A caminho de Contabilidade desde 20/11 · volta até 10/12', { status: protocolStatus.pending, receivedAt: null }],
  ['De volta a RH, aguardando conclusão', { pendingItems: 0, items: [] }],
  ['Em Contabilidade desde 20/11', { requiresReturn: false, receivedAt: null }],
  ['A caminho de Diretoria · volta até 10/12', { items: [{ ...item, forwardedTo: { ...away, stage: 'on_the_way' } }] }],
  ['Em Diretoria e em Contabilidade · volta até 10/12', { items: [{ ...item, forwardedTo: away }, item] }],
  [
    'Concluído por Ana · 26/11/2026 às 15:22',
    { status: protocolStatus.completed, completedBy: 'Ana', completedAt: '2026-11-26T18:22:00Z' },
  ],
])('“%s” says how a protocol stands', (words, more) => {
  expect(stateLine({ ...received, ...more } as unknown as ProtocolDetail, today)).toBe(words)
})

describe('the history', () => {
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
})
