import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'

/** What every visitor's browser may know of the installation, also before signing in. */
export const publicConfig = z.object({
  orgName: z.string().nullable(),
  /** Address of the picture for the letterhead. */
  orgLogo: z.string().nullable(),
  /** Whether e-mails go out; without them "forgot password" says to ask an administrator. */
  emailEnabled: z.boolean(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  /** Largest attachment, in MiB. */
  uploadMaxMb: z.number(),
  /** IANA name; the organisation's day is counted in it. */
  timeZone: z.string(),
})
export type PublicConfig = z.infer<typeof publicConfig>

export const publicConfigWire = renamed(publicConfig)
