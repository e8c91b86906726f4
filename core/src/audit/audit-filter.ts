import { z } from 'zod'
import { pageNumber } from '../shared/pagination.ts'
import { dateFilter, filter, idFilter, oneOf } from '../shared/query.ts'
import { type AuditAction, auditActions } from './audit-event.ts'

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
