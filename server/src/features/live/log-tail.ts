/** New rows of a log, and which transactions could still add earlier ones. */
export interface LogPage<Row> {
  /** In order of id; not all of them when there are many. */
  rows: readonly Row[]
  /** All transactions before this one have ended. */
  oldestRunning: number
  /** No transaction from this one on had begun. */
  nextTransaction: number
}

/** @param missing ids up to `after` whose rows have not been seen yet */
export type ReadLog<Row> = (after: number, missing: readonly number[]) => Promise<LogPage<Row>>

/**
 * Follows an insert-only table by its increasing ids. Ids are assigned before the commit, so that a later id may be
 * seen first. Each gap is queried again until its row appears, or until every transaction that was running when the gap
 * was found has ended, which means that the row was rolled back. No row is missed or reported twice, however long its
 * transaction took.
 *
 * @param first ids up to this one count as reported, except those still missing
 */
export function logTail<Row extends { id: number }>(read: ReadLog<Row>, first: number) {
  let last = first
  /** Maps each missing id to the first transaction that had not begun when the gap was found. */
  const gaps = new Map<number, number>()

  return {
    /** Rows committed since the last call; empty when there are none. */
    async next(): Promise<Row[]> {
      const { rows, oldestRunning, nextTransaction } = await read(last, [...gaps.keys()])
      for (const { id } of rows) gaps.delete(id)
      for (const [id, foundBefore] of gaps) if (foundBefore <= oldestRunning) gaps.delete(id)
      for (const { id } of rows) {
        for (let missing = last + 1; missing < id; missing += 1) gaps.set(missing, nextTransaction)
        last = Math.max(last, id)
      }
      return [...rows]
    },
  }
}
