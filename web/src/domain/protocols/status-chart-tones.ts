import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ChartTone } from '../../ui/chart-tones.ts'

/** The colours of the statuses in charts, by their labels. */
export const statusChartTones: Record<ProtocolStatus, ChartTone> = {
  [protocolStatus.pending]: 'pending',
  [protocolStatus.inProgress]: 'progress',
  [protocolStatus.completed]: 'success',
  [protocolStatus.cancelled]: 'danger',
}
