import { type RawBuilder, sql } from 'kysely'

/** A column in the given name. Raw SQL, because Kysely's plugin would convert the name to snake case. */
export const namedColumn = (value: RawBuilder<unknown>, name: string | undefined) =>
  sql`${value} as ${sql.raw(`"${name}"`)}`

/** Expressions as columns that have the names of their keys. */
export const namedColumns = (expressions: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(expressions).map(([name, value]) => namedColumn(value, name)))
