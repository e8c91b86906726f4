import type { Today, TodayFact } from '@malote/core/dashboard/dashboard.ts'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCalendarTime,
  IconChecks,
  IconChevronDown,
  IconCircleCheck,
  IconInbox,
  IconMessageReport,
  IconSend,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useHeld } from '../../ui/freshness/use-held.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { todayQuery } from './dashboard.api.ts'
import { factsOf, linkTo, type ShownFact } from './day-words.ts'
import classes from './my-day.module.css'

const DayRows = lazyPart(() => import('./day-lists.tsx'), <Skeleton height={44} />)

const icons: Record<TodayFact, TablerIcon> = {
  overdue: IconAlertTriangle,
  toReturnToday: IconArrowBackUp,
  toReceive: IconInbox,
  toConfirm: IconChecks,
  unassigned: IconUserQuestion,
  extensionRequests: IconCalendarTime,
  occurrences: IconMessageReport,
  unreceivedSent: IconSend,
}

/** Facts whose first rows open in place, because one press does what they ask for. */
const inPlace: readonly TodayFact[] = ['toReceive', 'toConfirm', 'unassigned']

/** What the viewer must do now: each fact is a link to the list of what it counts (contract 17.7). */
export function MyDay() {
  const today = useQuery(todayQuery)
  const strip = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Facts that others settle disappear only when the pointer is elsewhere.
  const { shown } = useHeld(today.data, strip, 'inside', (before, now) =>
    namesIn(before) === namesIn(now) ? now : before,
  )
  return (
    <section ref={strip} className={classes.strip} aria-labelledby="my-day" aria-busy={today.isPending}>
      <h2 id="my-day" ref={heading} tabIndex={-1} className={classes.title}>
        Meu dia
      </h2>
      <QueryStates
        query={{ ...today, data: shown }}
        failed={failed}
        failure={<Failed onRetry={today.refetch} />}
        loading={<Loading />}
      >
        {(data) => <Facts facts={factsOf(data)} onGone={() => heading.current?.focus()} />}
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
  <div className={classes.facts}>
    {[104, 128, 112].map((width) => (
      <Skeleton key={width} height={36} width={width} radius="xl" />
    ))}
  </div>
)

interface FactsProps {
  facts: readonly ShownFact[]
  /** Called when the open fact is done and had the focus. */
  onGone: () => void
}

function Facts({ facts, onGone }: FactsProps) {
  const [opened, setOpened] = useState<TodayFact | null>(null)
  const shown = facts.find(({ fact }) => fact === opened)
  const isGone = opened !== null && !shown
  useEffect(() => {
    if (!isGone) return
    setOpened(null)
    if (document.activeElement === document.body) onGone()
  }, [isGone, onGone])

  if (facts.length === 0) {
    return (
      <p className={classes.done}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden /> Tudo em dia.
      </p>
    )
  }
  return (
    <>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact.fact} className={classes.fact} data-fact={fact.fact} data-open={fact === shown || undefined}>
            <FactLink {...fact} />
            {inPlace.includes(fact.fact) && (
              <ActionIcon
                className={classes.opener}
                variant="transparent"
                color="gray"
                aria-label={`Mostrar aqui: ${fact.text}`}
                aria-expanded={fact === shown}
                aria-controls={fact === shown ? 'my-day-rows' : undefined}
                onClick={() => setOpened(fact === shown ? null : fact.fact)}
              >
                <IconChevronDown size={16} stroke={2} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <section id="my-day-rows" className={classes.panel} aria-label={shown.text}>
          <DayRows key={shown.fact} {...shown} />
        </section>
      )}
    </>
  )
}

function FactLink({ fact, path, text }: ShownFact) {
  const Icon = icons[fact]
  return (
    <Link className={classes.link} {...linkTo(path)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {text}
    </Link>
  )
}
