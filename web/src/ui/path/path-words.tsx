import type { ReactNode } from 'react'
import classes from './path.module.css'

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
