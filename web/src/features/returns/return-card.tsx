import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { ReturnStatus } from '../../domain/returns/return-status.tsx'
import { DotLabel } from '../../ui/dot-label.tsx'
import { DocumentCell, DueCell, PathCell } from './return-cells.tsx'
import { decidingOf, NamedAct, type ReturnContext, ReturnMenu, SelectRow } from './return-columns.tsx'
import classes from './returns.module.css'

/** A row as a card for phones: the item first, then its path and its due date. */
export function ReturnCard({ row, context }: { row: ReturnRow; context: ReturnContext }) {
  const { today, onOpen } = context
  return (
    <div className={classes.card}>
      <SelectRow row={row} context={context} />
      <DocumentCell row={row} onOpen={onOpen} />
      <span className={classes.menu}>
        <ReturnMenu row={row} context={context} />
      </span>
      <div className={classes.body}>
        <PathCell row={row} context={context} />
        <div className="row wrap gap-4-12">
          <ProtocolLink id={row.protocolId} />
          <span>{row.itemType || '—'}</span>
          {row.category && <DotLabel color={row.categoryColor ?? null}>{row.category}</DotLabel>}
        </div>
        <div className="row between gap-8">
          <span className="row gap-12">
            <ReturnStatus row={row} today={today} />
            <DueCell row={row} today={today} onDecide={decidingOf(row, context)} />
          </span>
          <NamedAct row={row} context={context} />
        </div>
      </div>
    </div>
  )
}
