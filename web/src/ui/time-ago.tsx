import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { useSyncExternalStore } from 'react'
import { everyMinute } from '../lib/every-minute.ts'
import { formatDateAtTime } from '../lib/format.ts'

interface TimeAgoProps {
  instant: string | null | undefined
  /** Shown without a time. */
  fallback?: string
  /** `há 3 dias`, as within a sentence. */
  isInSentence?: boolean
  className?: string | undefined
}

/** `Há 3 dias`, with the exact time on hover. Goes on while the screen is quiet. */
export function TimeAgo({ instant, fallback = '', isInSentence = false, className }: TimeAgoProps) {
  const inWords = () => (instant ? relativeTime(new Date(instant), new Date()) : '')
  const words = useSyncExternalStore(everyMinute, inWords)
  const exact = formatDateAtTime(instant)
  if (!instant || !exact) return <span className={className}>{fallback}</span>
  return (
    <time className={className} dateTime={instant} title={exact}>
      {isInSentence ? words.toLowerCase() : words}
    </time>
  )
}
