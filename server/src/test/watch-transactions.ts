import { type Db, SplitDatabase, type Trx } from '../platform/db/connect.ts'
import { watchTransaction } from '../platform/db/outside-transactions.ts'

const ofTests = new WeakSet<object>()

/** Marks a test's own database: its transactions hold locks while the test does something else. */
export function leaveUnwatched(db: Db): Db {
  ofTests.add(db)
  return db
}

let isWatching = false

/** From now on, whatever waits for another system inside one of the app's transactions fails. */
export function watchTransactions(): void {
  if (isWatching) return
  isWatching = true
  const { transaction } = SplitDatabase.prototype
  SplitDatabase.prototype.transaction = function (this: SplitDatabase<unknown>) {
    const builder = transaction.call(this)
    if (ofTests.has(this)) return builder
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <Result>(work: (trx: Trx) => Promise<Result>) =>
        execute((trx) => watchTransaction(() => work(trx as unknown as Trx))),
    })
  }
}
