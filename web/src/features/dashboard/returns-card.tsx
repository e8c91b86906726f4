import type { UpcomingReturn } from '@malote/core/dashboard/dashboard.ts'
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
import { useEffect, useId, useRef, useState } from 'react'
import { useToday } from '../../domain/organisation/use-today.ts'
import { sideWords } from '../../domain/returns/side-words.ts'
import { counted } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { upcomingReturnsQuery } from './dashboard.api.ts'
import classes from './list-card.module.css'
import { ListCard, Rows } from './list-card.tsx'
import { shortList } from './short-list.ts'
import { UpcomingReturnRow } from './upcoming-return-row.tsx'

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

export function ReturnsCard() {
  const returns = useQuery(upcomingReturnsQuery)
  return (
    <ListCard
      title="Retornos Próximos"
      more={
        <AnchorLink to="/retornos" size="sm">
          Ver todos<VisuallyHidden> os retornos</VisuallyHidden>
        </AnchorLink>
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
          <AnchorLink to="/retornos" search={{ side }} inherit c="inherit">
            {title}
          </AnchorLink>
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
