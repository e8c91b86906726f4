import { type RawBuilder, sql } from 'kysely'

/** Formats instants inside JSON that PostgreSQL builds as everywhere else: ISO 8601, UTC, milliseconds. */
export const isoInstant = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
