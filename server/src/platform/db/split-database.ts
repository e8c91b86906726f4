import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'

/**
 * A database that runs transactions on separate connections. A transaction holds its connection for many round trips
 * and for every lock wait. If transactions shared connections with single statements, a few writers could block all
 * readers. The size of the transaction pool also limits how many transactions run at once.
 */
export class SplitDatabase<DB> extends Kysely<DB> {
  /** The database of the connections for transactions. */
  readonly transactions: Kysely<DB>

  constructor(statements: KyselyConfig, transactions: KyselyConfig) {
    super(statements)
    this.transactions = new Kysely<DB>(transactions)
  }

  override transaction(): TransactionBuilder<DB> {
    return this.transactions.transaction()
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.transactions.destroy()])
  }
}
