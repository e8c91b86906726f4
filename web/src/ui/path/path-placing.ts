import type { ChainStop } from './path-facts.ts'

/** A stop with its place in the grid of a path: columns from the origin on, a row for each branch. */
export interface PlacedStop {
  stop: ChainStop
  /** From 1. */
  column: number
  /** From 1. */
  row: number
  /** The row of the stop before. */
  fromRow: number
  /** A further way on from the stop before, in a row of its own. */
  isBranch: boolean
  /** The stop before has several ways on. */
  isBesideBranch: boolean
  onward: readonly PlacedStop[]
}

/** Places a path: the first way on stays in the row of its stop, each further one gets the next free row. */
export function placed(root: ChainStop): PlacedStop {
  let rows = 1
  const place = (
    stop: ChainStop,
    at: Pick<PlacedStop, 'column' | 'row' | 'fromRow'>,
    siblings: number,
  ): PlacedStop => ({
    ...at,
    stop,
    isBranch: at.row !== at.fromRow,
    isBesideBranch: siblings > 1,
    onward: stop.onward.map((next, index) => {
      if (index > 0) rows += 1
      const row = index > 0 ? rows : at.row
      return place(next, { column: at.column + 1, row, fromRow: at.row }, stop.onward.length)
    }),
  })
  return place(root, { column: 1, row: 1, fromRow: 1 }, 1)
}

export const columnsOf = ({ column, onward }: PlacedStop): number => Math.max(column, ...onward.map(columnsOf))
