import { type HistoryEntry, historyEntryWire } from '@malote/core/history/history-entry.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { RemovableText, RemovalMenu } from '../../../domain/black-outs/removals.tsx'
import { activityLook } from '../../../domain/protocols/display-looks.ts'
import { counted, formatDateAtTime } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Timeline, TimelineFold, TimelineStep } from '../../../ui/timeline.tsx'
import { useEarlier } from '../use-earlier.tsx'
import classes from './detail.module.css'
import { actsOf } from './history-acts.ts'

/** The protocol's history from its creation until now. */
export function HistoryTab({ protocol: { id, history: newest, historyCount } }: { protocol: ProtocolDetail }) {
  const now = new Date()
  const { earlier, button } = useEarlier<HistoryEntry>({
    ...{ protocolId: id, kind: 'history', newest, count: historyCount },
    read: (answer) => readWire(historyEntryWire, answer),
  })
  const history = [...earlier, ...newest]
  if (history.length === 0) {
    return (
      <Card>
        <EmptyState title="Nenhum registro no histórico">Tudo o que acontecer com o protocolo aparece aqui.</EmptyState>
      </Card>
    )
  }
  return (
    <Card title="Histórico">
      {button}
      <Timeline label="Histórico do protocolo">
        {actsOf(history).map(([entry, ...others]) => (
          <TimelineStep
            key={entry.id}
            {...activityLook(entry.action)}
            title={entry.action}
            meta={<When entry={entry} now={now} />}
            aside={others.length === 0 && menuOf(entry)}
          >
            {others.length === 0 ? entry.description !== entry.action && textOf(entry) : inOne([entry, ...others])}
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

const inOne = (entries: readonly HistoryEntry[]) => (
  <TimelineFold
    summary={counted(entries.length, 'registro', 'registros')}
    rows={entries.map((entry) => ({
      id: entry.id,
      text: (
        <span className={classes.row}>
          <span>{entry.description ? textOf(entry) : entry.action}</span>
          {menuOf(entry)}
        </span>
      ),
    }))}
  />
)

const textOf = ({ id, description }: HistoryEntry) =>
  description && (
    <RemovableText kind="history" targetId={id}>
      {description}
    </RemovableText>
  )

const menuOf = ({ id, action, description, createdAt }: HistoryEntry) => (
  <RemovalMenu
    kind="history"
    targetId={id}
    text={description}
    action={action}
    label={`${action}, ${formatDateAtTime(createdAt)}`}
  />
)
