import { z } from 'zod'
import { passwordLogins } from '../auth/password-login.ts'
import { renamed } from '../shared/renamed.ts'

/** Settings of the installation that any browser may read, also before the sign-in. */
export const publicConfig = z.object({
  orgName: z.string().nullable(),
  /** URL of the picture for the letterhead. */
  orgLogo: z.string().nullable(),
  /** Whether the server sends e-mails; if not, "forgot password" says to ask an administrator. */
  emailEnabled: z.boolean(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  /** Largest attachment, in MiB. */
  uploadMaxMb: z.number(),
  /** IANA name; the organisation's day is counted in it. */
  timeZone: z.string(),
  /** Who may sign in with a password: everybody, nobody, or Admins only (`PASSWORD_LOGIN`). */
  passwordLogin: z.enum(passwordLogins),
  /** The provider's name on the button 'Entrar com {label}'; null without a provider. */
  oidcLabel: z.string().nullable(),
  /** Contact of the data protection officer (LGPD, art. 41). */
  dpoContact: z.string().nullable(),
  /** Days for which unread and read notifications are kept. */
  retentionNotificationsDays: z.int(),
  retentionReadNotificationsDays: z.int(),
  /** Days for which audited events are kept; null for ever. */
  retentionAuditDays: z.int().nullable(),
  /** Days after which a departed person becomes anonymous; null never. */
  retentionPeopleDays: z.int().nullable(),
})
export type PublicConfig = z.infer<typeof publicConfig>

export const publicConfigWire = renamed(publicConfig)
