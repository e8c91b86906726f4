import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type DueDays, dueDaysOfFilter } from '@malote/core/returns/return-days.ts'
import { type ReturnFilter, returnStatusesOf } from '@malote/core/returns/return-row.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { absenceOf, openExtensionOf, openOccurrencesOf } from '../../domain/custody/custody-columns.ts'
import { type Direction, directionsIn, isInDirection, isInSomeDirection } from '../../domain/visibility/directions.ts'
import { forwardedFromOf, forwardedToOf } from '../../domain/visibility/hops.ts'
import { scopeOf } from '../../domain/visibility/visible-to.ts'
import { descriptionHas, documentHas, hasLongNumber } from '../../platform/db/search.ts'
import { unindexed } from '../../platform/db/statements.ts'
import { mostCounted, type Search } from '../protocols/public.ts'

/** The items that a list covers, without the status. */
export interface ReturnScope {
  /** No item is in two of them. */
  directions: readonly Direction[]
  due: DueDays | null
  /** Only items of this person, or those that nobody answers for. */
  responsible: number | 'none' | undefined
  /** Only items with an open occurrence. */
  isReported: boolean
  /** Only the items that this reminder names. */
  notice: { id: number; of: number } | undefined
}

export const returnScopeOf = (viewer: Viewer, filter: ReturnFilter, today: CivilDate): ReturnScope => ({
  directions: directionsOf(viewer, filter),
  due: dueDaysOfFilter(filter, today),
  responsible: filter.responsible === 'me' ? viewer.id : filter.responsible,
  isReported: filter.occurrence === 1,
  notice: filter.notice === undefined ? undefined : { id: filter.notice, of: viewer.id },
})

/** The statuses of a list, in its order. Returned items are never overdue, whatever their due date. */
export const statusesOf = ({
  status: asked,
  dateFilter,
}: Pick<ReturnFilter, 'status' | 'dateFilter'>): readonly ItemStatus[] =>
  returnStatusesOf[asked].filter((status) => dateFilter !== 'overdue' || status === itemStatus.pending)

/**
 * What the viewer may see, narrowed to the department of the filter (at either end) and to one side of the viewer's
 * department.
 */
function directionsOf(viewer: Viewer, { department, side }: Pick<ReturnFilter, 'department' | 'side'>): Direction[] {
  if (side === undefined) return directionsIn(scopeOf(viewer, department))
  const own = ownDepartment(viewer)
  const other = department === own ? undefined : department
  return [side === 'toReturn' ? { from: other, to: own } : { from: own, to: other }]
}

/**
 * Items of one status that require return, with or without a due date, in protocols that are not cancelled. The first
 * condition must match the predicate of the indexes `items_returns_…` exactly.
 */
export function isListed(
  { due, responsible, isReported, notice }: ReturnScope,
  status: ItemStatus,
): RawBuilder<SqlBool> {
  // As a literal, which the predicate of items_unassigned_idx needs.
  const value = responsible === 'none' ? sql.lit(status) : status
  return listed(belongs, sql`i.status = ${value}`, sql`i.return_date`, due, [
    isOf(responsible, sql`i.responsible_id`),
    isReported && hasOccurrence,
    notice && isNamedBy(notice),
  ])
}

/** Like {@link isListed}, for rows that another index has found. */
const isListedToo = ({ due, responsible, isReported, notice }: ReturnScope, status: ItemStatus): RawBuilder<SqlBool> =>
  listed(
    unindexed.condition(belongs),
    sql`${unindexed.text(sql`i.status`)} = ${status}`,
    unindexed.number(sql`i.return_date`),
    due,
    [
      isOf(responsible, unindexed.number(sql`i.responsible_id`)),
      isReported && hasOccurrence,
      notice && isNamedBy(notice),
    ],
  )

const hasOccurrence = sql`exists (select from occurrences o where o.item_id = i.id and o.status = 'aberta')`

const isNamedBy = ({ id, of }: { id: number; of: number }) =>
  sql`i.id = any(array(select unnest(item_ids) from notifications where id = ${id} and user_id = ${of}))`

const isOf = (responsible: ReturnScope['responsible'], column: RawBuilder<unknown>) =>
  responsible === 'none' ? sql`${column} is null` : responsible !== undefined && sql`${column} = ${responsible}`

