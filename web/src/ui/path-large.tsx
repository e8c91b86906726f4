import { VisuallyHidden } from '@mantine/core'
import { IconArrowNarrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './path-large.module.css'
import type { Side } from './path-small.tsx'

export interface Station {
  /** What the station is on this path. */
  label: string
  name: string
  /** Under the station: who, when. */
  notes?: ReactNode
}

export interface ReturnLine {
  label: ReactNode
  tone: 'neutral' | 'pending' | 'danger' | 'success'
  isDone?: boolean
}

interface PathLargeProps {
  from: Station
  to: Station
  /** Where the thing is now: that station is filled. */
  where: Side | null
  /** Dashed until it has been received, solid after. */
  line: 'dashed' | 'solid'
  /** The second line, for what must come back. */
  returnLine?: ReturnLine | null
}

/** The product's signature: two stations, the way there and, where it applies, the way back with its date. */
export function PathLarge({ from, to, where, line, returnLine }: PathLargeProps) {
  return (
    <div className={classes.path} data-line={line}>
      <StationWords station={from} side="from" isHere={where === 'from'} />
      <StationWords station={to} side="to" isHere={where === 'to'} />
      <div className={classes.track} aria-hidden>
        <span className={classes.stop} data-here={where === 'from'} />
        <span className={classes.line} />
        <span className={classes.head} />
        <span className={classes.stop} data-here={where === 'to'} />
      </div>
      {returnLine && (
        <div className={classes.back} data-tone={returnLine.tone} data-done={returnLine.isDone ?? false}>
          <span className={classes.due}>
            <IconArrowNarrowLeft size={16} stroke={1.75} aria-hidden />
            {returnLine.label}
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

function StationWords({ station, side, isHere }: { station: Station; side: Side; isHere: boolean }) {
  return (
    <div className={classes.words} data-side={side} data-here={isHere}>
      <span className={classes.label}>{station.label}</span>
      <span className={classes.name}>{station.name}</span>
      {isHere && <VisuallyHidden> (está aqui)</VisuallyHidden>}
    </div>
  )
}
