import type { ReactNode } from 'react'
import classes from './row-card.module.css'

interface RowCardProps {
  /** What tells the row from others. */
  head: ReactNode
  /** The button of its menu. */
  menu: ReactNode
  /** `RowLine`s; one link or button in them, or in the head, opens the row. */
  children: ReactNode
}

/** A row of a table on a phone. */
export function RowCard({ head, menu, children }: RowCardProps) {
  return (
    <div className={classes.card}>
      {head}
      <div className={classes.menu}>{menu}</div>
      {children}
    </div>
  )
}

/** Facts beside each other, below the head of a card. */
export const RowLine = ({ children }: { children: ReactNode }) => <div className={classes.line}>{children}</div>
