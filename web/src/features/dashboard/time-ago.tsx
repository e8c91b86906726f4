import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { formatDateAtTime } from '../../lib/format.ts'
import classes from './list-card.module.css'

/** 'Há 3 dias', with the exact time on hover; shows `fallback` without a time. */
export function TimeAgo({ instant, fallback = '' }: { instant: string | null | undefined; fallback?: string }) {
  const exact = formatDateAtTime(instant)
  if (!instant || !exact) return <span className={classes.time}>{fallback}</span>
  return (
    <time className={classes.time} dateTime={instant} title={exact}>
      {relativeTime(new Date(instant), new Date())}
    </time>
  )
}
