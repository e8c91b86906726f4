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

/** Protocols created in a period that the viewer may see, counted by their present status. */
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
  /** The same figures for the same number of days just before. */
  previousPeriod: figures,
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** What somebody did recently, to one protocol or to several at once (contract 3.6). */
export const activity = z.object({
  id: z.int(),
  type: z.string(),
  /** The protocol, or one of them. */
  protocolId: z.int(),
  /** How many protocols; left out for one. */
  protocols: z.int().optional(),
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
  /** Earliest due date of its items, `yyyy-MM-dd`; null when no item must come back. */
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
  description: z.string().nullish(),
  returnDate: z.string().nullable(),
  /** The first due date, once it was extended (contract 21.4). */
  originalReturnDate: z.string().nullish(),
  status: z.enum(itemStatuses),
  protocolId: z.int(),
  itemType: z.string(),
  supplier: z.string().nullable(),
  /**
   * The other department: the one it goes back to, or the one that still has it. If the viewer is on neither side, the
   * one that has it.
   */
  department: z.string().nullable(),
  /** Which side the viewer's department is on; null when it is on neither. */
  side: z.enum(returnSides).nullable(),
})
export type UpcomingReturn = z.infer<typeof upcomingReturn>
export const upcomingReturnWire = renamed(upcomingReturn)

/** The facts of *Meu dia*, in their order on the screen (contract 17.7). */
export const todayFacts = [
  'overdue',
  'toReturnToday',
  'toReceive',
  'toConfirm',
  'unassigned',
  'extensionRequests',
  'occurrences',
  'unreceivedSent',
] as const
export type TodayFact = (typeof todayFacts)[number]

/** How many there are, and the screen with its query that lists exactly these. */
export const factCount = z.object({ count: z.int(), path: z.string() })
export const today = z.object(
  Object.fromEntries(todayFacts.map((fact) => [fact, factCount])) as Record<TodayFact, typeof factCount>,
)
export type Today = z.infer<typeof today>
export const todayWire = renamed(today)

/** The work that waits at the viewer's department, for the line below the title of the list of protocols. */
export const protocolsSummary = z.object({
  /** Pendente, with the department as destination. */
  pendingHere: z.int(),
  /** Protocols with an overdue item, with the department on either side. */
  overdue: z.int(),
})
export type ProtocolsSummary = z.infer<typeof protocolsSummary>
export const protocolsSummaryWire = renamed(protocolsSummary)
