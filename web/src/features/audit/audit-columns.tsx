import type { AuditEvent } from '@malote/core/audit/audit-event.ts'
import { auditFieldWords, auditSubjectWords, auditValueWords, auditWords } from '@malote/core/audit/audit-words.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { formatDateTime } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './audit.module.css'

export const auditColumns: readonly Column<AuditEvent>[] = [
  { key: 'at', header: 'Quando', width: '144px', cell: ({ at }) => <When at={at} /> },
  { key: 'actor', header: 'Quem', width: '18%', cell: (event) => <Who {...event} /> },
  {
    key: 'action',
    header: 'O quê',
    isRowHeader: true,
    rowName: ({ action }) => auditWords(action),
    cell: (event) => (
      <>
        <What {...event} />
        <EventChanges {...event} />
      </>
    ),
  },
  {
    key: 'subject',
    header: 'Sobre',
    width: '26%',
    cell: ({ subject }) => (subject ? auditSubjectWords(subject) : '—'),
  },
  { key: 'address', header: 'De onde', width: '136px', cell: ({ address }) => <Where address={address} /> },
]

/** An event as a card, for phones. */
export function AuditCard({ event }: { event: AuditEvent }) {
  const { at, subject, address } = event
  return (
    <div className={classes.card}>
      <strong>
        <What {...event} />
      </strong>
      <When at={at} />
      {subject && <div className="whole">{auditSubjectWords(subject)}</div>}
      <div className="whole soft">
        <Who {...event} />
        {address && (
          <span>
            {' · '}
            <Where address={address} />
          </span>
        )}
      </div>
      <div className="whole">
        <EventChanges {...event} />
      </div>
    </div>
  )
}

const When = ({ at }: Pick<AuditEvent, 'at'>) => (
  <time dateTime={at} className={classes.number}>
    {formatDateTime(at)}
  </time>
)

/** Without an address nobody asked for it: the system or its operator did it. */
function Who({ actor, address }: Pick<AuditEvent, 'actor' | 'address'>) {
  if (actor) return actor.name
  return <span className="soft">{address ? 'Sem sessão' : 'Sistema'}</span>
}

const refusals: readonly string[] = ['sign-in.failed', 'access.denied']

function What({ action }: Pick<AuditEvent, 'action'>) {
  const words = auditWords(action)
  if (!refusals.includes(action)) return words
  return (
    <StatusBadge tone="danger" icon={IconAlertTriangle}>
      {words}
    </StatusBadge>
  )
}

const Where = ({ address }: Pick<AuditEvent, 'address'>) => <span className={classes.address}>{address || '—'}</span>

/** The fields of an event, folded: what they were and what they are, or what the event says of itself. */
function EventChanges({ action, before, after }: AuditEvent) {
  const names = Object.keys({ ...before, ...after }).filter((name) => !isIdOfName(name, before, after))
  if (names.length === 0) return null
  const isChange = Boolean(before && after)
  return (
    <details className={classes.changes}>
      <summary>
        {isChange ? 'Ver o que mudou' : 'Ver detalhes'}
        <VisuallyHidden>: {auditWords(action)}</VisuallyHidden>
      </summary>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{auditFieldWords(name)}</dt>
            <dd>
              {isChange && (
                <>
                  <span className="soft">{auditValueWords(name, before?.[name])}</span>
                  <IconArrowRight size={14} aria-hidden className={classes.arrow} />
                  <VisuallyHidden> passou a </VisuallyHidden>
                </>
              )}
              <span>{auditValueWords(name, (after ?? before)?.[name])}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The department's name is shown beside its id, which says nothing to people. */
const isIdOfName = (name: string, ...sides: (object | null | undefined)[]) =>
  name === 'udpid' && sides.some((side) => side && 'department_name' in side)
