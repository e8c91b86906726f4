import { Group, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './path.module.css'
import { type ReturnPath, type Side, spokenPath } from './path-facts.ts'

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

/** Has the shape of a large path: names, two stations with a line between them, notes. */
export const PathSkeleton = () => (
  <div>
    <Ends height={20} width={160} />
    <Group gap={6} wrap="nowrap" my={12}>
      <Skeleton circle height={18} />
      <Skeleton height={4} />
      <Skeleton circle height={18} />
    </Group>
    <Ends height={12} width={120} />
  </div>
)

const Ends = (size: { height: number; width: number }) => (
  <Group justify="space-between" wrap="nowrap">
    <Skeleton {...size} />
    <Skeleton {...size} />
  </Group>
)
