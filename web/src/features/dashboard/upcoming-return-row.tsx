import type { UpcomingReturn } from '@malote/core/dashboard/dashboard.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { dueWords } from '../../domain/items/due-words.ts'
import { itemSubtitle, itemTitle } from '../../domain/items/item-name.ts'
import { OriginalDate } from '../../domain/items/original-date.tsx'
import { useToday } from '../../domain/organisation/use-today.ts'
import { ReturnStatus } from '../../domain/returns/return-status.tsx'
import { formatDate } from '../../lib/format.ts'
import classes from './list-card.module.css'

/** An item that is due; the whole row is a link to its protocol. */
export function UpcomingReturnRow({ row, ref }: { row: UpcomingReturn; ref?: Ref<HTMLAnchorElement> }) {
  const today = useToday()
  const { protocolId, returnDate, itemType, supplier, department, status } = row
  const due = returnDate && status !== itemStatus.returned ? dueWords(returnDate, today) : null
  return (
    <li className={classes.row} data-is-link>
      <Link ref={ref} className={classes.cover} to="/protocolos/$id" params={{ id: String(protocolId) }}>
        <span className={classes.line}>
          <span className={classes.strong}>{itemTitle(row)}</span>
          <span className={classes.end}>
            <ReturnStatus row={row} today={today} />
          </span>
        </span>
        <span className={classes.line} data-soft>
          <span>{[itemSubtitle(row), itemType].filter(Boolean).join(' · ') || '—'}</span>
          <span>{supplier || department || 'Sem departamento'}</span>
        </span>
        <span className={classes.line} data-soft>
          {returnDate ? <time dateTime={returnDate}>{formatDate(returnDate)}</time> : <span>Sem prazo</span>}
          {due?.words && (
            <span className={classes.due} data-tone={due.tone}>
              {due.words}
            </span>
          )}
          <OriginalDate item={row} />
        </span>
      </Link>
    </li>
  )
}
