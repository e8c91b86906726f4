import { expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import type { Verdict } from '../shared/verdict.ts'
import { role } from '../users/role.ts'
import { occurrenceOutcomes, occurrenceStatus } from './occurrence.ts'
import { canOpenOccurrence, canResolveOccurrence, mayResolve } from './occurrence-rules.ts'

const [origin, destination] = [1, 2]
const viewer = (departmentId: number | null, id = 7) => ({ id, name: 'Ana', role: role.user, departmentId })
const protocol = {
  ...{ originDepartmentId: origin, destinationDepartmentId: destination },
  ...{ status: protocolStatus.inProgress, requiresReturn: true },
}
const item = { status: itemStatus.pending, returnDate: '2026-12-01', responsibleId: null }
const occurrence = { status: occurrenceStatus.open, openedById: 9 }
const codeOf = (verdict: Verdict) => (verdict.allowed ? undefined : verdict.code)

it.each([
  [protocolStatus.pending, itemStatus.pending, undefined],
  [protocolStatus.inProgress, itemStatus.returned, undefined],
  [protocolStatus.inProgress, itemStatus.completed, 'ITEM_ALREADY_COMPLETED'],
  [protocolStatus.inProgress, itemStatus.cancelled, 'ITEM_ALREADY_CANCELLED'],
  [protocolStatus.completed, itemStatus.completed, 'PROTOCOL_ALREADY_COMPLETED'],
  [protocolStatus.cancelled, itemStatus.returned, 'PROTOCOL_ALREADY_CANCELLED'],
] as const)('opening in %s, item %s: %s', (status, ofItem, code) =>
  expect(codeOf(canOpenOccurrence({ status }, { status: ofItem }))).toBe(code),
)

const resolving = (
  changes: { viewer?: object; protocol?: object; item?: object; occurrence?: object },
  outcome: (typeof occurrenceOutcomes)[number],
) =>
  codeOf(
    canResolveOccurrence(
      { ...viewer(origin), ...changes.viewer },
      { ...protocol, ...changes.protocol },
      { ...item, ...changes.item },
      { ...occurrence, ...changes.occurrence },
      outcome,
    ),
  )

it.each(occurrenceOutcomes)('the origin resolves as %s, once, and nobody else', (outcome) => {
  expect(resolving({}, outcome)).toBeUndefined()
  expect(resolving({ occurrence: { status: occurrenceStatus.resolved } }, outcome)).toBe('OCCURRENCE_ALREADY_RESOLVED')
  for (const departmentId of [destination, 3, null]) {
    expect(resolving({ viewer: { departmentId } }, outcome)).toBe('ONLY_ORIGIN_RESOLVES')
    const ofOpener = resolving({ viewer: { departmentId, id: 9 } }, outcome)
    expect(ofOpener).toBe(outcome === 'unfounded' ? undefined : 'ONLY_ORIGIN_RESOLVES')
  }
})

const elsewhere = { forwardedTo: { department: 'Diretoria' } }
it.each([
  ['returned', { protocol: { status: protocolStatus.pending } }, 'PROTOCOL_NOT_RECEIVED'],
  ['returned', { protocol: { requiresReturn: false } }, 'NOTHING_TO_RETURN'],
  ['returned', { item: { status: itemStatus.returned } }, 'ITEM_ALREADY_RETURNED'],
  ['returned', { item: elsewhere }, 'ITEM_IS_ELSEWHERE'],
  ['written_off', { protocol: { status: protocolStatus.pending } }, undefined],
  ['written_off', { protocol: { requiresReturn: false } }, undefined],
  ['written_off', { item: { status: itemStatus.returned } }, 'ITEM_ALREADY_RETURNED'],
  ['written_off', { item: elsewhere }, 'ITEM_IS_ELSEWHERE'],
  ['found', { item: { ...elsewhere, status: itemStatus.returned } }, undefined],
] as const)('%s of %j: %s', (outcome, changes, code) => expect(resolving(changes, outcome)).toBe(code))

it('may be resolved by whoever may do so with at least one outcome', () => {
  for (const departmentId of [origin, destination, 3, null]) {
    for (const id of [7, 9]) {
      for (const status of Object.values(occurrenceStatus)) {
        const who = viewer(departmentId, id)
        const about = { ...occurrence, status }
        const outcomes = occurrenceOutcomes.filter(
          (outcome) => canResolveOccurrence(who, protocol, item, about, outcome).allowed,
        )
        expect(mayResolve(who, protocol, about)).toBe(outcomes.length > 0)
      }
    }
  }
})
