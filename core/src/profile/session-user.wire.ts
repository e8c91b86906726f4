import { renamed } from '../shared/renamed.ts'
import { roleWire } from '../users/role.wire.ts'
import { sessionUser } from './session-user.ts'

export const sessionUserWire = renamed(sessionUser.extend({ role: roleWire }))
