import type { Today, TodayFact } from '@malote/core/dashboard/dashboard.ts'
import { returnFilter } from '@malote/core/returns/return-row.ts'
import { role } from '@malote/core/users/role.ts'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import {
  IconCalendarTime,
  IconChevronDown,
  IconCircleCheck,
  IconMessageReport,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useEffectEvent, useRef, useState } from 'react'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { contentId } from '../../lib/content.ts'
import { useHeld } from '../../ui/freshness/use-held.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { lateElsewhere, mine, todayQuery } from './dashboard.api.ts'
import { type DayListProps, LateElsewhere, Sent, ToConfirm, ToReceive, ToReturn, Unassigned } from './day-lists.tsx'
import { SkeletonRows } from './day-rows.tsx'
import { factsOf, linkTo, ownFact, type ShownFact } from './day-words.ts'
import classes from './my-day.module.css'

interface Day {
  facts: readonly ShownFact[]
  /** What the viewer answers for; null when that is nothing. */
  mine: ShownFact | null
  /** What others should have sent back; null when that is nothing. */
  lateElsewhere: ShownFact | null
}

/** What the viewer has to do now, and what waits for others (contract 17.7). All of it comes at once. */
export function useDay() {
  const today = useQuery(todayQuery)
  const own = useQuery(returnsQuery(returnFilter.parse(mine)))
  const late = useQuery(returnsQuery(returnFilter.parse(lateElsewhere)))
  return { today, own, late, isComing: [today, own, late].some(({ isPending }) => isPending) }
}

/** What the viewer must do now: each fact is a link to the list of what it counts (contract 17.7). */
export function MyDay({ day: { today, own, late, isComing } }: { day: ReturnType<typeof useDay> }) {
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Facts that others settle disappear only when the pointer is elsewhere.
  const { shown } = useHeld(today.data, part, 'inside', (before, now) =>
    namesIn(before) === namesIn(now) ? now : before,
  )
  const day = shown && {
    facts: factsOf(shown),
    mine: ownFact('mine', own.data?.meta.total),
    lateElsewhere: ownFact('lateElsewhere', late.data?.meta.total),
  }
  return (
    <section ref={part} className={classes.day} aria-labelledby="my-day" aria-busy={isComing}>
      <h2 id="my-day" ref={heading} tabIndex={-1} className={classes.title}>
        Meu dia
      </h2>
      <QueryStates
        query={{ ...today, data: isComing && !today.error ? undefined : day }}
        failed={failed}
        failure={<Failed onRetry={today.refetch} />}
        loading={<Loading />}
      >
        {(known) => <Lists day={known} onGone={() => heading.current?.focus()} />}
      </QueryStates>
    </section>
  )
}

const namesIn = (today: Today | undefined) =>
  today &&
  factsOf(today)
    .map(({ fact }) => fact)
    .join()

const failed = 'Erro ao carregar o seu dia. Tente novamente.'

const Failed = ({ onRetry }: { onRetry: () => unknown }) => (
  <p className="danger-ink" role="alert">
    {failed}{' '}
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Tentar novamente
    </Button>
  </p>
)

const Loading = () => (
  <div className={classes.columns}>
    {['do', 'wait'].map((column) => (
      <div key={column}>
        <Skeleton height={20} width={140} mb={8} />
        <SkeletonRows count={3} />
      </div>
    ))}
  </div>
)

interface ListsProps {
  day: Day
  /** Called when a list is done and had the focus. */
  onGone: () => void
}

/** Left what is to be done, right what the viewer holds and what waits for others. */
function Lists({ day: { facts, mine, lateElsewhere }, onGone }: ListsProps) {
  const isUser = useViewer().role === role.user
  const fact = (name: TodayFact) => facts.find((one) => one.fact === name)
  const due = [fact('overdue'), fact('toReturnToday')].filter((one) => one !== undefined)
  // A Usuário gives back what they answer for, so one list says both.
  const own = isUser ? mine : null
  const [first] = own ? [own] : due
  const others = facts.filter((one) => icons[one.fact] !== undefined)
  const list = (one: ShownFact | null | undefined, rows: ComponentType<DayListProps>) =>
    one && <DayList heads={[one]} path={one.path} count={one.count} list={rows} onGone={onGone} />
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {facts.length === 0 && (
          <p className={classes.done}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden /> Tudo em dia.
          </p>
        )}
        {first && (
          <DayList
            heads={own ? [own, ...due] : due}
            path={onAnyDay(first.path)}
            count={own?.count ?? due.reduce((sum, { count }) => sum + count, 0)}
            list={ToReturn}
            onGone={onGone}
          />
        )}
        {list(fact('toReceive'), ToReceive)}
        {list(fact('toConfirm'), ToConfirm)}
        {others.length > 0 && <OtherFacts facts={others} onGone={onGone} />}
      </div>
      <div className={classes.column}>
        {!isUser && list(mine, ToReturn)}
        {list(fact('unreceivedSent'), Sent)}
        {list(lateElsewhere, LateElsewhere)}
      </div>
    </div>
  )
}

