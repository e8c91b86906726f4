import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** A place where the person is signed in, as their profile lists it. */
export const ownSession = z.object({
  id: z.int(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  /** What the browser calls itself; null when it did not say. */
  userAgent: z.string().nullable(),
  /** The network it was opened from, without the device's own part: `187.12.3.*`; null when it is not known. */
  network: z.string().nullable(),
  /** The session that asks. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const ownSessionWire = renamed(ownSession)
