import { formatNumber } from '../lib/format.ts'
import { inQuarters, Spoken } from './spoken.tsx'
import classes from './ui.module.css'

interface ProgressBarProps {
  completed: number
  /** Done too, and drawn after the completed ones in a tone of its own. */
  returned?: number
  total: number
  /** What the number and its percentage count; the completed ones unless given. */
  value?: number
  /** Accessible name: what is counted. */
  label: string
  /** Shows `2/5` beside the bar. */
  withCount?: boolean
  /** The bar moves while the user waits: a screen reader announces every quarter. */
  isRunning?: boolean
}

/** A progress bar, capped at 100 %. */
export function ProgressBar(props: ProgressBarProps) {
  const { completed, returned = 0, total, value = completed, label, withCount = true, isRunning = false } = props
  const percentOf = (count: number) => (total > 0 ? Math.min(100, Math.round((count / total) * 100)) : 0)
  const percent = percentOf(value)
  return (
    <div className={classes.progress}>
      {isRunning && (
        <Spoken isHidden>
          {label}: {inQuarters(percent)}%
        </Spoken>
      )}
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${formatNumber(value)} de ${formatNumber(total)}`}
      >
        <div
          className={classes.fill}
          data-full={percentOf(completed + returned) === 100}
          style={{ width: `${percentOf(completed)}%` }}
        />
        {returned > 0 && <div className={classes.returned} style={{ width: `${percentOf(returned)}%` }} />}
      </div>
      {withCount && (
        <span className="soft caption numbers" aria-hidden>
          {formatNumber(value)}/{formatNumber(total)}
        </span>
      )}
    </div>
  )
}
