import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAtDestination, isAtOrigin, type ProtocolFacts } from '../protocols/protocol-rules.ts'
import { isOpen, protocolStatus, protocolStatuses } from '../protocols/protocol-status.ts'
import { canSee } from '../protocols/visibility.ts'
import { allowed, refusalIn, type Verdict } from '../shared/verdict.ts'
import { role, roles } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import { absences } from './item.ts'
import {
  canAssign,
  canCancelItem,
  canCompleteInBulk,
  canCompleteItem,
  canForwardInBulk,
  canForwardItem,
  canForwardTo,
  canRemind,
  canRemindAgain,
  canReturn,
  canReturnInBulk,
  canSetDueDate,
  canTransfer,
  hasItemToForward,
  type ItemFacts,
  mostHops,
} from './item-rules.ts'
import { itemStatus, itemStatuses } from './item-status.ts'

const origin = 1
const destination = 2
const me = 7

const protocol = (facts: Partial<ProtocolFacts> = {}): ProtocolFacts => ({
  originDepartmentId: origin,
  destinationDepartmentId: destination,
  status: protocolStatus.inProgress,
  requiresReturn: true,
  totalItems: 1,
  pendingItems: 1,
  cancelledItems: 0,
  ...facts,
})
const item = (facts: Partial<ItemFacts> = {}): ItemFacts => ({
  status: itemStatus.pending,
  returnDate: '2026-12-01',
  responsibleId: null,
  ...facts,
})
const viewerOf = (departmentId: number, personRole: Viewer['role'] = role.user): Viewer => ({
  id: me,
  name: 'Maria Souza',
  role: personRole,
  departmentId,
})
const codeOf = (verdict: Verdict) => (verdict.allowed ? 'ok' : verdict.code)

const early = { status: protocolStatus.pending }
const stays = { ...early, requiresReturn: false }
const closed = { status: protocolStatus.completed }

// proves 4.15
describe('return', () => {
  it.each([
    [destination, {}, {}, 'ok'],
    [origin, {}, {}, 'ONLY_DESTINATION_RETURNS'],
    [destination, early, {}, 'PROTOCOL_NOT_RECEIVED'],
    [destination, stays, {}, 'NOTHING_TO_RETURN'],
    [destination, closed, { status: itemStatus.completed }, 'PROTOCOL_ALREADY_COMPLETED'],
    [destination, {}, { status: itemStatus.returned }, 'ITEM_ALREADY_RETURNED'],
    [destination, {}, { status: itemStatus.completed }, 'ITEM_ALREADY_COMPLETED'],
    [destination, {}, { status: itemStatus.cancelled }, 'ITEM_ALREADY_CANCELLED'],
    [destination, {}, { returnDate: null }, 'ITEM_HAS_NO_DUE_DATE'],
  ] as const)('by department %s, protocol %j, item %j: %s', (department, facts, itemFacts, expected) => {
    expect(codeOf(canReturn(viewerOf(department), protocol(facts), item(itemFacts)))).toBe(expected)
  })
})

// proves 4.16, 6.6
describe('return in bulk', () => {
  it.each([
    [destination, role.manager, 9, 'ok'],
    [destination, role.manager, me, 'ok'],
    [destination, role.manager, null, 'ITEM_HAS_NO_RESPONSIBLE'],
    [destination, role.user, me, 'ok'],
    [destination, role.user, 9, 'ONLY_RESPONSIBLE_RETURNS'],
    [destination, role.user, null, 'ONLY_RESPONSIBLE_RETURNS'],
    [destination, role.admin, 9, 'ONLY_RESPONSIBLE_RETURNS'],
    [origin, role.manager, 9, 'ONLY_DESTINATION_RETURNS'],
  ] as const)(
    'by department %s as %s of what %s answers for: %s',
    (department, personRole, responsibleId, expected) => {
      expect(codeOf(canReturnInBulk(viewerOf(department, personRole), protocol(), item({ responsibleId })))).toBe(
        expected,
      )
    },
  )
})

