import { sessionUserWire } from '@malote/core/profile/session-user.ts'
import { readWire } from '@malote/core/shared/renamed.ts'

/** Parses the signed-in user in a response. The entrance loads this module when the user signs in. */
export const toSessionUser = (answer: unknown) => readWire(sessionUserWire, answer)
