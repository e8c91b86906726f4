import { type HistoryEntry, historyEntryWire } from '@malote/core/history/history-entry.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { RemovableText, RemovalMenu } from '../../../domain/black-outs/removals.tsx'
import { activityLook } from '../../../domain/protocols/display-looks.ts'
import { counted, formatDateAtTime } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Timeline, TimelineFold, TimelineStep } from '../../../ui/timeline.tsx'
import { useEarlier } from '../use-earlier.tsx'
import classes from './detail.module.css'

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

/** Fewer entries are read faster than unfolded. */
const fewestInAct = 3

/** Longest time between the entries of one act, in milliseconds: items of a bulk action may be stored one by one. */
const longestPause = 2_000

type Act = [HistoryEntry, ...HistoryEntry[]]

/** A protocol's history in order of time; what one person did at once to several items is one act. */
export function actsOf(history: readonly HistoryEntry[]): Act[] {
  const acts: Act[] = []
  for (const entry of [...history].sort(byTime)) {
    const last = acts.at(-1)
    if (last && belongs(last.at(-1) ?? last[0], entry)) last.push(entry)
    else acts.push([entry])
  }
  return acts.flatMap((act) => (act.length >= fewestInAct ? [act] : act.map((entry): Act => [entry])))
}

const belongs = (before: HistoryEntry, entry: HistoryEntry) =>
  before.itemId &&
  entry.itemId &&
  before.action === entry.action &&
  before.createdBy === entry.createdBy &&
  timeOf(entry) - timeOf(before) <= longestPause

const timeOf = ({ createdAt }: HistoryEntry) => new Date(createdAt ?? 0).getTime()

const byTime = (one: HistoryEntry, other: HistoryEntry) =>
  (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id - other.id