describe('what did not come or was lost', () => {
  const gestor = viewerOf(destination, role.manager)
  const returned = { status: itemStatus.returned }
  it.each([
    ['returned in bulk', canReturnInBulk, gestor, {}],
    ['completed in bulk', canCompleteInBulk, viewerOf(origin), returned],
    ['passed on with others', canForwardInBulk, gestor, {}],
  ] as const)('is not %s, and every other item is', (_act, rule, viewer, facts) => {
    const about = (absent?: ItemFacts['absent']) =>
      refusalIn(rule(viewer, protocol(), item({ responsibleId: 9, absent, ...facts })))
    expect(about('missing')).toBe('Este item não veio e fica de fora até a ocorrência ser resolvida')
    expect(about('lost')).toBe('Este item foi extraviado e fica de fora até a ocorrência ser resolvida')
    for (const none of [undefined, null]) expect(about(none)).toBeNull()
  })

  it('is returned, completed, cancelled and passed on alone', () => {
    const absent = item({ absent: 'missing' })
    expect(canReturn(viewerOf(destination), protocol(), absent)).toEqual(allowed)
    expect(canCompleteItem(viewerOf(origin), protocol(), { ...absent, ...returned })).toEqual(allowed)
    expect(canCancelItem(protocol(), absent)).toEqual(allowed)
    expect(canForwardItem(gestor, protocol(), absent)).toEqual(allowed)
  })

  it('is refused first for whatever else is in the way', () => {
    const absent = item({ absent: 'missing' })
    expect(codeOf(canReturnInBulk(gestor, protocol(), absent))).toBe('ITEM_HAS_NO_RESPONSIBLE')
    expect(codeOf(canCompleteInBulk(viewerOf(origin), protocol(), absent))).toBe('ITEM_NOT_RETURNED')
    const atArchive = { ...absent, forwardedTo: { department: 'Arquivo' } }
    expect(codeOf(canForwardInBulk(gestor, protocol(), atArchive))).toBe('ITEM_IS_ELSEWHERE')
  })

  it('is named in the refusal to pass it on', () =>
    expect(refusalIn(canForwardInBulk(gestor, protocol(), item({ absent: 'lost' }), 'Item ADM-104 (Contrato)'))).toBe(
      'Item ADM-104 (Contrato) foi extraviado e fica de fora até a ocorrência ser resolvida',
    ))

  it('is not offered to be passed on when nothing else is there', () =>
    expect(hasItemToForward(gestor, { ...protocol(), items: [item({ absent: 'missing' })] })).toBe(false))
})

// proves 4.17
describe('complete', () => {
  it.each([
    [origin, {}, itemStatus.returned, 'ok'],
    [destination, {}, itemStatus.returned, 'ONLY_ORIGIN_COMPLETES_ITEM'],
    [origin, {}, itemStatus.pending, 'ITEM_NOT_RETURNED'],
    [origin, {}, itemStatus.completed, 'ITEM_ALREADY_COMPLETED'],
    [origin, {}, itemStatus.cancelled, 'ITEM_ALREADY_CANCELLED'],
    [origin, { status: protocolStatus.cancelled }, itemStatus.returned, 'PROTOCOL_ALREADY_CANCELLED'],
  ] as const)('by department %s, protocol %j, item %s: %s', (department, facts, status, expected) => {
    expect(codeOf(canCompleteItem(viewerOf(department), protocol(facts), item({ status })))).toBe(expected)
  })
})

// proves 4.19, 4.20, 5.4.5, 6.5
describe('assign and transfer', () => {
  it.each([
    [destination, role.manager, {}, {}, 'ok', 'ITEM_HAS_NO_RESPONSIBLE'],
    [destination, role.manager, {}, { responsibleId: 9 }, 'ITEM_ALREADY_ASSIGNED', 'ok'],
    [destination, role.manager, early, {}, 'ok', 'ITEM_HAS_NO_RESPONSIBLE'],
    [destination, role.manager, stays, {}, 'ONLY_RETURNABLE_IS_ASSIGNED', 'ITEM_HAS_NO_RESPONSIBLE'],
    [destination, role.manager, stays, { responsibleId: 9 }, 'ITEM_ALREADY_ASSIGNED', 'ok'],
    [destination, role.user, {}, {}, 'ONLY_MANAGERS_ASSIGN', 'ONLY_MANAGERS_TRANSFER'],
    [destination, role.admin, {}, {}, 'ONLY_MANAGERS_ASSIGN', 'ONLY_MANAGERS_TRANSFER'],
    [origin, role.manager, {}, {}, 'ONLY_DESTINATION_MANAGERS_ASSIGN', 'ONLY_DESTINATION_MANAGERS_TRANSFER'],
    [
      destination,
      role.manager,
      {},
      { status: itemStatus.returned },
      'ONLY_PENDING_IS_ASSIGNED',
      'ONLY_PENDING_IS_TRANSFERRED',
    ],
  ] as const)(
    'by department %s as %s, protocol %j, item %j',
    (department, personRole, facts, itemFacts, assign, transfer) => {
      const viewer = viewerOf(department, personRole)
      expect(codeOf(canAssign(viewer, protocol(facts), item(itemFacts)))).toBe(assign)
      expect(codeOf(canTransfer(viewer, protocol(facts), item(itemFacts)))).toBe(transfer)
    },
  )
})

