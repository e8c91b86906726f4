import type { FoundProtocol } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { MatchLine } from '../../../domain/protocols/match-line.tsx'
import { ProtocolLink } from '../../../domain/protocols/protocol-link.tsx'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import { RowCard, RowLine } from '../../../ui/row-card.tsx'
import type { RunAction } from '../actions/protocol-actions.ts'
import { ProtocolPath } from '../protocol-path.tsx'
import classes from './protocol-card.module.css'
import { ItemsDone } from './protocol-columns.tsx'
import { ProtocolRowMenu } from './protocol-row-menu.tsx'

interface ProtocolCardProps {
  protocol: FoundProtocol
  /** The text that it was found by. */
  search: string
  viewer: Viewer
  onAction: RunAction
}

/** A row of the list as a card for phones: the path first, then the status. */
export function ProtocolCard({ protocol, search, viewer, onAction }: ProtocolCardProps) {
  const { id, status, createdAt, creator, originUser } = protocol
  return (
    <RowCard
      head={
        <div className={classes.path}>
          <ProtocolPath protocol={protocol} viewer={viewer} />
        </div>
      }
      menu={<ProtocolRowMenu protocol={protocol} onAction={onAction} />}
    >
      <RowLine>
        <ProtocolLink id={id} />
        <ProtocolStatusBadge status={status} />
        <time dateTime={createdAt} className={classes.soft}>
          {formatDateTime(createdAt)}
        </time>
      </RowLine>
      <RowLine>
        <ItemsDone {...protocol} />
        <span className={classes.soft}>{creator || originUser}</span>
      </RowLine>
      <MatchLine match={protocol.match} search={search} />
    </RowCard>
  )
}
