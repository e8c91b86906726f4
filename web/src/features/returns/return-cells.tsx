import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ReturnRow, ReturnSide } from '@malote/core/returns/return-row.ts'
import { sideOf } from '@malote/core/returns/return-rules.ts'
import { type CivilDate, daysBetween } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { WhyDueDate } from '../../domain/due-dates/why-due-date.tsx'
import { dueWords, OriginalDate } from '../../domain/items/due-words.tsx'
import { itemSubtitle, itemTitle } from '../../domain/items/item-name.ts'
import { ExtensionNote, ReminderNote } from '../../domain/items/item-notes.tsx'
import { Whereabouts } from '../../domain/items/whereabouts.tsx'
import { OpenOccurrences } from '../../domain/occurrences/occurrences-line.tsx'
import { ownSideOf } from '../../domain/protocols/custody-side.ts'
import { sideWords } from '../../domain/returns/return-status.tsx'
import { counted, formatDate } from '../../lib/format.ts'
import { PathSmall } from '../../ui/path/path-small.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import classes from './returns.module.css'

interface DocumentCellProps {
  row: ReturnRow
  onOpen: (row: ReturnRow) => void
}

/** The item in one line, which opens its details; below it who answers for it. */
export function DocumentCell({ row, onOpen }: DocumentCellProps) {
  const subtitle = itemSubtitle(row)
  return (
    <span className={classes.cell}>
      <span className={classes.first}>
        <button
          type="button"
          className={classes.title}
          title={subtitle && `${itemTitle(row)} · ${subtitle}`}
          aria-label={`Ver detalhes: ${itemTitle(row)}`}
          onClick={() => onOpen(row)}
        >
          {itemTitle(row)}
        </button>
        {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        <OpenOccurrences count={row.openOccurrences} />
      </span>
      <span className={classes.second}>{row.responsible || 'Não atribuído'}</span>
    </span>
  )
}

export function TypeCell({ itemType, category, categoryColor }: ReturnRow) {
  return (
    <span className={classes.cell}>
      <span className="cut">{itemType || '—'}</span>
      {category && (
        <span className={classes.category}>
          <DotLabel color={categoryColor ?? null}>{category}</DotLabel>
        </span>
      )}
    </span>
  )
}

interface PathCellProps {
  row: ReturnRow
  context: { viewer: Viewer; today: CivilDate; isOneSided: boolean }
}

/** Origin and destination; below them where else the item is, who asked for it, or else which side owes it. */
export function PathCell({ row, context: { viewer, today, isOneSided } }: PathCellProps) {
  const side = isOneSided || row.forwardedTo || row.remindedAt ? null : sideOf(viewer, row)
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
        isOneLine
      />
      <span className={classes.second}>
        <Whereabouts item={row} />
        <ReminderNote item={row} today={today} />
        {side && <SideWord side={side} />}
      </span>
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

/** The due date; below it when the item came back, or how near the date is: that it is late is said by the status. */
export function DueCell({ row, today, onDecide }: DueCellProps) {
  const { returnDate, actualReturnDate, status } = row
  const due = returnDate && status === itemStatus.pending ? dueNote(returnDate, today) : ''
  return (
    <span className={classes.cell}>
      {returnDate ? <WhyDueDate itemId={row.id} returnDate={returnDate} /> : <span>Sem prazo</span>}
      <span className={classes.second}>
        <ExtensionNote item={row} onDecide={onDecide} />
        {actualReturnDate && (
          <span>
            Retornado em <time dateTime={actualReturnDate}>{formatDate(actualReturnDate)}</time>
          </span>
        )}
        {due && <span>{due}</span>}
        <OriginalDate item={row} />
      </span>
    </span>
  )
}

/** 'há 3 dias', 'vence amanhã'; '' where the status says it, or the date is far away. */
function dueNote(returnDate: CivilDate, today: CivilDate): string {
  const days = daysBetween(today, returnDate)
  if (days < 0) return `há ${counted(-days, 'dia', 'dias')}`
  return days === 0 ? '' : dueWords(returnDate, today).words
}