describe('due date', () => {
  it.each([
    [origin, {}, {}, 'ok'],
    [origin, early, { returnDate: null }, 'ok'],
    [destination, {}, {}, 'ONLY_ORIGIN_SETS_DUE_DATE'],
    [origin, stays, {}, 'NOTHING_TO_RETURN'],
    [origin, closed, {}, 'PROTOCOL_ALREADY_COMPLETED'],
    [origin, {}, { status: itemStatus.returned }, 'ITEM_ALREADY_RETURNED'],
  ] as const)('by department %s, protocol %j, item %j: %s', (department, facts, itemFacts, expected) => {
    expect(codeOf(canSetDueDate(viewerOf(department), protocol(facts), item(itemFacts)))).toBe(expected)
  })
})

describe('pass on', () => {
  const away = { forwardedTo: { department: 'Arquivo' } }
  it.each([
    [destination, {}, {}, 'ok'],
    [destination, early, {}, 'PROTOCOL_NOT_RECEIVED'],
    [destination, stays, {}, 'ok'],
    [destination, {}, away, 'ITEM_IS_ELSEWHERE'],
    [destination, {}, { status: itemStatus.returned }, 'ITEM_ALREADY_RETURNED'],
    [destination, {}, { status: itemStatus.cancelled }, 'ITEM_ALREADY_CANCELLED'],
    [origin, {}, {}, 'ONLY_HOLDER_FORWARDS'],
  ] as const)('by department %s, protocol %j, item %j: %s', (department, facts, itemFacts, expected) => {
    expect(codeOf(canForwardItem(viewerOf(department), protocol(facts), item(itemFacts)))).toBe(expected)
  })

  it.each([
    [{}, 3, 1, 'ok'],
    [{}, origin, 1, 'NOT_FORWARDED_BACK'],
    [{ requiresReturn: false }, origin, 1, 'ok'],
    [{}, destination, 1, 'ALREADY_THERE'],
    [{ requiresReturn: false }, destination, 1, 'ALREADY_THERE'],
    [{}, 3, mostHops - 1, 'ok'],
    [{}, 3, mostHops, 'TOO_MANY_HOPS'],
  ] as const)('of protocol %j to department %s after %s hops: %s', (facts, to, hops, expected) => {
    expect(codeOf(canForwardTo(protocol(facts), to, hops))).toBe(expected)
  })

  const atArchive = item(away)
  const returned = item({ status: itemStatus.returned })
  it.each([
    ['a pending item', { items: [returned, atArchive, item()] }, true],
    ['only what is away or settled', { items: [returned, atArchive], pendingItems: 1 }, false],
    ['a row with a pending item', { pendingItems: 1 }, true],
    ['a row whose last pending item is away', { pendingItems: 1, passedOnTo: 'Diretoria' }, false],
    ['a row with several, one of them away', { pendingItems: 2, passedOnTo: 'Diretoria' }, true],
    ['a row with nothing pending', { pendingItems: 0 }, false],
    ['a closed protocol', { ...closed, items: [item()] }, false],
  ])('is offered for %s: %j, %s', (_, facts, expected) => {
    expect(hasItemToForward(viewerOf(destination), { ...protocol(), ...facts })).toBe(expected)
    expect(hasItemToForward(viewerOf(origin), { ...protocol(), ...facts })).toBe(false)
  })

  it('makes ten protocols at most', () => expect(mostHops).toBe(10))
})

const department = fc.integer({ min: 1, max: 4 })
const anyViewer: fc.Arbitrary<Viewer> = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  name: fc.string(),
  role: fc.constantFrom(...roles),
  departmentId: department,
})
const anyProtocol: fc.Arbitrary<ProtocolFacts> = fc.record({
  originDepartmentId: department,
  destinationDepartmentId: department,
  status: fc.constantFrom(...protocolStatuses),
  requiresReturn: fc.boolean(),
  totalItems: fc.constant(3),
  pendingItems: fc.constant(1),
  cancelledItems: fc.constant(1),
})
const anyItem: fc.Arbitrary<ItemFacts> = fc.record({
  status: fc.constantFrom(...itemStatuses),
  returnDate: fc.constantFrom(null, '2026-12-01'),
  responsibleId: fc.constantFrom(null, 1, 2, 3),
  absent: fc.constantFrom(null, ...absences),
})

