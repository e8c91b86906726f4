import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ReturnRow, ReturnSide } from '@malote/core/returns/return-row.ts'
import { sideOf } from '@malote/core/returns/return-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { WhyDueDate } from '../../domain/due-dates/why-due-date.tsx'
import { dueWords } from '../../domain/items/due-words.ts'
import { itemSubtitle, itemTitle } from '../../domain/items/item-name.ts'
import { ExtensionNote, ReminderNote } from '../../domain/items/item-notes.tsx'
import { OriginalDate } from '../../domain/items/original-date.tsx'
import { Whereabouts } from '../../domain/items/whereabouts.tsx'
import { ownSideOf } from '../../domain/protocols/custody-side.ts'
import { sideWords } from '../../domain/returns/side-words.ts'
import { formatDate } from '../../lib/format.ts'
import { DotLabel } from '../../ui/dot-label.tsx'
import { PathSmall } from '../../ui/path/path-small.tsx'
import classes from './returns.module.css'

/** The document number or what people call the item, and the responsible user. */
export function DocumentCell(row: ReturnRow) {
  const subtitle = itemSubtitle(row)
  return (
    <span className={classes.cell}>
      <span className={classes.document}>{itemTitle(row)}</span>
      {subtitle && <span className={classes.soft}>{subtitle}</span>}
      <span className={classes.soft}>{row.responsible || 'Não atribuído'}</span>
    </span>
  )
}

export function TypeCell({ itemType, category, categoryColor }: ReturnRow) {
  return (
    <span className={classes.cell}>
      <span>{itemType || '—'}</span>
      {category && (
        <span className={classes.soft}>
          <DotLabel color={categoryColor ?? null}>{category}</DotLabel>
        </span>
      )}
    </span>
  )
}

/** Origin and destination, and which side owes the item. */
export function PathCell({ row, viewer }: { row: ReturnRow; viewer: Viewer }) {
  const side = sideOf(viewer, row)
  const isOut = row.status === itemStatus.pending && row.protocolStatus !== protocolStatus.pending
  return (
    <span className={classes.cell}>
      <PathSmall
        from={row.originDepartment || 'Origem'}
        to={row.destinationDepartment || 'Destino'}
        state={{
          where: row.forwardedTo ? null : isOut ? 'to' : 'from',
          line: row.protocolStatus === protocolStatus.pending ? 'dashed' : 'solid',
        }}
        own={ownSideOf(viewer, row)}
      />
      {side && <SideWord side={side} />}
      <Whereabouts item={row} />
    </span>
  )
}

function SideWord({ side }: { side: ReturnSide }) {
  const Icon = side === 'toReturn' ? IconArrowUpRight : IconArrowDownLeft
  return (
    <span className={classes.side} data-side={side}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {sideWords[side]}
    </span>
  )
}

interface DueCellProps {
  row: ReturnRow
  today: CivilDate
  /** For viewers who may decide about the open request: opens it. */
  onDecide: (() => void) | false
}

/** The due date; below it the return date, or how near the due date is. */
export function DueCell({ row, today, onDecide }: DueCellProps) {
  const { returnDate, actualReturnDate, status } = row
  const due = returnDate && status === itemStatus.pending ? dueWords(returnDate, today) : null
  return (
    <span className={classes.cell}>
      {returnDate ? <WhyDueDate itemId={row.id} returnDate={returnDate} /> : <span>Sem prazo</span>}
      {actualReturnDate && (
        <span className={classes.soft}>
          Retornado em <time dateTime={actualReturnDate}>{formatDate(actualReturnDate)}</time>
        </span>
      )}
      {due?.words && (
        <span className={classes.near} data-tone={due.tone}>
          {due.words}
        </span>
      )}
      <OriginalDate item={row} />
      <ReminderNote item={row} today={today} />
      <ExtensionNote item={row} onDecide={onDecide} />
    </span>
  )
}
