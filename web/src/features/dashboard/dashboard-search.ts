import { type Period, periodParam } from '@malote/core/shared/period.ts'
import { z } from 'zod'
import { inAddress } from '../../lib/in-address.ts'

/** Parses the period; absent for the month. */
export const dashboardSearch = inAddress(z.object({ period: periodParam }))

/** The search params of the dashboard. */
export type DashboardSearch = ReturnType<typeof dashboardSearch>

export const periodOf = ({ period = 'month' }: DashboardSearch): Period => period
