import { VisuallyHidden } from '@mantine/core'
import { IconArrowNarrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './path-large.module.css'
import type { Side } from './path-small.tsx'

export interface PathStop {
  /** The role of the stop, e.g. origin. */
  label: string
  name: string
  /** Below the stop: who and when. */
  notes?: ReactNode
}

export interface ReturnPath {
  label: ReactNode
  tone: 'neutral' | 'pending' | 'danger' | 'success'
  isDone?: boolean
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

/** Two stops with the path between them and, where something must come back, the return path with its date. */
export function PathLarge({ from, to, where, line, returnPath }: PathLargeProps) {
  return (
    <div className={classes.path} data-line={line}>
      <PathStopWords stop={from} side="from" isHere={where === 'from'} />
      <PathStopWords stop={to} side="to" isHere={where === 'to'} />
      <div className={classes.track} aria-hidden>
        <span className={classes.stop} data-here={where === 'from'} />
        <span className={classes.line} />
        <span className={classes.head} />
        <span className={classes.stop} data-here={where === 'to'} />
      </div>
      {returnPath && (
        <div className={classes.back} data-tone={returnPath.tone} data-done={returnPath.isDone ?? false}>
          <span className={classes.due}>
            <IconArrowNarrowLeft size={16} stroke={1.75} aria-hidden />
            {returnPath.label}
          </span>
        </div>
      )}
      {from.notes && <div className={classes.notes}>{from.notes}</div>}
      {to.notes && (
        <div className={classes.notes} data-side="to">
          {to.notes}
        </div>
      )}
    </div>
  )
}

function PathStopWords({ stop, side, isHere }: { stop: PathStop; side: Side; isHere: boolean }) {
  return (
    <div className={classes.words} data-side={side} data-here={isHere}>
      <span className={classes.label}>{stop.label}</span>
      <span className={classes.name}>{stop.name}</span>
      {isHere && <VisuallyHidden> (está aqui)</VisuallyHidden>}
    </div>
  )
}
