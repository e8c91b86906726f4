import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../shared/verdict.ts'
import { role, roles } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import {
  canCancel,
  canComment,
  canComplete,
  canDeleteComment,
  canEdit,
  canForward,
  canPrint,
  canReceive,
  canRedirect,
  canRefuse,
  canSendFrom,
  isAtDestination,
  isAtOrigin,
  type ProtocolFacts,
} from './protocol-rules.ts'
import { isOpen, protocolStatus, protocolStatuses } from './protocol-status.ts'
import { canSee } from './visibility.ts'

const origin = 1
const destination = 2
const { pending, inProgress, completed, cancelled } = protocolStatus

const protocol = (facts: Partial<ProtocolFacts> = {}): ProtocolFacts => ({
  originDepartmentId: origin,
  destinationDepartmentId: destination,
  status: pending,
  requiresReturn: true,
  totalItems: 2,
  pendingItems: 2,
  cancelledItems: 0,
  ...facts,
})
const viewerOf = (departmentId: number | null, facts: Partial<Viewer> = {}): Viewer => ({
  id: 7,
  name: 'Maria Souza',
  role: role.user,
  departmentId,
  ...facts,
})
const codeOf = (verdict: Verdict) => (verdict.allowed ? 'ok' : verdict.code)

// proves 4.5, 6.4
describe('receive', () => {
  it.each([
    [destination, {}, 'ok'],
    [origin, {}, 'ONLY_DESTINATION_RECEIVES'],
    [null, {}, 'ONLY_DESTINATION_RECEIVES'],
    [destination, { requiresReturn: false }, 'NOTHING_TO_RECEIVE'],
    [destination, { status: inProgress }, 'PROTOCOL_ALREADY_RECEIVED'],
    [destination, { status: completed }, 'PROTOCOL_ALREADY_COMPLETED'],
    [destination, { status: completed, requiresReturn: false }, 'PROTOCOL_ALREADY_COMPLETED'],
    [destination, { status: cancelled }, 'PROTOCOL_ALREADY_CANCELLED'],
  ] as const)('by department %s of %j: %s', (department, facts, expected) => {
    expect(codeOf(canReceive(viewerOf(department), protocol(facts)))).toBe(expected)
  })
})

// proves 4.6, 4.7
describe('complete', () => {
  const back = { status: inProgress, pendingItems: 0 }
  it.each([
    [destination, { requiresReturn: false }, 'ok'],
    [destination, { requiresReturn: false, totalItems: 0, pendingItems: 0 }, 'ok'],
    [origin, { requiresReturn: false }, 'ONLY_DESTINATION_COMPLETES'],
    [destination, { requiresReturn: false, status: completed }, 'PROTOCOL_ALREADY_COMPLETED'],
    [destination, { requiresReturn: false, status: cancelled }, 'PROTOCOL_ALREADY_CANCELLED'],
    [origin, back, 'ok'],
    [origin, { ...back, cancelledItems: 1 }, 'ok'],
    [destination, back, 'ONLY_ORIGIN_COMPLETES'],
    [origin, { ...back, status: pending }, 'PROTOCOL_NOT_RECEIVED'],
    [origin, { ...back, pendingItems: 1 }, 'ITEMS_STILL_PENDING'],
    [origin, { ...back, cancelledItems: 2 }, 'NO_ITEM_TO_COMPLETE'],
    [origin, { ...back, totalItems: 0 }, 'NO_ITEM_TO_COMPLETE'],
    [origin, { ...back, status: completed }, 'PROTOCOL_ALREADY_COMPLETED'],
    [origin, { ...back, status: cancelled }, 'PROTOCOL_ALREADY_CANCELLED'],
  ] as const)('by department %s of %j: %s', (department, facts, expected) => {
    expect(codeOf(canComplete(viewerOf(department), protocol(facts)))).toBe(expected)
  })
})

// proves 4.9, 6.3
describe('edit', () => {
  it.each([
    [origin, pending, 'ok'],
    [destination, pending, 'ONLY_ORIGIN_EDITS'],
    [origin, inProgress, 'ONLY_PENDING_IS_EDITED'],
    [origin, completed, 'ONLY_PENDING_IS_EDITED'],
    [origin, cancelled, 'ONLY_PENDING_IS_EDITED'],
    [destination, cancelled, 'ONLY_ORIGIN_EDITS'],
  ] as const)('by department %s while %s: %s', (department, status, expected) => {
    expect(codeOf(canEdit(viewerOf(department), protocol({ status })))).toBe(expected)
  })
})

describe('refuse, redirect and pass on', () => {
  const [notRefused, notForwarded] = ['ONLY_DESTINATION_REFUSES', 'ONLY_HOLDER_FORWARDS']
  it.each([
    [destination, {}, 'ok', 'ONLY_ORIGIN_REDIRECTS', 'PROTOCOL_NOT_RECEIVED'],
    [destination, { requiresReturn: false }, 'ok', 'ONLY_ORIGIN_REDIRECTS', 'ok'],
    [destination, { status: inProgress }, 'ONLY_PENDING_IS_REFUSED', 'ONLY_ORIGIN_REDIRECTS', 'ok'],
    [
      destination,
      { status: completed },
      'PROTOCOL_ALREADY_COMPLETED',
      'ONLY_ORIGIN_REDIRECTS',
      'PROTOCOL_ALREADY_COMPLETED',
    ],
    [origin, {}, notRefused, 'ok', notForwarded],
    [origin, { requiresReturn: false }, notRefused, 'ok', notForwarded],
    [origin, { status: inProgress }, notRefused, 'ONLY_PENDING_IS_REDIRECTED', notForwarded],
    [origin, { status: cancelled }, notRefused, 'PROTOCOL_ALREADY_CANCELLED', notForwarded],
    [null, {}, notRefused, 'ONLY_ORIGIN_REDIRECTS', notForwarded],
  ] as const)('by department %s of %j: %s, %s, %s', (department, facts, refuse, redirect, forward) => {
    expect(codeOf(canRefuse(viewerOf(department), protocol(facts)))).toBe(refuse)
    expect(codeOf(canRedirect(viewerOf(department), protocol(facts)))).toBe(redirect)
    expect(codeOf(canForward(viewerOf(department), protocol(facts)))).toBe(forward)
  })
})

