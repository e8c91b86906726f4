import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'

interface EmptyStateProps {
  /** Says what is missing. */
  title: string
  /** What will appear here, or how to start. */
  children?: ReactNode
  action?: ReactNode
  icon?: TablerIcon
}

/** The empty state of a list or screen. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={32} stroke={1.5} className="soft" aria-hidden />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.hint}>{children}</p>}
      {action}
    </div>
  )
}
