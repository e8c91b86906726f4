import { z } from 'zod'
import { pageNumber, pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { bit, flag } from '../shared/wire-values.ts'
import { role } from './role.ts'
import { roleWire } from './role.wire.ts'
import { invitation, newUser, user, userEdit, userOption } from './user.ts'

const names = {
  id: 'uid',
  name: 'uname',
  email: 'uemail',
  phone: 'uphone',
  departmentId: 'udpid',
} as const

const { id, ...writableNames } = names

const wireUser = user.extend({ role: roleWire, isActive: flag, firstAccess: bit })

export const userWire = renamed(wireUser, names)

export const userOptionWire = renamed(userOption, { id: 'uid', name: 'uname' })

export const newUserWire = renamed(
  newUser.extend({ role: roleWire.default(role.user), isActive: flag.default(true) }),
  writableNames,
)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const userSeenWire = renamed(
  wireUser.pick({ name: true, email: true, phone: true, departmentId: true, role: true, isActive: true }).partial(),
  writableNames,
)

export type UserSeen = z.output<typeof userSeenWire>

export const userEditWire = renamed(
  userEdit.extend({ role: roleWire.optional(), isActive: flag.optional(), current: userSeenWire.optional() }),
  writableNames,
)

export const invitationWire = renamed(invitation)

/** Response of `POST /api/users/{uid}/invite`. */
export const invitationReply = z.object({ invitation: invitationWire })

/** Response of `POST /api/users`: the user, and the link for choosing a password. */
export const createdUserWire = renamed(wireUser.extend({ invitation: invitationWire }), names)

/** A pending item that has a responsible user. */
const responsibility = z.object({
  /** Id of the item. */
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  description: z.string().nullish(),
  itemType: z.string(),
  /** Civil date, `yyyy-MM-dd`; null when the item does not have to come back or has no due date yet. */
  returnDate: z.string().nullable(),
  /** The item's destination, where its responsible user should work. */
  destinationDepartment: z.string(),
})

/** Response of `GET /api/users/{uid}/responsibilities`. */
export const responsibilityPageWire = pageOf(renamed(responsibility))

export const responsibilityFilter = z.object({ page: pageNumber })
