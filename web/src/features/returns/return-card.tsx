import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { OpenOccurrences } from '../../domain/occurrences/occurrences-line.tsx'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { ReturnStatus } from '../../domain/returns/return-status.tsx'
import { RowLine } from '../../ui/table/row-action.tsx'
import { DocumentCell, DueCell, PathCell, TypeCell } from './return-cells.tsx'
import { decidingOf, excuseOf, type ReturnContext, ReturnRowActions, SelectRow } from './return-columns.tsx'
import classes from './returns.module.css'

/** A row as a card for phones: the path first, then the item and its due date. */
export function ReturnCard({ row, context }: { row: ReturnRow; context: ReturnContext }) {
  const excuse = excuseOf(row, context)
  return (
    <div className={classes.card}>
      <div>
        <SelectRow row={row} context={context} />
      </div>
      <div className={classes.path}>
        <PathCell row={row} viewer={context.viewer} />
      </div>
      <div className={classes.returnCardActions}>
        <ReturnRowActions row={row} context={context} />
      </div>
      <RowLine>
        <ProtocolLink id={row.protocolId} />
        <ReturnStatus row={row} today={context.today} />
        <OpenOccurrences count={row.openOccurrences} />
      </RowLine>
      <div className={classes.facts}>
        <DocumentCell {...row} />
        <TypeCell {...row} />
        <DueCell row={row} today={context.today} onDecide={decidingOf(row, context)} />
      </div>
      {excuse && <p className="whole soft caption">{excuse}</p>}
    </div>
  )
}
