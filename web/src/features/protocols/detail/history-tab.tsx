import type { HistoryEntry } from '@malote/core/history/history-entry.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { activityLook } from '../../../domain/protocols/activity-look.ts'
import { formatDateAtTime } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Timeline, TimelineStep } from '../../../ui/timeline.tsx'

/** The protocol's history from its creation until now. */
export function HistoryTab({ protocol: { history } }: { protocol: ProtocolDetail }) {
  const now = new Date()
  if (history.length === 0) {
    return (
      <Card>
        <EmptyState title="Nenhum registro no histórico">Tudo o que acontecer com o protocolo aparece aqui.</EmptyState>
      </Card>
    )
  }
  return (
    <Card title="Histórico">
      <Timeline label="Histórico do protocolo">
        {[...history].sort(byTime).map((entry) => (
          <TimelineStep
            key={entry.id}
            {...activityLook(entry.action)}
            title={entry.action}
            meta={<When entry={entry} now={now} />}
          >
            {entry.description !== entry.action && entry.description}
          </TimelineStep>
        ))}
      </Timeline>
    </Card>
  )
}

function When({ entry: { createdAt, createdBy }, now }: { entry: HistoryEntry; now: Date }) {
  return (
    <>
      {createdBy || 'Sistema'} ·{' '}
      <time dateTime={createdAt} title={createdAt && relativeTime(new Date(createdAt), now)}>
        {formatDateAtTime(createdAt)}
      </time>
    </>
  )
}

const byTime = (one: HistoryEntry, other: HistoryEntry) =>
  (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id - other.id
