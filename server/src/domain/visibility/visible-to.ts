import { rolesThatSeeEverything, sightOf } from '@malote/core/protocols/visibility.ts'
import type { Role } from '@malote/core/users/role.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A viewer in a statement. A statement that is compiled once has a place for the department (`db/compiled-once.ts`). */
export interface SqlViewer {
  role: Role
  departmentId: number | null | RawBuilder<unknown>
}

/**
 * What a viewer may see, as a condition on a single row.
 *
 * @param table name or alias of a table with the two departments: `protocols`, or `items` and `history` with their
 * copies
 */
export function visibleTo({ role, departmentId }: SqlViewer, table = 'protocols'): RawBuilder<SqlBool> {
  const isPlace = typeof departmentId === 'object' && departmentId !== null
  const sight = sightOf({ role, departmentId: isPlace ? null : departmentId })
  if (sight === 'everything') return sql<SqlBool>`true`
  return sql<SqlBool>`${isPlace ? departmentId : sight.departmentId} in (${endsOf(table)})`
}

/** The inverse: whether people (rows of `users`) see a protocol. */
export const seesProtocol = (protocolId: number | RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  users.role = any(${[...rolesThatSeeEverything]}::text[])
  or exists (select from protocols where id = ${protocolId} and users.department_id in (${endsOf('protocols')}))
)`

const endsOf = (table: string) =>
  sql`${sql.ref(`${table}.origin_department_id`)}, ${sql.ref(`${table}.destination_department_id`)}`
