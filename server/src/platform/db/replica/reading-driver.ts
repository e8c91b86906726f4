import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

type Read = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

const noTransactions = async () => {
  throw new Error('transactions belong to the primary')
}

/** PostgreSQL's dialect for single statements, each answered by `read`. */
export function readingDialect(read: Read): Dialect {
  const driver = new ReadingDriver(read)
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(read: Read) {
    this.#connection = {
      executeQuery: read,
      // biome-ignore lint/correctness/useYield: the interface asks for a generator, and nothing streams from a replica
      async *streamQuery() {
        throw new Error('a replica answers whole statements')
      },
    }
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}
  beginTransaction = noTransactions
  commitTransaction = noTransactions
  rollbackTransaction = noTransactions
}
