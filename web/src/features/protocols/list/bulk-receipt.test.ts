import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { expect, it } from 'vitest'
import { splitForReceipt } from './bulk-receipt.ts'

const viewer = { id: 9, name: 'Bruno', role: role.user, departmentId: 2 }
const protocol = (facts: Partial<ProtocolRow> = {}) =>
  ({
    ...{ originDepartmentId: 1, destinationDepartmentId: 2, requiresReturn: true, status: protocolStatus.pending },
    ...facts,
  }) as ProtocolRow
const stays = protocol({ requiresReturn: false })
const received = protocol({ status: protocolStatus.inProgress })
const completed = protocol({ status: protocolStatus.completed })
const sent = protocol({ originDepartmentId: 2, destinationDepartmentId: 1 })

it.each([
  [[stays], ['1 protocolo não requer devolução e fica de fora: use Concluir.']],
  [[stays, stays], ['2 protocolos não requerem devolução e ficam de fora: use Concluir em cada um.']],
  [
    [received, completed, sent, received],
    [
      '2 protocolos já foram recebidos e ficam de fora.',
      '1 protocolo já foi concluído e fica de fora.',
      '1 protocolo tem outro departamento de destino e fica de fora.',
    ],
  ],
  [[], []],
])('a bulk receipt says of the others why they stay out: %#', (others, leftOut) => {
  const own = protocol()
  expect(splitForReceipt(viewer, [...others, own])).toEqual({ protocols: [own], leftOut })
})
