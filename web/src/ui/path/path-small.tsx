import type { ReactNode } from 'react'
import parts from './path.module.css'
import { type ReturnPath, type Side, spokenPath } from './path-facts.ts'
import classes from './path-small.module.css'

interface PathSmallProps {
  from: string
  to: string
  /** The side that has custody now; null when nobody has. */
  where?: Side | null
  /** The viewer's own department gets a dot. */
  own?: Side | null
  /** Dashed until received, then solid. */
  line?: 'dashed' | 'solid'
  /** The way back, with its due date. */
  returnPath?: ReturnPath | null
}

/** A path in a row or a card: both stations, the line between them and, below, the way back. */
export function PathSmall({ from, to, where = null, own = null, line = 'solid', returnPath }: PathSmallProps) {
  return (
    <span className={classes.path}>
      <span role="img" aria-label={spokenPath(from, to, where)} className={classes.way}>
        <PathEnd isHere={where === 'from'} isOwn={own === 'from'}>
          {from}
        </PathEnd>
        <span className={classes.destination}>
          <span className={classes.track}>
            <span className={parts.line} data-line={line} />
            <span className={parts.head} />
          </span>
          <span className={classes.spoken}> para </span>
          <PathEnd isHere={where === 'to'} isOwn={own === 'to'}>
            {to}
          </PathEnd>
        </span>
      </span>
      {returnPath && (
        <span className={classes.back} data-tone={returnPath.tone}>
          {returnPath.label}
        </span>
      )}
    </span>
  )
}

function PathEnd({ isHere, isOwn, children }: { isHere: boolean; isOwn: boolean; children: ReactNode }) {
  return (
    <span className={classes.end} data-here={isHere}>
      <span className={parts.stop} data-here={isHere} />
      <span className={isOwn ? classes.own : undefined} title={isOwn ? 'Seu departamento' : undefined}>
        {children}
      </span>
    </span>
  )
}
