import { type Period, periodParam } from '@malote/core/shared/period.ts'
import { z } from 'zod'
import { inAddress } from '../../lib/in-address.ts'

/** The period, where it is not the month. */
export const dashboardSearch = inAddress(z.object({ period: periodParam }))

/** What the address of the dashboard holds. */
export type DashboardSearch = ReturnType<typeof dashboardSearch>

export const periodOf = ({ period = 'month' }: DashboardSearch): Period => period
