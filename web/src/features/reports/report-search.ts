import type { ReportFilter, ReportType } from '@malote/core/reports/report.ts'
import type { Period } from '@malote/core/shared/period.ts'
import { identity, oneOf } from '../../lib/search-values.ts'

/** The filters as the address holds them: only what differs from the default. */
export type ReportSearch = Partial<ReportFilter>

// Core's own lists would bring Zod to the sign-in page.
const otherPeriods = ['week', 'quarter', 'year'] as const satisfies Period[]
const otherTypes = ['department', 'time', 'return'] as const satisfies ReportType[]

/** Reads the address; a filter that makes no sense counts as not set. */
export const reportSearch = ({ period, department, type }: Record<string, unknown>): ReportSearch => ({
  period: oneOf(otherPeriods, period),
  department: identity(department),
  type: oneOf(otherTypes, type),
})

/** What the address means to the server (contract 9.9). */
export const filterOf = ({ period = 'month', department, type = 'status' }: ReportSearch): ReportFilter => ({
  period,
  type,
  department,
})
