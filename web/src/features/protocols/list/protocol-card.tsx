import type { FoundProtocol } from '@malote/core/protocols/protocol.ts'
import { OpenOccurrences } from '../../../domain/occurrences/open-occurrences.tsx'
import { AwaitingNote } from '../../../domain/protocols/awaiting-note.tsx'
import { MatchLine } from '../../../domain/protocols/match-line.tsx'
import { ProtocolLink } from '../../../domain/protocols/protocol-link.tsx'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import { RowCard, RowLine } from '../../../ui/table/row-card.tsx'
import { ProtocolPath } from '../protocol-path.tsx'
import classes from './list.module.css'
import { ItemsDone, ProtocolBox, type ProtocolListContext } from './protocol-columns.tsx'
import { ProtocolRowMenu } from './protocol-row-menu.tsx'

interface ProtocolCardProps {
  protocol: FoundProtocol
  context: ProtocolListContext
}

/** A row of the list as a card for phones: the path first, then the status. */
export function ProtocolCard({ protocol, context }: ProtocolCardProps) {
  const { id, status, cancelKind, openOccurrences, createdAt, creator, originUser } = protocol
  return (
    <RowCard
      head={
        <div className={classes.head}>
          <span className={classes.box}>
            <ProtocolBox protocol={protocol} context={context} />
          </span>
          <div className={classes.path}>
            <ProtocolPath protocol={protocol} viewer={context.viewer} />
          </div>
        </div>
      }
      menu={<ProtocolRowMenu protocol={protocol} onAction={context.onAction} />}
    >
      <RowLine>
        <ProtocolLink id={id} />
        <ProtocolStatusBadge status={status} cancelKind={cancelKind} />
        <OpenOccurrences count={openOccurrences} />
        <time dateTime={createdAt} className={classes.protocolCardSoft}>
          {formatDateTime(createdAt)}
        </time>
      </RowLine>
      <RowLine>
        <ItemsDone {...protocol} />
        <span className={classes.protocolCardSoft}>{creator || originUser}</span>
      </RowLine>
      <AwaitingNote days={protocol.awaitingReceiptDays} />
      <MatchLine match={protocol.match} search={context.search} />
    </RowCard>
  )
}