// proves 4.8, 4.11, 4.12
it.each([
  [pending, 'ok', 'ok', 'ok', 'ok'],
  [inProgress, 'ok', 'ok', 'ok', 'ok'],
  [completed, 'PROTOCOL_ALREADY_COMPLETED', 'ok', 'ok', 'CLOSED_KEEPS_COMMENTS'],
  [
    cancelled,
    'PROTOCOL_ALREADY_CANCELLED',
    'CANCELLED_IS_NOT_PRINTED',
    'CANCELLED_TAKES_NO_COMMENT',
    'CLOSED_KEEPS_COMMENTS',
  ],
] as const)('%s: cancel %s, print %s, comment %s, delete a comment %s', (status, cancel, print, comment, uncomment) => {
  expect(codeOf(canCancel({ status, requiresReturn: true }))).toBe(cancel)
  expect(codeOf(canPrint({ status }))).toBe(print)
  expect(codeOf(canComment({ status }))).toBe(comment)
  expect(codeOf(canDeleteComment(viewerOf(origin), { status }, 7))).toBe(uncomment)
  expect(codeOf(canDeleteComment(viewerOf(origin), { status }, 8))).toBe('ONLY_AUTHOR_DELETES_COMMENT')
})

// proves 17.40
it.each([
  [origin, role.user, origin, 'ok'],
  [origin, role.admin, origin, 'ok'],
  [origin, role.admin, destination, 'ONLY_OWN_DEPARTMENT_SENDS'],
  [destination, role.manager, origin, 'ONLY_OWN_DEPARTMENT_SENDS'],
  [null, role.admin, origin, 'ok'],
] as const)('a person of %s, %s, sends from %s: %s', (own, personRole, from, expected) => {
  expect(codeOf(canSendFrom(viewerOf(own, { role: personRole }), from))).toBe(expected)
})

const department = fc.integer({ min: 1, max: 4 })
const anyViewer: fc.Arbitrary<Viewer> = fc.oneof(
  fc.record({ id: fc.nat(5), name: fc.string(), role: fc.constantFrom(...roles), departmentId: department }),
  fc.record({ id: fc.nat(5), name: fc.string(), role: fc.constant(role.admin), departmentId: fc.constant(null) }),
)
const anyProtocol: fc.Arbitrary<ProtocolFacts> = fc
  .record({
    originDepartmentId: department,
    destinationDepartmentId: department,
    status: fc.constantFrom(...protocolStatuses),
    requiresReturn: fc.boolean(),
    pendingItems: fc.nat(3),
    cancelledItems: fc.nat(3),
    settledItems: fc.nat(3),
  })
  .map(({ settledItems, ...facts }) => ({
    ...facts,
    totalItems: facts.pendingItems + facts.cancelledItems + settledItems,
  }))

const always = (holds: (viewer: Viewer, facts: ProtocolFacts) => boolean) =>
  fc.assert(fc.property(anyViewer, anyProtocol, holds))

const custody = [canReceive, canComplete, canEdit, canRefuse, canRedirect, canForward]

describe('whatever the protocol and the person', () => {
  it('nobody may do what they may not see', () =>
    always((viewer, facts) => {
      const may = custody.some((rule) => rule(viewer, facts).allowed)
      return canSee(viewer, facts) || !may
    }))

  // proves 10.3
  it('being Admin moves no paper', () =>
    always((viewer, facts) => {
      const asUser = { ...viewer, role: role.user }
      return custody.every((rule) => codeOf(rule(viewer, facts)) === codeOf(rule(asUser, facts)))
    }))

  // proves 4.3, 4.13
  it('a closed protocol is neither received, completed, cancelled nor edited, nor refused, redirected or passed on', () =>
    always((viewer, facts) => {
      const verdicts = [canCancel(facts), ...custody.map((rule) => rule(viewer, facts))]
      return isOpen(facts.status) || verdicts.every((verdict) => !verdict.allowed)
    }))

  // proves 6.8
  it('an open protocol is no dead end: it can always be cancelled', () =>
    always((_viewer, facts) => !isOpen(facts.status) || canCancel(facts).allowed))

  // proves 4.7
  it('what must come back is completed with nothing pending, by the origin; the rest by the destination', () =>
    always((viewer, facts) => {
      if (!canComplete(viewer, facts).allowed) return true
      return facts.requiresReturn
        ? isAtOrigin(viewer, facts) && facts.pendingItems === 0
        : isAtDestination(viewer, facts)
    }))

  it('a refusal has a sentence', () =>
    always((viewer, facts) =>
      custody.every((rule) => {
        const verdict = rule(viewer, facts)
        return verdict.allowed || verdict.message.length > 10
      }),
    ))
})
