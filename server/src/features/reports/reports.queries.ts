import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { computedOnce } from '../../platform/db/statements.ts'
import { countedProtocols, createdIn, type Days, inMonths } from './counted-protocols.ts'

/** Number of the protocols created in a period. */
export interface ProtocolCounts {
  /** One of each status that occurs. */
  byStatus: { status: string; n: number; secondsToComplete: number }[]
  /** For each stretch of days, in their order. */
  byStretch: number[]
}

/**
 * Both counts in one reading. The result has as many rows as there are statuses and stretches, however many protocols and
 * days they summarise. Over all departments, each protocol counts once, at its origin.
 *
 * @param starts first days of the stretches, ascending; the first one is that of the period
 */
export async function countProtocols(
  db: Db,
  scope: Scope,
  days: Days,
  starts: readonly CivilDate[],
  byMonth: boolean,
): Promise<ProtocolCounts> {
  const count = sql.ref(scope.kind === 'all' ? 'n_origin' : 'n')
  const { rows } = await sql<{ status: string | null; stretch: number; n: number; secondsToComplete: number }>`
    select status, stretch, sum(n)::int as n, sum(seconds)::bigint as "secondsToComplete"
    from (
      select status, width_bucket(day, ${starts}::date[]) as stretch, ${count} as n, seconds
      from ${countedProtocols(scope, days, byMonth)} counted
    ) counted
    group by grouping sets ((status), (stretch))`.execute(db)
  const byStretch = starts.map(() => 0)
  for (const { status, stretch, n } of rows) if (status === null) byStretch[stretch - 1] = n
  return {
    byStatus: rows.flatMap(({ status, ...counts }) => (status === null ? [] : { status, ...counts })),
    byStretch,
  }
}

/**
 * Seconds from creation to completion, summed over the protocols within one department: the daily counts contain these
 * once and all others twice.
 */
