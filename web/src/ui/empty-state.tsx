import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'

interface EmptyStateProps {
  /** The sentence: what is not here. */
  title: string
  /** What will appear here, or how to begin. */
  children?: ReactNode
  action?: ReactNode
  icon?: TablerIcon
}

/** What a list or a screen says when there is nothing to show. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={32} stroke={1.5} className={classes.icon} aria-hidden />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.hint}>{children}</p>}
      {action}
    </div>
  )
}
