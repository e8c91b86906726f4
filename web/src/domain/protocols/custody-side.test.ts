import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { expect, it } from 'vitest'
import { custodySideOf, ownSideOf } from './custody-side.ts'

const { pending, inProgress, completed, cancelled } = protocolStatus

// proves 11.13, 14.10
it.each([
  [pending, true, 2, 'from'],
  [pending, false, 2, 'from'],
  [inProgress, true, 2, 'to'],
  [inProgress, true, 0, 'from'],
  [completed, true, 0, 'from'],
  [completed, false, 0, 'to'],
  [cancelled, true, 0, 'from'],
] as const)(
  '%s, requires return: %s, %d pending items: it is at the side "%s"',
  (status, requiresReturn, pendingItems, side) => {
    expect(custodySideOf({ status, requiresReturn, pendingItems })).toBe(side)
  },
)

it.each([
  [1, 'from'],
  [2, 'to'],
  [3, null],
  [null, null],
] as const)('shows somebody of department %s their own side: %s', (departmentId, side) => {
  const viewer = { id: 1, name: 'Ana', role: role.user, departmentId }
  expect(ownSideOf(viewer, { originDepartmentId: 1, destinationDepartmentId: 2 })).toBe(side)
})
