import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface SpokenProps {
  /** Nothing yet, or what is to be spoken when it changes. */
  children?: ReactNode
  /** What the words answer to. When it changes and the words stay the same, they are spoken again; undefined: unknown yet. */
  occasion?: string | undefined
  component?: 'p' | 'span' | 'div'
  className?: string | undefined
  /** Only for screen readers. */
  isHidden?: boolean
}

/**
 * Words that a screen reader speaks when they change. It stands on the page before there are any: readers pass over a
 * region that arrives together with its words.
 */
export function Spoken({ children, occasion, component: Component = 'p', className, isHidden = false }: SpokenProps) {
  const occasions = useCount(occasion)
  const region = (
    <Component className={className} role="status">
      {children}
      {/* A change that is heard and not seen: what goes away is not spoken, one blank for another is. */}
      {occasions > 0 && (occasions % 2 === 1 ? '\u00a0' : '\u2009')}
    </Component>
  )
  return isHidden ? <VisuallyHidden component="div">{region}</VisuallyHidden> : region
}

/** How often it has changed. */
function useCount(occasion: string | undefined): number {
  const [last, setLast] = useState({ occasion, count: 0 })
  if (occasion !== undefined && occasion !== last.occasion) setLast({ occasion, count: last.count + 1 })
  return last.count
}

/** Percent in quarters: 0, 25, 50, 75, 100. Every single one would keep a screen reader talking. */
export const inQuarters = (percent: number) => Math.floor(percent / 25) * 25
