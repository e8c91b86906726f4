import {
  type DueDateChange,
  type DueDateExplanation,
  dueDateExplanationWire,
  type SkippedDay,
} from '@malote/core/due-dates/due-date-explanation.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { daysInWords } from '@malote/core/shared/due-date.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { counted, formatDate } from '../../lib/format.ts'
import { staleTime } from '../../lib/query-client.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { protocolKeys } from '../protocols/protocols.api.ts'
import classes from './due-dates.module.css'

/** Why an item is due on its day: one sentence, and what it is made of. Loaded when first opened. */
export default function Explanation({ itemId }: { itemId: number }) {
  const query = useQuery(dueDateQuery(itemId))
  return (
    <div className={classes.content}>
      <QueryStates query={query} failed="Não foi possível explicar esta data." loading={<Loading />}>
        {(found) => <Found explanation={found} />}
      </QueryStates>
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy>
      <Skeleton height={16} mb={8} />
      <Skeleton height={16} mb={8} />
      <Skeleton height={16} width="60%" />
    </div>
  )
}

function Found({ explanation }: { explanation: DueDateExplanation }) {
  const { sentence, skipped, changes, cappedBy } = explanation
  const count = countWords(explanation)
  return (
    <>
      <p className="anywhere">{sentence}</p>
      {count && (
        <section>
          <p className="soft caption bold">{count}</p>
          {skipped.length > 0 && <Skipped days={skipped} />}
        </section>
      )}
      {changes.length > 0 && (
        <section>
          <p className="soft caption bold">Mudanças de prazo</p>
          <ol className={classes.list}>
            {changes.map((change) => (
              <Change key={`${change.at} ${change.to}`} change={change} />
            ))}
          </ol>
        </section>
      )}
      {cappedBy && (
        <p className="soft caption">
          Não pode passar de {formatDate(cappedBy.returnDate)}, quando o item volta a {cappedBy.department}.
        </p>
      )}
    </>
  )
}

/** The days that were not counted, those of one reason that follow each other in one line. */
function Skipped({ days }: { days: readonly SkippedDay[] }) {
  return (
    <>
      <p className="soft caption">Sem contar {counted(days.length, 'dia', 'dias')}:</p>
      <ul className={classes.list}>
        {runsOf(days).map(({ dates, reason }) => (
          <li key={dates}>
            <span className="numbers nowrap">{dates}</span> {reason}
          </li>
        ))}
      </ul>
    </>
  )
}

function Change({ change }: { change: DueDateChange }) {
  return (
    <li>
      <span className="numbers nowrap">
        {change.from ? `${formatDate(change.from)} → ${formatDate(change.to)}` : formatDate(change.to)}
      </span>{' '}
      {changeWords(change)}
      {change.reason && <q className="block soft anywhere">{change.reason}</q>}
    </li>
  )
}

/** Why an item is due on its day (contract 21.3). A change of custody makes it stale, as it does the protocol. */
const dueDateQuery = (itemId: number) =>
  queryOptions({
    queryKey: [...protocolKeys.all, 'due-date', itemId],
    queryFn: async ({ signal }) =>
      readWire(dueDateExplanationWire, await api.get(`/api/protocols/items/${itemId}/due-date`, { signal })),
    staleTime: staleTime.lists,
  })

/** `5 dias úteis a partir de 19/11/2026`; null for a date that was not computed. */
export function countWords({ start, days, dayCount: count }: DueDateExplanation): string | null {
  if (start === null || days === null || count === null) return null
  return `${daysInWords(days, count)} a partir de ${formatDate(start)}`
}

/** Who changed the date, when, and why. */
export function changeWords({ kind, by, at, from }: DueDateChange): string {
  const whom = by === null ? 'com o departamento anterior' : byWhom[kind](by, from === null)
  return `${whom}, em ${formatDate(at)}`
}

const byWhom: Record<DueDateChange['kind'], (name: string, isFirst: boolean) => string> = {
  extension: (name, isFirst) => `${isFirst ? 'definido' : 'prorrogado'} por ${name}`,
  request: (name) => `concedido por ${name}, a pedido`,
  calendar: (name) => `mudança do calendário, por ${name}`,
  edit: (name) => `categoria alterada por ${name}`,
}

interface Run {
  /** `20/11`, `21/11 e 22/11`. */
  dates: string
  reason: string
}

const isWeekend = (reason: string) => reason === 'sábado' || reason === 'domingo'
const short = (date: string) => formatDate(date).slice(0, 5)

/** A Saturday and the Sunday after it become one line: `fim de semana`. */
export function runsOf(days: readonly SkippedDay[]): Run[] {
  const runs: Run[] = []
  for (let index = 0; index < days.length; index += 1) {
    const [day, next] = [days[index], days[index + 1]]
    if (!day) continue
    if (next && isWeekend(day.reason) && isWeekend(next.reason) && next.date === addDays(day.date, 1)) {
      runs.push({ dates: `${short(day.date)} e ${short(next.date)}`, reason: 'fim de semana' })
      index += 1
    } else runs.push({ dates: short(day.date), reason: day.reason })
  }
  return runs
}
