import { sql } from 'kysely'
import type { Db } from './connect.ts'

const counters =
  'id, total_items, pending_items, returned_items, completed_items, cancelled_items, unassigned_items, next_return_date'

/** Derived tables but the figures, with the view of the schema `expected` that computes the same from the facts. */
const derived = [
  { name: 'os contadores de itens de protocols', kept: `select ${counters} from protocols`, view: 'item_counters' },
  {
    name: 'as cópias em items',
    kept: 'select id, origin_department_id, destination_department_id, in_cancelled_protocol, must_return from items',
    view: 'item_copies',
  },
  {
    name: 'as cópias em history',
    kept: 'select id, origin_department_id, destination_department_id from history',
    view: 'history_copies',
  },
  {
    name: 'as cópias em occurrences, e as que já não podem estar abertas',
    kept: 'select id, protocol_id, origin_department_id, destination_department_id, document_number, status from occurrences',
    view: 'occurrences',
  },
  {
    name: 'as cópias em extension_requests, e os que já não podem estar abertos',
    kept: 'select id, protocol_id, origin_department_id, destination_department_id, status from extension_requests',
    view: 'extension_requests',
  },
  { name: 'protocol_departments', kept: 'table protocol_departments', view: 'protocol_departments' },
]

/** The figures (`figures()` of `sql/figures.sql`). Each may have several rows per key: a folded one and those in the tail. */
async function figures(db: Db): Promise<typeof derived> {
  const { rows } = await sql<{ name: string; kept: string; view: string }>`
    select name, name as view, format(
      'select %1$s, %2$s from %3$I group by %1$s having sum(n) <> 0', keys,
      (select string_agg(format('sum(%1$s) as %1$s', one), ', ') from unnest(sums) one), name
    ) as kept
    from figures()`.execute(db)
  return rows
}

/** Each open hop (`hop_id`) with the dates of all items before it. */
const ancestors = `with recursive ancestors as (
    select id as hop_id, forwarded_from_item_id as id, null::date as return_date from items
    where forwarded_from_item_id is not null and status = 'pendente' and not in_cancelled_protocol
    union all
    select a.hop_id, before.forwarded_from_item_id, before.return_date
    from ancestors a join items before on before.id = a.id
  )`

const hop = 'items c join items parent on parent.id = c.forwarded_from_item_id'
const isOpen = "c.status in ('pendente', 'retornado') and not c.in_cancelled_protocol"

/** What holds for items that were passed on (contract 20.41): counts of those for which it does not. */
const chains = [
  {
    name: 'itens com mais de um encaminhamento aberto',
    wrong: `select 1 from items c where forwarded_from_item_id is not null and ${isOpen}
      group by forwarded_from_item_id having count(*) > 1`,
  },
  {
    name: 'itens encaminhados com prazo depois do anterior',
    wrong: `${ancestors} select 1 from ancestors a join items c on c.id = a.hop_id
      where c.return_date > a.return_date or c.return_date is null and c.must_return and a.return_date is not null
      group by c.id`,
  },
  {
    name: 'encaminhamentos que não continuam o protocolo anterior',
    wrong: `select 1 from ${hop}
      where c.origin_department_id <> parent.destination_department_id or c.must_return <> parent.must_return`,
  },
  {
    name: 'itens com mais de dez protocolos no caminho',
    wrong: `with recursive earlier as (
        select id as last, forwarded_from_item_id as id, 1 as n from items where forwarded_from_item_id is not null
        union all
        select e.last, parent.forwarded_from_item_id, e.n + 1 from earlier e join items parent on parent.id = e.id
      ) select 1 from earlier group by last having max(n) > 10`,
  },
]

/** What a count of the item's days gives between two dates, by the holidays that the item remembers. */
const counted = `case when due_in_business_days
    then business_days(start, first_date, holidays) else first_date - start end`

