import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Direction, isInDirection } from './directions.ts'

/** A table with the two departments and a status, such as `occurrences o`. */
interface ListedTable {
  table: string
  alias: string
}

/** The rows of some directions in some statuses. */
interface Ranges {
  /** No row is in two of them. */
  directions: readonly Direction[]
  statuses: readonly string[]
}

/**
 * The newest `most` rows as a table `(id)`. Each direction and status is one range of an index, which has the order of the
 * list, so that no page reads more than itself.
 *
 * @param condition further condition on the rows
 */
export function newestIn(
  { table, alias }: ListedTable,
  { directions, statuses }: Ranges,
  most: number,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const ranges = directions.flatMap((direction) =>
    statuses.map(
      (status) => sql`(select ${column('id')} from ${sql.table(table)} ${sql.id(alias)}
        where ${isInDirection(direction, alias)} and ${column('status')} = ${status} and ${condition}
        order by ${column('id')} desc limit ${most})`,
    ),
  )
  return sql`(select id from (${sql.join(ranges, sql` union all `)}) ranges order by id desc limit ${most})`
}
