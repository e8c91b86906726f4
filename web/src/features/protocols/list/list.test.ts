import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { describe, expect, it } from 'vitest'
import { protocolSearch } from '../../../domain/screens/searches.ts'
import { summaryLists, summaryWords } from './summary-words.ts'
import { splitForReceipt } from './use-protocol-bulk.tsx'

describe('bulk receipt', () => {
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
})

describe('protocol search', () => {
  it('keeps what is set', () => {
    const search = { page: 2, search: 318, status: 'Pendente', department: 4, startDate: '2026-11-01' }
    expect(protocolSearch(search)).toEqual({ ...search, search: '318' })
  })

  it.each([
    { page: 1 },
    { page: 'muitas' },
    { search: '  ' },
    { status: 'Todos' },
    { status: 'Perdido' },
    { department: 'RH' },
    { startDate: '2026-02-31', endDate: true },
    { cor: 'azul' },
  ])('lets nothing but a filter through: %j', (search) => expect(protocolSearch(search)).toEqual({}))
})

describe('summary words', () => {
  // proves 2.5.9
  it.each([
    [{ pendingHere: 12, overdue: 3 }, true, ['12 pendentes aqui', '3 protocolos atrasados']],
    [{ pendingHere: 1, overdue: 1 }, true, ['1 pendente aqui', '1 protocolo atrasado']],
    [{ pendingHere: 1200, overdue: 0 }, false, ['1.200 pendentes']],
    [{ pendingHere: 0, overdue: 1480 }, true, ['1.480 protocolos atrasados']],
    [{ pendingHere: 0, overdue: 0 }, true, []],
    [{}, true, []],
  ])('%j, in a department: %s', (summary, hasDepartment, words) =>
    expect(summaryWords(summary, hasDepartment).map(([, text]) => text)).toEqual(words),
  )

  // proves 17.56
  it.each([
    [role.user, 4, { status: 'Pendente', here: 1 }, { late: 1 }],
    [role.admin, 4, { status: 'Pendente', here: 1 }, { late: 1, department: 4 }],
    [role.admin, null, { status: 'Pendente' }, { late: 1 }],
  ])('the counts of a %s in department %s lead to their lists', (ofRole, departmentId, pendingHere, overdue) =>
    expect(summaryLists({ role: ofRole, departmentId })).toEqual({ pendingHere, overdue }),
  )
})
