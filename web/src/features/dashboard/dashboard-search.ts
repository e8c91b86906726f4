import type { Period } from '@malote/core/shared/period.ts'
import { oneOf } from '../../lib/search-values.ts'

/** What the address holds: the period, where it is not the month. */
export interface DashboardSearch {
  period?: Period | undefined
}

const otherPeriods = ['week', 'quarter', 'year'] as const satisfies Period[]

/**
 * Reads the address. By hand: the router needs it before anything else, and core's schema would bring Zod to the sign-in
 * page.
 */
export const dashboardSearch = ({ period }: Record<string, unknown>): DashboardSearch => ({
  period: oneOf(otherPeriods, period),
})

export const periodOf = ({ period = 'month' }: DashboardSearch): Period => period
