import { publicConfigWire } from '@malote/core/config/public-config.ts'
import { sessionUserWire } from '@malote/core/profile/session-user.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'

// Loaded with the first answer, so that the sign-in page does not wait for the codecs.
export const toSessionUser = (answer: unknown) => readWire(sessionUserWire, answer)
export const toPublicConfig = (answer: unknown) => readWire(publicConfigWire, answer)
