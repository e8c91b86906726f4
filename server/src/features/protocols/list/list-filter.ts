import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasStatusAndDays, protocolsIn, type StatusAndDays } from '../../../domain/visibility/protocols-in.ts'
import type { SqlScope } from '../../../domain/visibility/visible-to.ts'
import { unindexed } from '../../../platform/db/statements.ts'

/** What narrows a list of protocols, except its departments, which are the scope. */
export interface ListFilter extends StatusAndDays {
  /** Only protocols with an item due before this day. */
  dueBefore?: CivilDate | undefined
  /** Only protocols that wait for an action of this department. */
  waitsAt?: number | undefined
  /** Only Pendente protocols with this department at this end. */
  pendingAt?: { end: 'origin' | 'destination'; department: number } | undefined
  /** With (or without) a due date. */
  isDated?: boolean
}

/** True when all protocols of the list are open: an index has those, of one department and of all. */
export const isOfOpenOnes = ({ dueBefore, waitsAt, pendingAt }: ListFilter): boolean =>
  dueBefore !== undefined || waitsAt !== undefined || pendingAt !== undefined

/** The filter as a condition on rows `m` of `protocol_departments` of one department, or, at their origin, of all. */
export function hasMembership(filter: ListFilter): RawBuilder<SqlBool> {
  const { dueBefore, waitsAt, pendingAt, isDated } = filter
  return all([
    hasStatusAndDays('m', filter),
    dueBefore !== undefined && sql`m.next_return_date < ${dueBefore}::date`,
    waitsAt !== undefined && sql`m.waits`,
    // Not by the index of the status, which lacks the columns of the other conditions.
    pendingAt !== undefined && sql`${unindexed.text(sql`m.status`)} = ${sql.lit(protocolStatus.pending)}`,
    pendingAt?.end === 'origin' && sql`m.is_origin`,
    pendingAt?.end === 'destination' && sql`(not m.is_origin or m.other_department_id = m.department_id)`,
    isDated !== undefined && (isDated ? sql`m.next_return_date is not null` : sql`m.next_return_date is null`),
  ])
}

/** The filter as a condition on protocols `p`. */
export function isListed(filter: ListFilter): RawBuilder<SqlBool> {
  const { dueBefore, waitsAt, pendingAt, isDated } = filter
  const isEnd = (end: 'origin' | 'destination', department: number) =>
    sql`${unindexed.number(sql.ref(`p.${end}_department_id`))} = ${department}`
  return all([
    hasStatusAndDays('p', filter),
    dueBefore !== undefined && sql`p.next_return_date < ${dueBefore}::date`,
    waitsAt !== undefined &&
      sql`(
        (${isEnd('destination', waitsAt)} and waits_at_destination(p.status, p.pending_items))
        or (${isEnd('origin', waitsAt)}
          and waits_at_origin(p.status, p.total_items, p.pending_items, p.returned_items, p.cancelled_items))
      )`,
    pendingAt !== undefined &&
      sql`p.status = ${sql.lit(protocolStatus.pending)} and ${isEnd(pendingAt.end, pendingAt.department)}`,
    isDated !== undefined && (isDated ? sql`p.next_return_date is not null` : sql`p.next_return_date is null`),
  ])
}

const all = (conditions: readonly (RawBuilder<unknown> | false)[]) =>
  sql<SqlBool>`${sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )}`

/**
 * The protocols of a list as a table `(id, created_at)`, or, if they all have one, `(id, created_at, next_return_date)`.
 * Each kind of filter reads the index that has the order of its list.
 *
 * @param newest the newest so many suffice
 */
export function listed(scope: SqlScope, filter: ListFilter, newest?: number): RawBuilder<unknown> {
  if (filter.isDated === true) {
    return sql`(select m.protocol_id as id, m.created_at, m.next_return_date from protocol_departments m
      where ${isIn(scope)} and ${hasMembership(filter)})`
  }
  if (isOfOpenOnes(filter)) {
    // The second condition must match the predicate of protocol_departments_open_idx exactly.
    return sql`(select m.protocol_id as id, m.created_at from protocol_departments m
      where ${isIn(scope)} and m.status in ('Pendente', 'Em andamento') and ${hasMembership(filter)})`
  }
  if (filter.isDated === undefined) return protocolsIn(scope, filter, { newest })
  return protocolsIn(scope, filter, { also: (table) => sql`${sql.ref(`${table}.next_return_date`)} is null`, newest })
}

/** A scope as a condition on `protocol_departments m`, which then has each protocol once. */
function isIn(scope: SqlScope) {
  if (scope.kind === 'all') return sql`m.is_origin`
  if (scope.kind === 'department') return sql`m.department_id = ${scope.id}`
  return sql`m.department_id = ${scope.one} and m.other_department_id = ${scope.other}`
}