/** What holds for due dates and their changes (contract 21.5): counts of items, or changes, for which it does not. */
const dueDates = [
  {
    name: 'prazos que não são os de seus dados',
    // What is after the limit is told above.
    wrong: `${ancestors}, limits as (select hop_id, min(return_date) as day from ancestors group by 1), derived as (
        select i.return_date, day, greatest(counted_until, granted_until) as own
        from items i left join limits on hop_id = i.id where i.status = 'pendente' and not in_cancelled_protocol
      ) select 1 from derived where return_date < least(day, own) or return_date > coalesce(own, day, '-infinity')`,
  },
  {
    name: 'itens cujo prazo não é o da última mudança',
    // An edit may remove the date, which is no change to another one.
    wrong: `select 1 from (select distinct on (item_id) item_id, to_date from due_date_changes order by item_id, id desc) d
      join items i on i.id = d.item_id where i.return_date <> d.to_date`,
  },
  {
    name: 'mudanças de prazo que não continuam a anterior',
    wrong: `select 1 from (
        select from_date, lag(to_date) over (partition by item_id order by id) as before from due_date_changes
      ) d where d.before is not null and d.from_date <> d.before`,
  },
  {
    name: 'prazos que seus dias não explicam',
    // The time zone may have been set to another one of Brazil since, which are three hours apart at most. Older servers
    // extend without recording a change, but keep the first date.
    wrong: `select 1 from (
        select i.due_days, i.due_in_business_days, i.forwarded_from_item_id, p.created_at,
          case when d.item_id is null then coalesce(i.original_return_date, i.return_date) else d.from_date end as first_date,
          array(select (day->>'date')::date from jsonb_array_elements(i.due_holidays) day
            where extract(isodow from (day->>'date')::date) < 6) as holidays
        from items i join protocols p on p.id = i.protocol_id
        left join (select distinct on (item_id) item_id, from_date from due_date_changes order by item_id, id) d
          on d.item_id = i.id
        where i.due_days is not null
      ) i where first_date is not null and not exists (
        select from (
          select civil_day(created_at + make_interval(hours => apart)) as start from unnest(array[0, -3, 3]) apart
        ) starts
        where (${counted}) = due_days and (not due_in_business_days or business_days(first_date - 1, first_date, holidays) = 1)
          or forwarded_from_item_id is not null and (${counted}) <= due_days
      )`,
  },
]

/**
 * Recomputes every derived row from the facts and compares, in one snapshot. Reads all tables: takes minutes with
 * millions of rows.
 *
 * @returns a Portuguese sentence for each table that differs; [] when all match. `select rebuild_derived()` repairs
 * them.
 */
export const findBrokenInvariants = (db: Db): Promise<string[]> =>
  db.transaction().setIsolationLevel('repeatable read').execute(compareDerived)

/** {@link findBrokenInvariants} for callers that already have exclusive access or a snapshot. */
export async function compareDerived(db: Db): Promise<string[]> {
  const sentences: string[] = []
  for (const { name, kept, view } of [...derived, ...(await figures(db))]) {
    // Materialized, so that each side is computed once.
    const { rows } = await sql<{ wrong: number; missing: number }>`
      with kept as materialized (${sql.raw(kept)}), facts as materialized (${sql.raw(`table expected.${view}`)})
      select
        (select count(*)::int from (table kept except all table facts) rows) as wrong,
        (select count(*)::int from (table facts except all table kept) rows) as missing
    `.execute(db)
    const { wrong, missing } = rows[0] ?? { wrong: 0, missing: 0 }
    if (wrong + missing > 0) {
      sentences.push(`${name}: ${wrong} linha(s) que os fatos não confirmam, ${missing} que faltam.`)
    }
  }
  for (const { name, wrong } of [...chains, ...dueDates]) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${sql.raw(wrong)}) wrong`.execute(db)
    if (rows[0] && rows[0].n > 0) sentences.push(`${name}: ${rows[0].n}.`)
  }
  return sentences
}
