/** The new rows of a log, and which transactions could still add to what was read. */
export interface LogPage<Row> {
  /** In the order of their ids; fewer than all when there are many. */
  rows: readonly Row[]
  /** No transaction before this one was still running. */
  oldestRunning: number
  /** No transaction from this one on had begun. */
  nextTransaction: number
}

/** @param missing ids up to `after` whose rows have not been seen yet */
export type ReadLog<Row> = (after: number, missing: readonly number[]) => Promise<LogPage<Row>>

/**
 * Follows a table whose rows are only ever added, by their growing ids. Ids are given out before they are committed, so a
 * later one may be seen first: each gap is asked for again until its row is there, or until every transaction that was
 * running when it was found has ended, which means that it was rolled back. So no row is missed or told twice, however
 * long its transaction took.
 *
 * @param first ids up to this one are taken as told, except those that are not there yet
 */
export function logTail<Row extends { id: number }>(read: ReadLog<Row>, first: number) {
  let last = first
  /** By the missing id: the transaction that had not begun when it was found missing. */
  const gaps = new Map<number, number>()

  return {
    /** Rows that were committed since the last time; none when there is nothing new. */
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
