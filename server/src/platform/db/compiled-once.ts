import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value while a statement is compiled. */
class Hole {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement whose text is always the same, for what is done so often that compiling it each time counts. It is
 * compiled when it is first run, and sends each value once, however often it occurs in the text.
 *
 * @param build gets a function that returns the place of a value. Casts it (`::int`) wherever PostgreSQL would infer
 *   different types.
 */
export function compiledOnce<Values extends object, Row>(
  build: (place: (name: keyof Values) => RawBuilder<never>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let known: { query: CompiledQuery<Row>; sources: unknown[] } | undefined
  return async (db, values) => {
    known ??= withoutRepetition(build((name) => sql<never>`${new Hole(name)}`).compile(db))
    const parameters = known.sources.map((source) =>
      source instanceof Hole ? values[source.name as keyof Values] : source,
    )
    return (await db.executeQuery<Row>({ ...known.query, parameters })).rows
  }
}

/** Lets several places of the same value share one parameter. */
function withoutRepetition<Row>(query: CompiledQuery<Row>) {
  const sources: unknown[] = []
  const numbers = query.parameters.map((source) => {
    const known = sources.findIndex((other) =>
      source instanceof Hole ? other instanceof Hole && other.name === source.name : false,
    )
    return known >= 0 ? known + 1 : sources.push(source)
  })
  const text = query.sql.replace(/\$(\d+)/g, (_, number: string) => `$${numbers[Number(number) - 1]}`)
  return { query: { ...query, sql: text }, sources }
}
