import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

type Read = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

const noTransactions = async () => {
  throw new Error('transactions belong to the primary')
}

/** A Kysely driver of single statements, each answered by the same function. */
export class ReadingDriver implements Driver {
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
