import { smallestSample, type Typical, type TypicalQuery, typicalPeriod } from '@malote/core/due-dates/typical.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { type DayCount, dayCount } from '@malote/core/shared/due-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { computedOnce } from '../../platform/db/statements.ts'

interface Totals {
  sample: number
  median: number | null
  p80: number | null
  onTime: number
}

/**
 * How long items of a category usually take to come back from a department, or from all (contract 21.30). Reads at most
 * one row per pair of days (sent, returned) from the figures, however many items were returned.
 *
 * @param today the organisation's civil day
 * @throws AppError CATEGORY_NOT_FOUND
 */
export async function readTypical(db: Db, query: TypicalQuery, today: CivilDate): Promise<Typical> {
  const category = await db
    .selectFrom('categories')
    .select(['returnDays', 'dayCount'])
    .where('id', '=', query.categoryId)
    .executeTakeFirst()
  if (!category) throw new AppError('CATEGORY_NOT_FOUND')
  const count = category.dayCount as DayCount
  const { sample, median, p80, onTime } = await readTotals(db, query, count, today)
  return {
    sample,
    medianDays: sample < smallestSample ? null : median,
    p80Days: sample < smallestSample ? null : p80,
    dayCount: count,
    onTimeRate: sample < smallestSample ? null : onTime / sample,
    categoryDays: category.returnDays,
  }
}

async function readTotals(
  db: Db,
  { categoryId, destinationDepartmentId }: TypicalQuery,
  count: DayCount,
  today: CivilDate,
): Promise<Totals> {
  const figure =
    destinationDepartmentId === undefined
      ? sql`category_return_spans where true`
      : sql`return_spans where destination_department_id = ${destinationDepartmentId}`
  const isBusiness = count === dayCount.business
  const days = isBusiness
    ? sql`reached[returned_on - first + 1] - reached[sent_on - first + 1]`
    : sql`returned_on - sent_on`
  // The number of business days up to each day since the first: subtracting two of them is cheaper than counting them
  // for each row.
  const business = sql`
    select min(day) as first, array_agg(reached order by day) as reached
    from (
      select day::date, (sum((extract(isodow from day) < 6 and h.date is null)::int) over (order by day))::int as reached
      from generate_series((select min(sent_on) from spans), ${today}::date, interval '1 day') day
      left join holidays h on h.date = day::date
    ) numbered`
  const { rows } = await sql<Totals>`
    with spans as (
      select sent_on, returned_on, n, n_on_time from ${figure} and category_id = ${categoryId}
        and returned_on between ${addDays(today, 1 - typicalPeriod)}::date and ${today}::date
    ), ${isBusiness ? sql`${computedOnce('business', business)},` : sql``}
    by_days as (
      select ${days} as days, sum(n) as n, sum(n_on_time) as on_time
      from spans ${isBusiness ? sql`cross join business` : sql``}
      group by 1 having sum(n) > 0
    ), ranked as (
      select *, sum(n) over (order by days) as reached, sum(n) over () as total from by_days
    )
    select coalesce(sum(n), 0)::int as sample,
      (min(days) filter (where reached * 2 >= total))::int as median,
      (min(days) filter (where reached * 5 >= total * 4))::int as p80,
      coalesce(sum(on_time), 0)::int as on_time
    from ranked`.execute(db)
  return rows[0] ?? { sample: 0, median: null, p80: null, onTime: 0 }
}