export async function internalSeconds(db: Db, days: Days): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(seconds_to_complete(p.created_at, p.completed_at)), 0)::bigint as seconds from protocols p
    where p.origin_department_id = p.destination_department_id and ${createdIn('p', days)}`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Protocols that a department sent, and those that it received from other departments. */
export interface DepartmentCount {
  name: string
  sent: number
  received: number
}

/** The busiest departments first; departments without protocols in these days are left out. */
export async function countByDepartment(
  db: Db,
  scope: Scope,
  days: Days,
  byMonth: boolean,
): Promise<DepartmentCount[]> {
  const { rows } = await sql<DepartmentCount>`
    select d.name, sum(c.sent)::int as sent, sum(c.received)::int as received
    from ${scope.kind === 'all' ? allDepartments(scope, days, byMonth) : counterparts(scope, days)} c
    join departments d on d.id = c.department_id
    group by d.id having sum(c.sent + c.received) > 0
    order by sum(c.sent + c.received) desc, d.name`.execute(db)
  return rows
}

const allDepartments = (scope: Scope, days: Days, byMonth: boolean) => sql`(
  select department_id, n_origin as sent, n - n_origin as received from ${countedProtocols(scope, days, byMonth)} counted)`

/**
 * The department and those it exchanges protocols with. Whole months come from pair_monthly; for the days before them,
 * one range of protocols_pair_idx per department and direction. The cost does not grow with the number of protocols.
 */
function counterparts(scope: Exclude<Scope, { kind: 'all' }>, days: Days): RawBuilder<unknown> {
  const own = scope.kind === 'department' ? scope.id : scope.one
  const isOther = (id: RawBuilder<unknown>) => (scope.kind === 'pair' ? sql`${id} = ${scope.other}` : sql`true`)
  const { broken, firstMonth } = inMonths(days)
  const inWholeMonths = (ownEnd: string, otherEnd: string) => sql`
    select ${sql.ref(otherEnd)} as id, sum(n) as n from pair_monthly
    where ${sql.ref(ownEnd)} = ${own} and month >= ${firstMonth}::date and month <= ${days.to}::date
      and ${isOther(sql.ref(otherEnd))}
    group by 1`
  const inBrokenMonth = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`(
    select count(*) from protocols p
    where origin_department_id = ${from} and destination_department_id = ${to} and ${createdIn('p', broken)})`
  const exchanged = sql`
    select other.id, coalesce(sent.n, 0) + ${inBrokenMonth(sql`${own}::int`, sql`other.id`)} as there,
      case when other.id = ${own} then 0
        else coalesce(received.n, 0) + ${inBrokenMonth(sql`other.id`, sql`${own}::int`)} end as back
    from departments other
      left join (${inWholeMonths('origin_department_id', 'destination_department_id')}) sent on sent.id = other.id
      left join (${inWholeMonths('destination_department_id', 'origin_department_id')}) received on received.id = other.id
    where ${isOther(sql.ref('other.id'))}`
  return sql`(
    with ${computedOnce('exchanged', exchanged)}
    select ${own}::int as department_id, there as sent, back as received from exchanged
    union all
    select id, back, there from exchanged where id <> ${own}
  )`
}

/** A figure's days of the incomplete month and the whole months after it, as one table. */
function inDaysAndMonths(columns: RawBuilder<unknown>, figure: string, days: Days, own: RawBuilder<unknown>) {
  const { broken, firstMonth } = inMonths(days)
  return sql`(
    select ${columns} from ${sql.table(figure)} where ${own} and day >= ${broken.from}::date and day <= ${broken.to}::date
    union all
    select ${columns} from ${sql.table(`${figure}_monthly`)}
    where ${own} and month >= ${firstMonth}::date and month <= ${days.to}::date)`
}

/** Items that require return, by outcome. */
export interface ReturnCount {
  onTime: number
  late: number
  outstanding: number
}

/** @param today an item due today is not late yet */
export async function countReturns(db: Db, scope: Scope, days: Days, today: CivilDate): Promise<ReturnCount> {
  const [settled, open] = await Promise.all([countSettled(db, scope, days), countOpen(db, scope, days, today)])
  return { onTime: settled.onTime, late: settled.late + open.late, outstanding: open.outstanding }
}

async function countSettled(db: Db, scope: Scope, days: Days): Promise<Pick<ReturnCount, 'onTime' | 'late'>> {
  const { rows } = await sql<{ onTime: number; late: number }>`
    select coalesce(sum(n) filter (where not is_late), 0)::int as "onTime",
      coalesce(sum(n) filter (where is_late), 0)::int as late
    from ${settledReturns(scope, days)} settled`.execute(db)
  return rows[0] ?? { onTime: 0, late: 0 }
}

function settledReturns(scope: Scope, days: Days): RawBuilder<unknown> {
  if (scope.kind === 'all') return inDaysAndMonths(sql`is_late, n_origin as n`, 'settled_returns', days, sql`true`)
  if (scope.kind === 'department') {
    return inDaysAndMonths(sql`is_late, n`, 'settled_returns', days, sql`department_id = ${scope.id}`)
  }
  const { one, other } = scope
  return sql`(select civil_day(i.actual_return_date) > i.return_date as is_late, 1 as n
    from protocols p join items i on i.protocol_id = p.id
    where ((p.origin_department_id = ${one} and p.destination_department_id = ${other})
      or (p.origin_department_id = ${other} and p.destination_department_id = ${one}))
      and ${createdIn('p', days)} and i.actual_return_date is not null and not i.in_cancelled_protocol)`
}

async function countOpen(
  db: Db,
  scope: Scope,
  days: Days,
  today: CivilDate,
): Promise<Pick<ReturnCount, 'late' | 'outstanding'>> {
  const { rows } = await sql<{ late: number; outstanding: number }>`
    select coalesce(sum(n) filter (where return_date < ${today}::date), 0)::int as late,
      coalesce(sum(n) filter (where return_date >= ${today}::date), 0)::int as outstanding
    from ${openReturns(scope, days)} open`.execute(db)
  return rows[0] ?? { late: 0, outstanding: 0 }
}

function openReturns(scope: Scope, days: Days): RawBuilder<unknown> {
  if (scope.kind === 'all')
    return inDaysAndMonths(sql`return_date, n_origin as n`, 'open_returns', days, sql`n_origin <> 0`)
  if (scope.kind === 'department') {
    return inDaysAndMonths(sql`return_date, n`, 'open_returns', days, sql`department_id = ${scope.id}`)
  }
  // Uses the indexes of the returns screen, which contain only open items for this status.
  const way = (from: number, to: number) => sql`
    select i.return_date, 1 as n from items i join protocols p on p.id = i.protocol_id
    where i.destination_department_id = ${to} and i.origin_department_id = ${from} and i.status = 'pendente'
      and i.return_date is not null and not i.in_cancelled_protocol and ${createdIn('p', days)}`
  return sql`(${way(scope.one, scope.other)} union all ${way(scope.other, scope.one)})`
}
