import { addDays, type CivilDate, firstOfNextMonth } from '../shared/civil-date.ts'
import { type Period, periodRange } from '../shared/period.ts'
import { shortDay } from '../shared/portuguese.ts'

/** A part of a period that is one point of the line chart; both ends included. */
export interface TimeBucket {
  from: CivilDate
  to: CivilDate
  /** Under the point: `21/11`, for months `11/2026`. */
  label: string
}

/**
 * The points of the report over time: days, for a quarter seven days each, for a year calendar months (the first and
 * the last may be incomplete). Together they cover the period without gaps or overlaps.
 */
export function timeBuckets(period: Period, today: CivilDate): TimeBucket[] {
  const { from, to } = periodRange(period, today)
  const buckets: TimeBucket[] = []
  for (let start = from; start <= to; ) {
    const end = earlier(endOfBucket(period, start), to)
    buckets.push({
      from: start,
      to: end,
      label: period === 'year' ? monthLabel(start) : shortDay(start),
    })
    start = addDays(end, 1)
  }
  return buckets
}

function endOfBucket(period: Period, start: CivilDate): CivilDate {
  if (period === 'year') return addDays(firstOfNextMonth(start), -1)
  return period === 'quarter' ? addDays(start, 6) : start
}

const earlier = (one: CivilDate, other: CivilDate) => (one < other ? one : other)

const monthLabel = (date: CivilDate) => `${date.slice(5, 7)}/${date.slice(0, 4)}`
