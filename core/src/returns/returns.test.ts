import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canAssign, canReturnInBulk } from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import { role } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import { dueDaysOf, dueDaysOfFilter } from './return-days.ts'
import { type ReturnRow, returnFilter } from './return-row.ts'
import { protocolOfRow, sideOf } from './return-rules.ts'

const row = (fields: Partial<ReturnRow> = {}): ReturnRow => ({
  id: 1,
  protocolId: 1,
  documentNumber: '101/2026',
  itemType: 'Contrato',
  category: null,
  categoryColor: null,
  supplier: null,
  returnDate: '2026-11-27',
  status: itemStatus.pending,
  protocolStatus: protocolStatus.inProgress,
  originDepartment: 'RH',
  originDepartmentId: 1,
  destinationDepartment: 'Jurídico',
  destinationDepartmentId: 2,
  responsible: 'Débora Lima',
  responsibleId: 7,
  createdAt: '2026-11-20T12:00:00.000Z',
  actualReturnDate: null,
  ...fields,
})
const person = { id: 7, name: 'Débora Lima', role: role.user, departmentId: 2 }
const colleague = { ...person, id: 8 }
const manager = { ...person, id: 9, role: role.manager }
const sender = { ...manager, id: 10, departmentId: 1 }
const admin = { ...person, id: 11, role: role.admin, departmentId: 3 }

// proves 6.6
describe('what may be selected for the bulk return', () => {
  it.each([
    ['the responsible person', person, {}, null],
    ['a colleague', colleague, {}, 'Você só pode retornar itens que estão sob a sua responsabilidade'],
    ['a Gestor of the destination', manager, {}, null],
    ['a Gestor, unassigned', manager, { responsibleId: null }, 'Este item ainda não tem um usuário responsável'],
    ['a Gestor of the origin', sender, {}, 'Apenas usuários do departamento de destino podem retornar este item'],
    ['an Admin from elsewhere', admin, {}, 'Apenas usuários do departamento de destino podem retornar este item'],
    [
      'not received',
      manager,
      { protocolStatus: protocolStatus.pending },
      'Este protocolo ainda não foi recebido pelo destino',
    ],
    ['without a due date', manager, { returnDate: null }, 'Este item não tem data de retorno definida'],
    ['returned', manager, { status: itemStatus.returned }, 'Este item já foi retornado'],
  ])('%s', (_, viewer, fields, reason) => {
    const listed = row(fields)
    const verdict = canReturnInBulk(viewer, protocolOfRow(listed), listed)
    expect(verdict.allowed ? null : verdict.message).toBe(reason)
  })

  // proves 6.7
  it('an unassigned item is for a Gestor of the destination to assign, received or not', () => {
    const open = row({ responsibleId: null, protocolStatus: protocolStatus.pending })
    const mayAssign = (viewer: Viewer, one: ReturnRow) => canAssign(viewer, protocolOfRow(one), one).allowed
    expect(mayAssign(manager, open)).toBe(true)
    for (const other of [person, sender, admin]) expect(mayAssign(other, open)).toBe(false)
    expect(mayAssign(manager, row())).toBe(false)
  })
})

it.each([
  ['the destination', person, {}, 'toReturn'],
  ['the origin', sender, {}, 'toReceive'],
  ['both', { ...person, departmentId: 1 }, { destinationDepartmentId: 1 }, 'toReturn'],
  ['nobody', admin, {}, null],
  ['the destination, returned', person, { status: itemStatus.returned }, null],
])('the side of %s', (_, viewer, fields, side) => expect(sideOf(viewer, row(fields))).toBe(side))

// proves 2.9.2
describe('the days of the date filter', () => {
  const today = '2026-12-28'
  it.each([
    ['all', null],
    ['today', { from: today, to: today }],
    ['overdue', { to: '2026-12-27' }],
    ['week', { from: today, to: '2027-01-04' }],
  ] as const)('%s', (filter, days) => expect(dueDaysOf(filter, today)).toEqual(days))

  const [early, late] = ['2026-12-20', '2027-01-02']
  it.each([
    ['all', {}, null],
    ['all', { dateFrom: early }, { from: early }],
    ['all', { dateTo: late }, { to: late }],
    ['all', { dateFrom: early, dateTo: late }, { from: early, to: late }],
    ['overdue', {}, { to: '2026-12-27' }],
    ['overdue', { dateFrom: early, dateTo: late }, { from: early, to: '2026-12-27' }],
    ['overdue', { dateTo: early }, { to: early }],
    ['week', { dateFrom: early, dateTo: late }, { from: today, to: late }],
    ['week', { dateFrom: late }, { from: late, to: '2027-01-04' }],
    // Nothing is due then.
    ['today', { dateFrom: late }, { from: late, to: today }],
  ] as const)('%s with %j', (dateFilter, dates, days) =>
    expect(dueDaysOfFilter({ dateFilter, ...dates }, today)).toEqual(days),
  )

  it('no day is overdue and of the week at once, and today is always of the week', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const now = date.toISOString().slice(0, 10)
        const overdue = dueDaysOf('overdue', now)
        const week = dueDaysOf('week', now)
        expect((overdue?.to ?? '') < (week?.from ?? '')).toBe(true)
        expect(week?.from).toBe(now)
      }),
    )
  })
})

// proves 9.9, 12.10
it.each([
  [{}, { status: 'Pendente', dateFilter: 'all', page: 1, perPage: 10 }],
  [
    { status: 'Retornado', dateFilter: 'week', page: '3' },
    { status: 'Retornado', dateFilter: 'week', page: 3, perPage: 10 },
  ],
  [
    { status: '', dateFilter: '', side: '' },
    { status: 'Pendente', dateFilter: 'all', page: 1, perPage: 10 },
  ],
  [
    { status: 'all', side: 'toReturn' },
    { status: 'all', side: 'toReturn', dateFilter: 'all', page: 1, perPage: 10 },
  ],
  [
    { status: 'Todos', dateFilter: 'Todas', page: '1000000000' },
    { status: 'all', dateFilter: 'all', page: 1_000_000, perPage: 10 },
  ],
])('reads the query %j', (query, filter) => expect(returnFilter.parse(query)).toEqual(filter))
