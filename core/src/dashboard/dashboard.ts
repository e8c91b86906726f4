import { z } from 'zod'
import { itemStatuses } from '../items/item-status.ts'
import { protocolStatuses } from '../protocols/protocol-status.ts'
import { returnSides } from '../returns/return-row.ts'
import { periodParam } from '../shared/period.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** `?period` of `GET /api/dashboard/stats`. */
export const statsQuery = z.object({ period: periodParam })

/** One series of numbers of a chart, one for each label. */
export const dataset = z.object({ label: z.string(), data: z.array(z.number()) })
/** Labels and, for each dataset, as many numbers (contract 3.20, 3.22). */
export const chart = z.object({ labels: z.array(z.string()), datasets: z.array(dataset) })
export type Chart = z.infer<typeof chart>

/** Protocols created in a period that the viewer sees, by what has become of them until now. */
export const figures = z.object({
  totalProtocols: z.int(),
  pendingProtocols: z.int(),
  completedProtocols: z.int(),
  canceledProtocols: z.int(),
})
export type Figures = z.infer<typeof figures>

/** The figures of the dashboard; their wire names are camelCase (contract 3.20). */
export const dashboardStats = figures.extend({
  chartData: chart,
  /** First and last day of the period, `yyyy-MM-dd` in APP_TIMEZONE. */
  from: z.string(),
  to: z.string(),
  /** The same figures for as many days just before. */
  previousPeriod: figures,
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** Something that happened lately (contract 3.6). */
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

/** A protocol that its destination has not received or completed yet (contract 2.4.6). */
export const pendingProtocol = z.object({
  id: z.int(),
  protocolId: z.int(),
  status: z.enum(protocolStatuses),
  createdAt: instant.nullable(),
  remarks: z.string().nullable(),
  originDepartment: z.string().nullable(),
  originDepartmentId: z.int(),
  destinationDepartment: z.string().nullable(),
  destinationDepartmentId: z.int(),
  itemsCount: z.int(),
  /** Earliest due date of its items, `yyyy-MM-dd`; null when none must come back. */
  nextReturnDate: z.string().nullable(),
})
export type PendingProtocol = z.infer<typeof pendingProtocol>
export const pendingProtocolWire = renamed(pendingProtocol)

/** Days ahead that count as upcoming (contract 9.10). */
export const upcomingDays = 7

/** An item that is due soon or late (contract 3.19). */
export const upcomingReturn = z.object({
  id: z.int(),
  documentNumber: z.string().nullable(),
  returnDate: z.string().nullable(),
  status: z.enum(itemStatuses),
  protocolId: z.int(),
  itemType: z.string(),
  supplier: z.string().nullable(),
  /** The other side: to whom it goes back, or who still has it. For whoever only looks on, who has it. */
  department: z.string().nullable(),
  /** What it means to the viewer's department; null when it has no part in it. */
  side: z.enum(returnSides).nullable(),
})
export type UpcomingReturn = z.infer<typeof upcomingReturn>
export const upcomingReturnWire = renamed(upcomingReturn)

/** What waits at the viewer's department, in the line below the title of the list of protocols. */
export const protocolsSummary = z.object({
  /** Pendente, with the department as destination. */
  pendingHere: z.int(),
  /** Protocols with an item that should be back by now, on either side. */
  overdue: z.int(),
})
export type ProtocolsSummary = z.infer<typeof protocolsSummary>
export const protocolsSummaryWire = renamed(protocolsSummary)
