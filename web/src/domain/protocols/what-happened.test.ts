import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it } from 'vitest'
import { whatHappened } from './what-happened.ts'

const at = '2026-11-22T17:02:00.000Z'
const by = 'Carlos Menezes'
const { pending, inProgress, completed, cancelled } = protocolStatus

// proves 20.53
it.each([
  ['pending', { status: pending }, null],
  [
    'received',
    { status: inProgress, receivedBy: by, receivedAt: at },
    'Carlos Menezes recebeu este protocolo em 22/11/2026 às 14:02.',
  ],
  ['completed', { status: completed, completedBy: by }, 'Carlos Menezes concluiu este protocolo.'],
  [
    'refused',
    { status: cancelled, cancelKind: 'refused' as const, cancelledBy: by, cancelReason: 'Endereço errado' },
    'Carlos Menezes recusou este protocolo. Motivo: Endereço errado',
  ],
  ['redirected', { status: cancelled, cancelKind: 'redirected' as const }, 'Outra pessoa redirecionou este protocolo.'],
])('%s is told with the name of the person', (_, protocol, sentence) => {
  expect(whatHappened(protocol)).toBe(sentence)
})
