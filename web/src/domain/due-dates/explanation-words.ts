import type { DueDateChange, DueDateExplanation, SkippedDay } from '@malote/core/due-dates/due-date-explanation.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { daysInWords } from '@malote/core/shared/due-date.ts'
import { formatDate } from '../../lib/format.ts'

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
