import type { UpcomingReturn } from '@malote/core/dashboard/dashboard.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { dueWords, OriginalDate } from '../../domain/items/due-words.tsx'
import { itemSubtitle, itemTitle } from '../../domain/items/item-name.ts'
import { useToday } from '../../domain/organisation/config.ts'
import { ReturnStatus, sideWords } from '../../domain/returns/return-status.tsx'
import { type DashboardSearch, periodOf } from '../../domain/screens/searches.ts'
import { counted, formatDate } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { shortList, statsQuery, upcomingReturnsQuery } from './dashboard.api.ts'
import classes from './dashboard.module.css'
import { ActivitiesCard, ListCard, PendingCard, Rows } from './list-cards.tsx'
import { MyDay, useDay } from './my-day.tsx'
import { StatsSection } from './stats-section.tsx'

interface DashboardPageProps {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
}

/** What is to be done now, then what happened, then the figures. */
export default function DashboardPage({ search, onSearch }: DashboardPageProps) {
  const period = periodOf(search)
  const stats = useQuery(statsQuery(period))
  const day = useDay()
  return (
    <>
      <PageHeader title="Dashboard" />
      <MyDay day={day} />
      {/* After the day, whose length is not known before: nothing moves when it comes. */}
      {!day.isComing && (
        <div className={classes.page}>
          <div className={classes.lists}>
            <ReturnsCard />
            <PendingCard />
            <ActivitiesCard />
          </div>
          <StatsSection period={period} stats={stats} onPeriod={(next) => onSearch({ period: next })} />
        </div>
      )}
    </>
  )
}

interface ReturnSideGroup {
  side: ReturnSide | null
  title: string
  icon: TablerIcon
}

/** What the viewer's department owes, what it is owed, and for an Admin also returns between other departments. */
const groups: readonly ReturnSideGroup[] = [
  { side: 'toReturn', title: sideWords.toReturn, icon: IconArrowUpRight },
  { side: 'toReceive', title: sideWords.toReceive, icon: IconArrowDownLeft },
  { side: null, title: 'Entre outros departamentos', icon: IconArrowsExchange },
]

function ReturnsCard() {
  const returns = useQuery(upcomingReturnsQuery)
  return (
    <ListCard
      title="Retornos Próximos"
      more={
        <TextLink to="/retornos" size="sm">
          Ver todos<VisuallyHidden> os retornos</VisuallyHidden>
        </TextLink>
      }
      query={returns}
      failed="Erro ao carregar os retornos. Tente novamente."
      empty="Nenhum retorno próximo"
      hint="Itens atrasados ou com retorno nos próximos 7 dias aparecem aqui."
      icon={IconArrowBackUp}
    >
      {(rows) =>
        groups.map((group) => {
          const own = rows.filter(({ side = null }) => side === group.side)
          return own.length > 0 && <ReturnGroup key={group.title} group={group} rows={own} />
        })
      }
    </ListCard>
  )
}

function ReturnGroup({ group: { title, icon: Icon, side }, rows }: { group: ReturnSideGroup; rows: UpcomingReturn[] }) {
  // Set by 'Mostrar mais' to the first row that it reveals; all rows are shown from then on.
  const [firstOfOthers, showAllFrom] = useState<UpcomingReturn['id'] | null>(null)
  const isWhole = firstOfOthers !== null
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (firstOfOthers !== null) first.current?.focus() // the pressed button unmounts
  }, [firstOfOthers])
  const id = useId()
  const today = useToday()
  const shown = isWhole ? rows : shortList(rows, ({ returnDate }) => (returnDate ?? today) < today)
  const others = rows.filter((row) => !shown.includes(row))
  const [next] = others
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h3 id={id} className={classes.side} data-side={side}>
        <Icon size={16} stroke={1.75} aria-hidden />
        {side ? (
          <TextLink to="/retornos" search={{ side }} inherit c="inherit">
            {title}
          </TextLink>
        ) : (
          title
        )}
      </h3>
      <Rows>
        {shown.map((row) => (
          <UpcomingReturnRow key={row.id} row={row} {...(row.id === firstOfOthers && { ref: first })} />
        ))}
      </Rows>
      {next && (
        <Button variant="subtle" size="compact-sm" onClick={() => showAllFrom(next.id)}>
          Mostrar mais {counted(others.length, 'item', 'itens')}
        </Button>
      )}
    </section>
  )
}

/** An item that is due; the whole row is a link to its protocol. */
function UpcomingReturnRow({ row, ref }: { row: UpcomingReturn; ref?: Ref<HTMLAnchorElement> }) {
  const today = useToday()
  const { protocolId, returnDate, itemType, supplier, department, status } = row
  const due = returnDate && status !== itemStatus.returned ? dueWords(returnDate, today) : null
  return (
    <li className={classes.listRow} data-is-link>
      <Link ref={ref} className={classes.cover} to="/protocolos/$id" params={{ id: String(protocolId) }}>
        <span className={classes.line}>
          <span className="medium numbers">{itemTitle(row)}</span>
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
