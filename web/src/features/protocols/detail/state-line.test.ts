import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it } from 'vitest'
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
