import { z } from 'zod'
import { pageNumber, pageOf } from '../shared/pagination.ts'
import { dateFilter, filter, idFilter, oneOf } from '../shared/query.ts'
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

type BeforeDot<Name extends string> = Name extends `${infer Family}.${string}` ? Family : never

/** The part before the dot of an action: `user` for `user.created`. */
export type AuditFamily = Exclude<BeforeDot<AuditAction>, AuditAction>

/** The families in the order of the actions. A word that is itself an action (`sign-in`) means only that action. */
export const auditFamilies = [...new Set(auditActions.map((action) => action.split('.')[0] ?? ''))].filter(
  (word): word is AuditFamily => !auditActions.some((action) => action === word),
)

/** What `?action=` takes: the name of an action, or a family. */
export const auditChoices = [...auditActions, ...auditFamilies] as const
export type AuditChoice = (typeof auditChoices)[number]

/** The actions that a choice stands for; all of them without a choice. */
export const actionsOf = (choice: AuditChoice): readonly AuditAction[] =>
  auditActions.filter((action) => action === choice || (isFamily(choice) && action.startsWith(`${choice}.`)))

const isFamily = (choice: AuditChoice) => auditFamilies.some((family) => family === choice)

const filters = z.object({
  /** Id of the person who acted. */
  actor: idFilter,
  action: filter(oneOf(auditChoices)),
  /** First and last civil day in the organisation's time zone; both are included. */
  from: dateFilter,
  to: dateFilter,
})

/** The query of `GET /api/audit`. */
export const auditFilter = filters.extend({ page: pageNumber })
export type AuditFilter = z.infer<typeof auditFilter>

/** The query of `GET /api/audit/export`. */
export const auditExportFilter = filters
export type AuditExportFilter = z.infer<typeof auditExportFilter>

/**
 * The list reaches this many events back, and its total never says more, so that no page reads a million rows. Older
 * ones are found with `to`, and the CSV has all.
 */
export const mostAuditListed = 10_000

/** The most lines of one CSV; spreadsheets open about as many. */
export const mostAuditExported = 1_000_000
