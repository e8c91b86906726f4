import { formatNumber } from '../lib/format.ts'
import classes from './progress-bar.module.css'
import { inQuarters, Spoken } from './spoken.tsx'

interface ProgressBarProps {
  completed: number
  total: number
  /** Accessible name: what is counted. */
  label: string
  /** Shows `2/5` beside the bar. */
  withCount?: boolean
  /** The bar moves while the user waits: a screen reader announces every quarter. */
  isRunning?: boolean
}

/** A progress bar, capped at 100 %. */
export function ProgressBar({ completed, total, label, withCount = true, isRunning = false }: ProgressBarProps) {
  const percent = total > 0 ? Math.min(100, Math.round((completed / total) * 100)) : 0
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
        aria-valuetext={`${formatNumber(completed)} de ${formatNumber(total)}`}
      >
        <div className={classes.fill} data-full={percent === 100} style={{ width: `${percent}%` }} />
      </div>
      {withCount && (
        <span className="soft caption numbers" aria-hidden>
          {formatNumber(completed)}/{formatNumber(total)}
        </span>
      )}
    </div>
  )
}
