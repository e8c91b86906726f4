import type { CSSProperties } from 'react'
import parts from './path.module.css'
import classes from './path-chain.module.css'
import type { ChainStop } from './path-facts.ts'
import { PathWords } from './path-large.tsx'

/** More stops than these are easier to read upright. */
const mostColumns = 6

/**
 * A path with more than two stops, which may branch: an ordered list of stops, side by side where there is room,
 * otherwise upright.
 */
export function PathChain({ label, stop }: { label: string; stop: ChainStop }) {
  const root = placed(stop)
  const columns = columnsOf(root)
  return (
    <div className={classes.frame}>
      <ol
        className={classes.chain}
        aria-label={label}
        data-columns={columns}
        data-wide={columns <= mostColumns}
        style={{ '--columns': columns } as CSSProperties}
      >
        <Stop placed={root} />
      </ol>
    </div>
  )
}

function Stop({ placed: { stop, column, row, fromRow, isBranch, isBesideBranch, onward } }: { placed: PlacedStop }) {
  const { returnPath } = stop
  const next = onward.length > 1 ? 'solid' : onward[0]?.stop.line
  return (
    <li
      className={classes.stop}
      data-line={stop.line}
      data-next={next}
      data-branch={isBranch}
      data-beside={isBesideBranch}
      data-forks={onward.length > 1}
      style={{ '--column': column, '--row': row, '--from': fromRow } as CSSProperties}
    >
      <div className={classes.words}>
        <PathWords label={stop.label} isHere={stop.isHere}>
          <span className={stop.isOwn ? classes.own : undefined} title={stop.isOwn ? 'Seu departamento' : undefined}>
            {stop.name}
          </span>
        </PathWords>
      </div>
      <div className={classes.rail} aria-hidden>
        <span className={classes.in}>
          {column > 1 && (
            <>
              <span className={classes.way} />
              <span className={classes.head} />
            </>
          )}
        </span>
        <span className={`${parts.stop} ${classes.station}`} data-here={stop.isHere} />
        <span className={classes.out} />
      </div>
      {stop.notes && <div className={classes.notes}>{stop.notes}</div>}
      {returnPath && (
        <div className={classes.back} data-tone={returnPath.tone} data-done={returnPath.isDone ?? false}>
          <div className={classes.bracket} aria-hidden />
          <div className={classes.due} data-tone={returnPath.tone}>
            <span className={classes.long}>{returnPath.label}</span>
            <span className={classes.short}>{returnPath.short}</span>
          </div>
        </div>
      )}
      {onward.length > 0 && (
        <ol className={classes.onward} data-fork={onward.length > 1}>
          {onward.map((one) => (
            <Stop key={one.stop.key} placed={one} />
          ))}
        </ol>
      )}
    </li>
  )
}

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