/** What is late and what is due today are one list, the most urgent first. */
function onAnyDay(path: string): string {
  const { to, search } = linkTo(path)
  const { dateFilter: _, ...filters } = search
  return `${to}?${new URLSearchParams(filters)}`
}

interface DayListOfProps {
  /** Links to the lists that it begins. */
  heads: readonly ShownFact[]
  /** The list whose first rows are shown. */
  path: string
  count: number
  list: ComponentType<DayListProps>
  /** Called when all of it is done and it had the focus. */
  onGone: () => void
}

function DayList({ heads, path, count, list: List, onGone }: DayListOfProps) {
  const part = useWatchedFocus(onGone)
  return (
    <section ref={part} className={classes.list} aria-label={heads.map(({ text }) => text).join(', ')}>
      <h3 className={classes.heads}>
        {heads.map((head) => (
          <Link key={head.fact} className={classes.head} data-fact={head.fact} {...linkTo(head.path)}>
            {head.text}
          </Link>
        ))}
      </h3>
      <List filters={linkTo(path).search} count={count} />
    </section>
  )
}

/** A ref: calls `onLost` when the part goes away while the focus is in it, or was in a row that went before. */
const useWatchedFocus = (onLost: () => void) => {
  const lost = useEffectEvent(onLost)
  return useCallback((part: HTMLElement | null) => {
    if (!part) return
    let wasIn = false
    // The content has the focus where what had it is gone (focusWhatIsLeft): nobody moved it.
    const isNowhere = (element: EventTarget | null) =>
      element === document.body || (element instanceof Element && element.id === contentId)
    const follow = ({ target }: Event) => {
      if (!isNowhere(target)) wasIn = target instanceof Node && part.contains(target)
    }
    const moves = ['focusin', 'pointerdown'] as const
    for (const move of moves) document.addEventListener(move, follow)
    // Before the part leaves the document.
    return () => {
      for (const move of moves) document.removeEventListener(move, follow)
      const { activeElement } = document
      // React gives the focus back at the end of a change, so it is moved after that.
      if (part.contains(activeElement) || (wasIn && isNowhere(activeElement))) queueMicrotask(lost)
    }
  }, [])
}

/** Facts whose rows need more than one press, or one of somebody else. */
const icons: Partial<Record<ShownFact['fact'], TablerIcon>> = {
  unassigned: IconUserQuestion,
  extensionRequests: IconCalendarTime,
  occurrences: IconMessageReport,
}

function OtherFacts({ facts, onGone }: { facts: readonly ShownFact[]; onGone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const rows = useWatchedFocus(onGone)
  const unassigned = facts.find(({ fact }) => fact === 'unassigned')
  const opener = (fact: ShownFact): ReactNode =>
    fact === unassigned && (
      <ActionIcon
        className={classes.opener}
        variant="transparent"
        color="gray"
        aria-label={`Mostrar aqui: ${fact.text}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'my-day-rows' : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </ActionIcon>
    )
  return (
    <>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact.fact} className={classes.fact} data-open={(isOpen && fact === unassigned) || undefined}>
            <FactLink {...fact} />
            {opener(fact)}
          </li>
        ))}
      </ul>
      {isOpen && unassigned && (
        <section id="my-day-rows" ref={rows} aria-label={unassigned.text}>
          <Unassigned filters={linkTo(unassigned.path).search} count={unassigned.count} />
        </section>
      )}
    </>
  )
}

function FactLink({ fact, path, text }: ShownFact) {
  const Icon = icons[fact]
  return (
    <Link className={classes.link} {...linkTo(path)}>
      {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
      {text}
    </Link>
  )
}
