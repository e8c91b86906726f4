import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { unindexed } from '../../platform/db/statements.ts'
import type { Scope, SqlId, SqlScope } from './visible-to.ts'

/** Protocols from one department, to one department, or both, matching the indexes on the two columns. */
export interface Direction<Id = number> {
  from?: Id | undefined
  to?: Id | undefined
  notFrom?: Id
}

/** The directions of a scope. No protocol is in two of them. */
export function directionsIn<Id extends SqlId>(scope: Scope<Id>): Direction<Id>[] {
  if (scope.kind === 'all') return [{}]
  if (scope.kind === 'department') return [{ from: scope.id }, { to: scope.id, notFrom: scope.id }]
  return [
    { from: scope.one, to: scope.other },
    { from: scope.other, to: scope.one },
  ]
}

/**
 * A direction as a condition that an index on the departments can serve.
 *
 * @param table name or alias of a table with the two departments: `protocols`, or `items` and `history` with their
 * copies
 */
export function isInDirection({ from, to, notFrom }: Direction<SqlId>, table: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const parts = [
    from !== undefined && sql`${column('origin_department_id')} = ${from}`,
    to !== undefined && sql`${column('destination_department_id')} = ${to}`,
    notFrom !== undefined && sql`${column('origin_department_id')} <> ${notFrom}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`true`
}

/** Like {@link isInDirection}, for rows that another index has found. */
export function isInSomeDirection(directions: readonly Direction<SqlId>[], table: string): RawBuilder<SqlBool> {
  const origin = unindexed.number(sql.ref(`${table}.origin_department_id`))
  const destination = unindexed.number(sql.ref(`${table}.destination_department_id`))
  const all = directions.map(({ from, to }) => {
    if (from !== undefined && to !== undefined) return sql`(${origin} = ${from} and ${destination} = ${to})`
    if (from !== undefined) return sql`${origin} = ${from}`
    return to === undefined ? sql`true` : sql`${destination} = ${to}`
  })
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

/** A scope as a condition on rows that another index has found. */
export const isInScope = (scope: SqlScope, table: string): RawBuilder<SqlBool> =>
  isInSomeDirection(directionsIn(scope), table)
