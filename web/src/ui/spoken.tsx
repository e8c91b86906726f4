import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface SpokenProps {
  /** Empty, or the text to announce when it changes. */
  children?: ReactNode
  /**
   * What the text is about, e.g. a search. When it changes and the text does not, the text is announced again;
   * undefined while unknown.
   */
  occasion?: string | undefined
  component?: 'p' | 'span' | 'div'
  className?: string | undefined
  /** Visually hidden. */
  isHidden?: boolean
}

/**
 * A live region: a screen reader announces its text when it changes. Render it before it has text, because screen
 * readers ignore a region that is inserted together with its text.
 */
export function Spoken({ children, occasion, component: Component = 'p', className, isHidden = false }: SpokenProps) {
  const occasions = useCount(occasion)
  const region = (
    <Component className={className} role="status">
      {children}
      {/* Alternates two invisible spaces to trigger the announcement: removing text is not announced, replacing it is.
       */}
      {occasions > 0 && <span>{occasions % 2 === 1 ? '\u00a0' : '\u2009'}</span>}
    </Component>
  )
  return isHidden ? <VisuallyHidden component="div">{region}</VisuallyHidden> : region
}

/** How often `occasion` has changed. */
function useCount(occasion: string | undefined): number {
  const [last, setLast] = useState({ occasion, count: 0 })
  if (occasion !== undefined && occasion !== last.occasion) setLast({ occasion, count: last.count + 1 })
  return last.count
}

/** Rounds percents down to quarters: 0, 25, 50, 75, 100. Announcing every percent would be too much. */
export const inQuarters = (percent: number) => Math.floor(percent / 25) * 25
