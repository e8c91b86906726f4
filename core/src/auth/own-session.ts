import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** A session of the user, as the profile lists it. */
export const ownSession = z.object({
  id: z.int(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  /** The `User-Agent` header; null when it was missing. */
  userAgent: z.string().nullable(),
  /** The network of the address it was opened from, without the host part: `187.12.3.*`; null when unknown. */
  network: z.string().nullable(),
  /** Whether this is the session of the request. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const ownSessionWire = renamed(ownSession)
