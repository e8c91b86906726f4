import { z } from 'zod'
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

export const userEditWire = renamed(
  userEdit.extend({ role: roleWire.optional(), isActive: flag.optional() }),
  writableNames,
)

export const invitationWire = renamed(invitation)

/** Answer of `POST /api/users/{uid}/invite`. */
export const invitationReply = z.object({ invitation: invitationWire })

/** Answer of `POST /api/users`: the person, and where they choose their password. */
export const createdUserWire = renamed(wireUser.extend({ invitation: invitationWire }), names)
