import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'

/**
 * A database whose transactions have connections of their own. A transaction holds its connection for many round trips and
 * for every wait on a lock; if it took one of those that single statements use, a few people who write would keep everybody
 * who reads waiting. The number of its connections is also the most transactions that run at once.
 */
export class SplitDatabase<DB> extends Kysely<DB> {
  readonly #transactions: Kysely<DB>

  constructor(statements: KyselyConfig, transactions: KyselyConfig) {
    super(statements)
    this.#transactions = new Kysely<DB>(transactions)
  }

  override transaction(): TransactionBuilder<DB> {
    return this.#transactions.transaction()
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#transactions.destroy()])
  }
}
