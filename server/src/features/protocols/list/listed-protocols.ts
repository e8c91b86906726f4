import { type RawBuilder, sql } from 'kysely'
import { protocolsIn } from '../../../domain/visibility/protocols-in.ts'
import type { SqlScope } from '../../../domain/visibility/scope.ts'
import { hasMembership, isOfOpenOnes, type ListFilter } from './list-filter.ts'

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
