import { z } from 'zod'
import { custodyFields } from '../items/item.ts'
import { custodyFieldsWire } from '../items/item.wire.ts'
import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import { custodyPath, custodyPathWire } from '../protocols/custody-path.ts'
import { protocolStatus, protocolStatuses } from '../protocols/protocol-status.ts'
import { choice, dateFilter, filter, idFilter, oneOf, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'
import type { CustodyFacts } from './custody.ts'
import { trackingTypes } from './tracking-type.ts'

/** Status of a timeline step (contract 4.22). */
export const stepStatus = { completed: 'completed', current: 'current', pending: 'pending' } as const
export type StepStatus = (typeof stepStatus)[keyof typeof stepStatus]

/** One step of an item's timeline: completed, current or pending (contract 4.22, 11.14). */
export const timelineStep = z.object({
  id: z.string(),
  action: z.string(),
  description: z.string(),
  user: z.string().nullable(),
  department: z.string().nullable(),
  /** Instant of a past event, civil date of a due step, null for a step without a date. */
  date: z.string().nullable(),
  status: z.enum(stepStatus),
})
export type TimelineStep = z.infer<typeof timelineStep>

/** An item found by a search, with its location and timeline (contract 3.21). */
export const trackingResult = z.object({
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  description: z.string().nullish(),
  itemType: z.string(),
  category: z.string().nullable(),
  categoryColor: z.string().nullable(),
  supplier: z.string().nullable(),
  currentStatus: z.string(),
  /** In words: the department, and what the item is waiting for. */
  currentLocation: z.string(),
  /** The side that has the item now. */
  custody: z.enum(['origin', 'destination']),
  originDepartment: z.string(),
  destinationDepartment: z.string(),
  requiresReturn: z.boolean(),
  /** Civil date, `yyyy-MM-dd`; null while none is set. */
  returnDate: z.string().nullable(),
  /** The first due date, once it was extended (contract 21.4). */
  originalReturnDate: z.string().nullish(),
  /** Null until the destination has received it. */
  receivedAt: instant.nullable(),
  responsible: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  ...custodyFields,
  /** Every stop of its custody (contract 20.35). */
  path: custodyPath.nullish(),
  timeline: z.array(timelineStep),
})
export type TrackingResult = z.infer<typeof trackingResult>

export const trackingResultWire = renamed(
  trackingResult.extend({
    ...custodyFieldsWire,
    path: custodyPathWire.nullish(),
    timeline: z.array(renamed(timelineStep)),
  }),
)

/** Most items that one search shows, the newest ones; `hasMore` says that more exist. */
export const mostTracked = 50

export const trackingReplyWire = renamed(z.object({ data: z.array(trackingResultWire), hasMore: z.boolean() }))

/** Query of `GET /api/tracking`. */
export const trackingFilter = z.object({
  search: searchText,
  type: choice(trackingTypes, 'protocol'),
  department: idFilter,
  status: filter(oneOf(protocolStatuses)),
  startDate: dateFilter,
  endDate: dateFilter,
  category: idFilter,
})
export type TrackingFilter = z.infer<typeof trackingFilter>

/** `current_status`: the statuses of a protocol, and those that only tracking shows (contract 4.3, 4.21). */
export const trackingStatus = { ...protocolStatus, returned: 'Retornado', inReview: 'Em Análise' } as const
export type TrackingStatus = (typeof trackingStatus)[keyof typeof trackingStatus]

const settled: Partial<Record<ItemStatus, TrackingStatus>> = {
  [itemStatus.returned]: trackingStatus.returned,
  [itemStatus.completed]: trackingStatus.completed,
  [itemStatus.cancelled]: trackingStatus.cancelled,
}

/** Status of the item itself; while it is pending, it depends on whether its protocol has been received. */
export const trackingStatusOf = ({ status, isReceived }: Omit<CustodyFacts, 'requiresReturn'>): TrackingStatus =>
  settled[status] ?? (isReceived ? trackingStatus.inProgress : trackingStatus.pending)
