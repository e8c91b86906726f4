import { z } from 'zod'
import { itemStatuses } from '../items/item-status.ts'
import { protocolStatuses } from '../protocols/protocol-status.ts'
import { periodParam } from '../shared/period.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

export const statsQuery = z.object({ period: periodParam })

/** One series of numbers of a chart, one for each label. */
export const dataset = z.object({ label: z.string(), data: z.array(z.number()) })
export const chart = z.object({ labels: z.array(z.string()), datasets: z.array(dataset) })
export type Chart = z.infer<typeof chart>

/** The figures of the dashboard; their wire names are camelCase (SPEC 3 "Dashboard stats"). */
export const dashboardStats = z.object({
  totalProtocols: z.int(),
  pendingProtocols: z.int(),
  completedProtocols: z.int(),
  canceledProtocols: z.int(),
  chartData: chart,
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** Something that happened lately (SPEC 3 "Activity"). */
export const activity = z.object({
  id: z.int(),
  type: z.string(),
  protocolId: z.int(),
  userName: z.string().nullable(),
  department: z.string().nullable(),
  timestamp: instant,
})
export type Activity = z.infer<typeof activity>
export const activityWire = renamed(activity)

export const pendingProtocol = z.object({
  id: z.int(),
  protocolId: z.int(),
  status: z.enum(protocolStatuses),
  createdAt: instant.nullable(),
  remarks: z.string().nullable(),
  originDepartment: z.string().nullable(),
  destinationDepartment: z.string().nullable(),
  itemsCount: z.int(),
})
export type PendingProtocol = z.infer<typeof pendingProtocol>
export const pendingProtocolWire = renamed(pendingProtocol)

/** Days ahead that count as upcoming (SPEC 7, 9). */
export const upcomingDays = 7

export const upcomingReturn = z.object({
  id: z.int(),
  documentNumber: z.string().nullable(),
  returnDate: z.string().nullable(),
  status: z.enum(itemStatuses),
  protocolId: z.int(),
  itemType: z.string(),
  supplier: z.string().nullable(),
  department: z.string().nullable(),
})
export type UpcomingReturn = z.infer<typeof upcomingReturn>
export const upcomingReturnWire = renamed(upcomingReturn)
