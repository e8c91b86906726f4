import type { ReactNode } from 'react'
import parts from './path.module.css'
import { type ReturnPath, type Side, spokenPath } from './path-facts.ts'
import classes from './path-small.module.css'

export interface PathState {
  /** The side that has custody now; null when neither has. */
  where: Side | null
  /** Dashed until received, then solid. */
  line: 'dashed' | 'solid'
}

interface PathSmallProps {
  from: string
  to: string
  /** null: only the direction is drawn, because the state is not known here. */
  state: PathState | null
  /** The viewer's own department gets a dot. */
  own?: Side | null
  /** The way back, with its due date. */
  returnPath?: ReturnPath | null
  /** Beside the way back. */
  note?: ReactNode
  /** Long names are cut, so that all rows are of one height. */
  isOneLine?: boolean
}

/** A path in a row or a card: both stations, the line between them and, below, the way back. */
export function PathSmall({ from, to, state, own = null, returnPath, note, isOneLine }: PathSmallProps) {
  const where = state?.where ?? null
  return (
    <span className={classes.path} data-line={isOneLine}>
      <span
        role="img"
        aria-label={spokenPath(from, to, where)}
        title={isOneLine ? `${from} → ${to}` : undefined}
        className={classes.way}
      >
        <PathEnd isHere={state && where === 'from'} isOwn={own === 'from'}>
          {from}
        </PathEnd>
        <span className={classes.destination}>
          <span className={classes.track}>
            <span className={parts.line} data-line={state?.line ?? 'solid'} />
            <span className={parts.head} />
          </span>
          <span className={classes.spoken}> para </span>
          <PathEnd isHere={state && where === 'to'} isOwn={own === 'to'}>
            {to}
          </PathEnd>
        </span>
      </span>
      <span className={classes.below}>
        {returnPath && (
          <span className={classes.back} data-tone={returnPath.tone}>
            {returnPath.label}
          </span>
        )}
        {note}
      </span>
    </span>
  )
}

interface PathEndProps {
  /** null: without a station. */
  isHere: boolean | null
  isOwn: boolean
  children: ReactNode
}

function PathEnd({ isHere, isOwn, children }: PathEndProps) {
  return (
    <span className={classes.end} data-here={isHere}>
      {isHere !== null && <span className={parts.stop} data-here={isHere} />}
      <span className={isOwn ? classes.own : undefined} title={isOwn ? 'Seu departamento' : undefined}>
        {children}
      </span>
    </span>
  )
}
