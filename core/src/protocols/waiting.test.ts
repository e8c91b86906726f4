import { expect, it } from 'vitest'
import { role } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import { protocolStatus } from './protocol-status.ts'
import { waitsHere } from './waiting.ts'

const [origin, destination, elsewhere] = [1, 2, 3]
const { pending, inProgress, completed, cancelled } = protocolStatus

const protocol = {
  originDepartmentId: origin,
  destinationDepartmentId: destination,
  status: pending,
  requiresReturn: true,
  totalItems: 3,
  pendingItems: 3,
  returnedItems: 0,
  cancelledItems: 0,
}
const viewer = (departmentId: number | null): Viewer => ({ id: 7, name: 'Maria', role: role.admin, departmentId })

// proves 17.30
it.each([
  ['sent', {}, [destination]],
  ['sent, without return', { requiresReturn: false }, [destination]],
  ['received', { status: inProgress }, [destination]],
  ['partly returned', { status: inProgress, pendingItems: 1, returnedItems: 2 }, [origin, destination]],
  ['partly returned, one of them', { status: inProgress, pendingItems: 2, returnedItems: 1 }, [origin, destination]],
  ['returned', { status: inProgress, pendingItems: 0, returnedItems: 3 }, [origin]],
  ['returned and confirmed', { status: inProgress, pendingItems: 0 }, [origin]],
  ['partly confirmed', { status: inProgress, pendingItems: 1 }, [destination]],
  ['with only cancelled items', { status: inProgress, pendingItems: 0, cancelledItems: 3 }, []],
  ['completed', { status: completed, pendingItems: 0 }, []],
  ['cancelled', { status: cancelled, pendingItems: 0, cancelledItems: 3 }, []],
])('a protocol that is %s waits at its sides %#', (_state, changes, sides) => {
  const waiting = [origin, destination, elsewhere, null].filter((department) =>
    waitsHere(viewer(department), { ...protocol, ...changes }),
  )
  expect(waiting).toEqual(sides)
})
