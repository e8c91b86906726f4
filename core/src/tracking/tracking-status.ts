import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import type { CustodyFacts } from './custody.ts'

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
