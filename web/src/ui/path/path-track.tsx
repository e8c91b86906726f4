import type { ReactNode } from 'react'
import classes from './path.module.css'
import type { ReturnPath, Side } from './path-facts.ts'

interface PathTrackProps {
  /** What a screen reader says of the drawing. */
  label: string
  /** The station where the protocol or item is now, drawn filled. */
  where: Side | null
  /** Dashed until received, then solid. */
  line: 'dashed' | 'solid'
}

/** Two stations and the line between them, as wide as there is room; upright in a narrow path. */
export const PathTrack = ({ label, where, line }: PathTrackProps) => (
  <div className={classes.track} role="img" aria-label={label}>
    <span className={classes.stop} data-here={where === 'from'} />
    <span className={classes.line} data-line={line} />
    <span className={classes.head} />
    <span className={classes.stop} data-here={where === 'to'} />
  </div>
)

/** The line that comes back to the origin, with its due date. */
export const PathBack = ({ path: { label, tone, isDone = false } }: { path: ReturnPath }) => (
  <>
    <div className={classes.back} data-tone={tone} data-done={isDone} aria-hidden />
    <div className={classes.due} data-tone={tone}>
      <span className={classes.arrow} aria-hidden />
      {label}
    </div>
  </>
)

interface PathWordsProps {
  /** The role of the stop, e.g. origin. */
  label: string
  isHere: boolean
  /** Its name. */
  children: ReactNode
}

/** The words of a stop in the large paths. */
export const PathWords = ({ label, isHere, children }: PathWordsProps) => (
  <>
    <span className={classes.label}>{label}</span>
    <span className={classes.name} data-here={isHere}>
      {children}
    </span>
  </>
)