const custody = [
  ...[canReturn, canReturnInBulk, canCompleteItem, canCompleteInBulk, canAssign, canTransfer, canSetDueDate],
  ...[canForwardItem, canForwardInBulk, canRemind],
]
const always = (holds: (viewer: Viewer, facts: ProtocolFacts, itemFacts: ItemFacts) => boolean) =>
  fc.assert(fc.property(anyViewer, anyProtocol, anyItem, holds))

describe('whatever the protocol, the item and the person', () => {
  it('nobody may do what they may not see', () =>
    always((viewer, facts, one) => canSee(viewer, facts) || custody.every((rule) => !rule(viewer, facts, one).allowed)))

  // proves 10.3
  it('being Admin moves no paper', () =>
    always((viewer, facts, one) => {
      if (viewer.role !== role.admin) return true
      const asUser = { ...viewer, role: role.user }
      return custody.every((rule) => codeOf(rule(viewer, facts, one)) === codeOf(rule(asUser, facts, one)))
    }))

  // proves 6.3, 6.4
  it('each side does its own steps only', () =>
    always((viewer, facts, one) => {
      const mine = (rules: typeof custody) => rules.some((rule) => rule(viewer, facts, one).allowed)
      const atDestination =
        !mine([canReturn, canReturnInBulk, canAssign, canTransfer]) || isAtDestination(viewer, facts)
      return atDestination && (!mine([canCompleteItem, canCompleteInBulk, canSetDueDate]) || isAtOrigin(viewer, facts))
    }))

  it('what may be returned in bulk may be returned', () =>
    always(
      (viewer, facts, one) => !canReturnInBulk(viewer, facts, one).allowed || canReturn(viewer, facts, one).allowed,
    ))

  // proves 4.20
  it('an item is either free to be assigned or free to be transferred, never both', () =>
    always((viewer, facts, one) => !(canAssign(viewer, facts, one).allowed && canTransfer(viewer, facts, one).allowed)))

  it('a settled item is never changed, save that a returned one is completed', () =>
    always((viewer, facts, one) => {
      if (one.status === itemStatus.pending) return true
      const completing: typeof custody = [canCompleteItem, canCompleteInBulk]
      const others = custody.filter((rule) => !completing.includes(rule) || one.status !== itemStatus.returned)
      return !canCancelItem(facts, one).allowed && others.every((rule) => !rule(viewer, facts, one).allowed)
    }))

  // proves 4.18
  it('a pending item of an open protocol is no dead end: it can be cancelled', () =>
    always((_viewer, facts, one) => {
      const isOut = isOpen(facts.status) && one.status === itemStatus.pending
      return canCancelItem(facts, one).allowed === isOut
    }))
})

// proves 17.2
describe('asking for an item back', () => {
  it.each([
    ['received', protocol(), item(), 'ok'],
    ['not received yet', protocol(early), item(), 'ok'],
    ['without a due date', protocol(), item({ returnDate: null }), 'ok'],
    ['that stays', protocol(stays), item(), 'NOTHING_TO_RETURN'],
    ['that is back', protocol(), item({ status: itemStatus.returned }), 'ITEM_ALREADY_RETURNED'],
    ['of a closed protocol', protocol({ status: protocolStatus.completed }), item(), 'PROTOCOL_ALREADY_COMPLETED'],
  ])('an item %s', (_case, facts, asked, code) => {
    expect(codeOf(canRemind(viewerOf(origin), facts, asked))).toBe(code)
    expect(codeOf(canRemind(viewerOf(destination, role.manager), facts, asked))).toBe('ONLY_ORIGIN_REMINDS')
  })

  it.each([
    [null, null, 'ok'],
    ['2026-11-20', 'Ana Lima', 'ok'],
    ['2026-11-21', 'Ana Lima', 'Já cobrado hoje por Ana Lima.'],
    ['2026-11-21', null, 'Já cobrado hoje.'],
  ])('once a day: last on %s by %s', (on, by, answer) => {
    const verdict = canRemindAgain(on, by, '2026-11-21')
    expect(verdict.allowed ? 'ok' : verdict.message).toBe(answer)
  })
})
