import { AsyncLocalStorage } from 'node:async_hooks'

const watched = new AsyncLocalStorage<true>()

/** Runs the work of a transaction so that {@link ensureOutsideTransaction} throws in it: the tests do, production does not. */
export const watchTransaction = <Result>(work: () => Result): Result => watched.run(true, work)

/**
 * Called by what waits for something else than the transaction's own statements: another system, the processor, another
 * connection. A transaction holds locks and one of few connections, so everybody would wait with it.
 */
export function ensureOutsideTransaction(work: string): void {
  if (watched.getStore()) throw new Error(`${work} inside a transaction`)
}
