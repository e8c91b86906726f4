import { z } from 'zod'
import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** Everything that is audited. The list only grows: stored events keep the name that they were given. */
export const auditActions = [
  'sign-in',
  'sign-in.failed',
  'sign-out',
  'session.ended',
  'password.changed',
  'password.link',
  'second-step.enrolled',
  'second-step.removed',
  'second-step.reset',
  'user.address-confirmed',
  'user.created',
  'user.changed',
  'user.deleted',
  'user.anonymized',
  'role.changed',
  'department.created',
  'department.changed',
  'department.deleted',
  'category.created',
  'category.changed',
  'category.deleted',
  'item-type.created',
  'item-type.changed',
  'item-type.deleted',
  'supplier.created',
  'supplier.changed',
  'supplier.deleted',
  'calendar.changed',
  'configuration.changed',
  'suggestion.changed',
  'hand-over',
  'import',
  'export',
  'download',
  'infected-file',
  'retention',
  'black-out',
  'calendar-feed.opened',
  'calendar-feed.ended',
  'access.denied',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an event is about. The name is that of the moment: the record may have another one today, or be gone. */
export const auditSubject = z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })
export type AuditSubject = z.infer<typeof auditSubject>

/** One event of the audit (`GET /api/audit`). */
export const auditEvent = z.object({
  id: z.string(),
  at: instant,
  /** null when nobody was signed in. */
  actor: z.object({ uid: z.int(), name: z.string() }).nullable(),
  action: z.enum(auditActions),
  subject: auditSubject.nullable(),
  /** Only the fields that changed, by their wire names; never a secret. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Network address of the client. */
  address: z.string().nullable(),
})
export type AuditEvent = z.infer<typeof auditEvent>
export const auditEventWire = renamed(auditEvent)
export const auditPageWire = pageOf(auditEventWire)
