import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { CalendarDay, CalendarPeriod } from '@malote/core/returns/returns-calendar.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/**
 * How many pending items are due on each day of a period, days without any included, from the figures: the cost does
 * not depend on the number of items.
 *
 * @param today the organisation's civil day
 */
export async function readCalendar(
  db: Db,
  viewer: Viewer,
  { from, to }: CalendarPeriod,
  today: CivilDate,
): Promise<CalendarDay[]> {
  const sight = sightOf(viewer)
  const own = sight === 'everything' ? sql`true` : sql`department_id = ${sight.departmentId}`
  // A row of the figures counts an item once for each of its departments; n_origin counts every item exactly once.
  const items = sight === 'everything' ? sql`n_origin` : sql`n`
  const { rows } = await sql<CalendarDay>`
    select day::date as date, coalesce(to_return, 0)::int as to_return, coalesce(to_receive, 0)::int as to_receive,
      case when day < ${today}::date then coalesce(items, 0) else 0 end::int as overdue
    from generate_series(${from}::date, ${to}::date, interval '1 day') day
    left join (
      select return_date, sum(n_destination) as to_return, sum(n_origin) as to_receive, sum(${items}) as items
      from due_returns
      where ${own} and return_date between ${from}::date and ${to}::date
      group by return_date
    ) due on due.return_date = day::date
    order by day`.execute(db)
  return rows
}
