import type { ReactNode } from 'react'
import classes from './table.module.css'

interface RowCardProps {
  /** The content that identifies the row. */
  head: ReactNode
  /** The menu button. */
  menu: ReactNode
  /**
   * `RowLine`s; a link or button in them or in the head opens the row, except those in an element with
   * `data-own-press`.
   */
  children: ReactNode
}

/** A table row as a card, for phones. */
export function RowCard({ head, menu, children }: RowCardProps) {
  return (
    <div className={classes.card}>
      {head}
      <div className={classes.menu}>{menu}</div>
      {children}
    </div>
  )
}

/** Facts in one line, below the head of a card. */
export const RowLine = ({ children }: { children: ReactNode }) => <div className={classes.line}>{children}</div>
