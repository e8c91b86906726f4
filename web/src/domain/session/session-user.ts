import { sessionUserWire } from '@malote/core/profile/session-user.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'

/** The signed-in person, from an answer of the server. The entrance loads it when somebody signs in. */
export const toSessionUser = (answer: unknown) => readWire(sessionUserWire, answer)
