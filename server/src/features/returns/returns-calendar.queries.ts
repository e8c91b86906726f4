import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { CalendarDay, CalendarPeriod } from '@malote/core/returns/returns-calendar.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/**
 * How many pending items are due on each day of a period, days without any included. Those of all departments are summed
 * from a figure, which counts each item once, at its origin.
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
  const due =
    sight === 'everything'
      ? sql`select return_date, n_origin as n, n_origin, n_origin as n_destination from open_returns_monthly where n_origin <> 0`
      : sql`select * from due_returns where department_id = ${sight.departmentId}`
  const { rows } = await sql<CalendarDay>`
    select day::date as date, coalesce(to_return, 0)::int as to_return, coalesce(to_receive, 0)::int as to_receive,
      case when day < ${today}::date then coalesce(items, 0) else 0 end::int as overdue
    from generate_series(${from}::date, ${to}::date, interval '1 day') day
    left join (
      select return_date, sum(n_destination) as to_return, sum(n_origin) as to_receive, sum(n) as items
      from (${due}) due
      where return_date between ${from}::date and ${to}::date
      group by return_date
    ) due on due.return_date = day::date
    order by day`.execute(db)
  return rows
}
