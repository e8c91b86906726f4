import type { ReactNode } from 'react'
import classes from './path.module.css'
import { type ReturnPath, type Side, spokenPath } from './path-facts.ts'
import { PathBack, PathTrack, PathWords } from './path-track.tsx'

interface PathStop {
  /** The role of the stop, e.g. origin. */
  label: string
  name: string
  /** Below the stop: who and when. */
  notes?: ReactNode
}

interface PathLargeProps {
  from: PathStop
  to: PathStop
  /** The stop where the protocol or item is now, drawn filled. */
  where: Side | null
  /** Dashed until received, then solid. */
  line: 'dashed' | 'solid'
  /** The second line, for the return. */
  returnPath?: ReturnPath | null
}

/**
 * Two stops with the path between them and, where something must come back, the return path with its date. It stands
 * upright where it has less than 360 px.
 */
export function PathLarge({ from, to, where, line, returnPath }: PathLargeProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.path} data-return={Boolean(returnPath)}>
        <PathStopWords stop={from} side="from" isHere={where === 'from'} />
        <PathStopWords stop={to} side="to" isHere={where === 'to'} />
        <PathTrack label={spokenPath(from.name, to.name, where)} where={where} line={line} />
        {returnPath && <PathBack path={returnPath} />}
        {from.notes && <div className={classes.notes}>{from.notes}</div>}
        {to.notes && (
          <div className={classes.notes} data-side="to">
            {to.notes}
          </div>
        )}
      </div>
    </div>
  )
}

const PathStopWords = ({ stop, side, isHere }: { stop: PathStop; side: Side; isHere: boolean }) => (
  <div className={classes.words} data-side={side}>
    <PathWords label={stop.label} isHere={isHere}>
      {stop.name}
    </PathWords>
  </div>
)