/** Whether the screen shows an item at all; `items_returns_idx` and others consist of these. */
const belongs = sql`(i.return_date is not null or i.must_return) and not i.in_cancelled_protocol`

function listed(
  isShown: RawBuilder<unknown>,
  hasStatus: RawBuilder<unknown>,
  date: RawBuilder<unknown>,
  due: DueDays | null,
  others: readonly (RawBuilder<unknown> | false | undefined)[],
) {
  const parts = [
    isShown,
    hasStatus,
    ...(due?.from ? [sql`${date} >= ${due.from}::date`] : []),
    ...(due?.to ? [sql`${date} <= ${due.to}::date`] : []),
    ...others.filter((part) => part !== false && part !== undefined),
  ]
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Number of items of a status, in list order, in which a term of one or two letters is searched. */
const firstLookedAt = 10_000

/** True when a department's name matches, so that every item of the scope is a hit. */
export const findsWholeScope = ({ directions }: ReturnScope, { departmentIds, exactId }: Search): boolean =>
  exactId === undefined &&
  directions.every(({ from = 0, to = 0 }) => departmentIds.includes(from) || departmentIds.includes(to))

/** The search as a condition on `items i`: document, description, protocol number, departments, responsible person. */
export function isHit({
  term,
  pattern,
  numberPattern,
  departmentIds,
  personIds,
  exactId,
}: Search): RawBuilder<SqlBool> {
  if (exactId !== undefined) return sql<SqlBool>`i.protocol_id = ${exactId}`
  return sql<SqlBool>`(
    i.search_text like ${numberPattern} or ${descriptionHas(pattern)}
    or ${digitsOf(pattern) ? sql`i.protocol_id::text like ${pattern}` : sql`i.protocol_id = ${protocolNumberOf(term)}`}
    or i.origin_department_id = any(${departmentIds}::int[]) or i.destination_department_id = any(${departmentIds}::int[])
    or i.responsible_id = any(${personIds}::int[])
  )`
}

/**
 * The hits of a search among the items of one status, as a table `(id, return_date)`. Each kind of hit has its own
 * index and a limit.
 */
export function hitsOf(scope: ReturnScope, status: ItemStatus, search: Search): RawBuilder<unknown> {
  const { pattern, numberPattern, personIds, departmentIds, exactId } = search
  // Completed items are the majority, and few items contain a long number: a bitmap of the status would cost more than
  // it saves.
  const isFew = status === itemStatus.completed || hasLongNumber(numberPattern)
  const isFit = isFew ? isListedToo(scope, status) : isListed(scope, status)
  const fits = sql`${isFit} and ${isInSomeDirection(scope.directions, 'i')}`
  const ofProtocol = (id: number) => sql`from items i where i.protocol_id = ${id} and ${fits}`
  if (exactId !== undefined) return capped([ofProtocol(exactId)])
  const digits = digitsOf(pattern)
  const named = protocolNumberOf(search.term)
  if (!search.isIndexed) {
    const first = sql`from (
        select id from ${firstOf(scope, status, firstLookedAt)} s
        order by ${orderOf(status, 's')} limit ${sql.lit(firstLookedAt)}
      ) s join items i on i.id = s.id where ${isHit(search)}`
    return capped(named === null ? [first] : [first, ofProtocol(named)])
  }
  const branches = [
    sql`from items i where ${documentHas(numberPattern)} and ${fits}`,
    sql`from items i where ${descriptionHas(pattern)} and ${fits}`,
  ]
  if (digits) {
    branches.push(sql`from protocols p join items i on i.protocol_id = p.id
      where p.search_text like ${pattern} and p.id::text like ${pattern} and ${fits}`)
  } else if (named !== null) branches.push(ofProtocol(named))
  if (personIds.length > 0)
    branches.push(sql`from items i where i.responsible_id = any(${personIds}::int[])
      and ${isListed(scope, status)} and ${isInSomeDirection(scope.directions, 'i')}`)
  if (departmentIds.length > 0) branches.push(...withDepartments(scope, status, departmentIds))
  return capped(branches)
}

const capped = (branches: readonly RawBuilder<unknown>[]) =>
  sql`(${sql.join(
    branches.map((branch) => sql`(select i.id, i.return_date ${branch} limit ${sql.lit(mostCounted + 1)})`),
    sql` union `,
  )})`

/**
 * Items that the scope shares with the given departments. {@link findsWholeScope} has already handled the scope's own
 * department.
 */
const withDepartments = (scope: ReturnScope, status: ItemStatus, departmentIds: readonly number[]) =>
  scope.directions.flatMap((direction) =>
    [sql`i.origin_department_id`, sql`i.destination_department_id`].map(
      (end) => sql`from items i
        where ${end} = any(${departmentIds}::int[]) and ${isInDirection(direction, 'i')} and ${isListed(scope, status)}`,
    ),
  )

/** The digits of a pattern that contains only digits. */
const digitsOf = (pattern: string) => /^%(\d{1,9})%$/.exec(pattern)?.[1]

/** The columns of core's `ReturnRow`, for statements that join {@link returnRowTables}. */
export const returnRowColumns = (viewer: Viewer) => sql`
  i.id, i.protocol_id as "protocolId", i.document_number as "documentNumber", i.description, t.name as "itemType",
  c.name as "category", c.color as "categoryColor", s.company_name as "supplier",
  i.return_date as "returnDate", i.original_return_date as "originalReturnDate", i.status, p.status as "protocolStatus",
  origin.name as "originDepartment", i.origin_department_id as "originDepartmentId",
  destination.name as "destinationDepartment", i.destination_department_id as "destinationDepartmentId",
  responsible.name as "responsible", i.responsible_id as "responsibleId",
  i.created_at as "createdAt", i.actual_return_date as "actualReturnDate",
  i.reminded_at as "remindedAt", reminder.name as "remindedBy",
  ${openOccurrencesOf('i.id')} as "openOccurrences", ${absenceOf('i.id')} as absent, ${openExtensionOf('i.id')} as "extensionRequest",
  ${forwardedFromOf(viewer, 'i')} as "forwardedFrom", ${forwardedToOf(viewer, 'i')} as "forwardedTo"`

/**
 * Joins a table `page (id, …)` with its items `i` and the names that a row shows. `page` comes first: the planner joins
 * in the written order, because there are more tables than it reorders.
 */
export const returnRowTables = sql`
  join items i on i.id = page.id
  join protocols p on p.id = i.protocol_id
  join item_types t on t.id = i.item_type_id
  join departments origin on origin.id = i.origin_department_id
  join departments destination on destination.id = i.destination_department_id
  left join categories c on c.id = i.category_id
  left join suppliers s on s.id = i.supplier_id
  left join users responsible on responsible.id = i.responsible_id
  left join users reminder on reminder.id = i.reminded_by`

/**
 * The order within one status. Open items: earliest due date first, items without a date last. Completed items: latest
 * date first. Both read the same indexes, in opposite directions.
 */
export function orderOf(status: ItemStatus, table: string): RawBuilder<unknown> {
  const date = sql.ref(`${table}.return_date`)
  const id = sql.ref(`${table}.id`)
  return status === itemStatus.completed ? sql`${date} desc, ${id} desc` : sql`${date}, ${id}`
}

/**
 * The first `most` items of one status, as a table `(id, return_date)`. Each direction has its own order and limit, so
 * that PostgreSQL merges index scans instead of reading and sorting all open items. The items of one person are one
 * range of `items_responsible_id_idx`, whatever their direction.
 *
 * @param condition further condition on `items i`
 */
export function firstOf(
  scope: ReturnScope,
  status: ItemStatus,
  most: number,
  condition?: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const parts = rangesOf(scope).map(
    (range) => sql`(select i.id, i.return_date from items i
      where ${range} and ${isListed(scope, status)} ${condition ? sql`and ${condition}` : sql``}
      order by ${orderOf(status, 'i')} limit ${most})`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}

/**
 * Conditions on `items i` that each select one range of an index; no item is in two of them. Items with an open
 * occurrence, and those of a reminder, are few, so that they are looked up one by one.
 */
export function rangesOf({ directions, responsible, isReported, notice }: ReturnScope): RawBuilder<SqlBool>[] {
  if (notice) return [isInSomeDirection(directions, 'i')]
  if (isReported) {
    const open = directions.map(
      (direction) =>
        sql`select item_id from occurrences o where ${isInDirection(direction, 'o')} and o.status = 'aberta'`,
    )
    return [sql<SqlBool>`i.id = any(array(${sql.join(open, sql` union all `)}))`]
  }
  return typeof responsible === 'number'
    ? [isInSomeDirection(directions, 'i')]
    : directions.map((direction) => isInDirection(direction, 'i'))
}
