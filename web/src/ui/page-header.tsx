import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Beside the title: badges. */
  aside?: ReactNode
  /** One line below the title. */
  context?: ReactNode
  /** The page's primary action; on phones it stays at the bottom of the screen. */
  action?: ReactNode
  /** Actions of less weight, left of the primary one. */
  children?: ReactNode
}

/** Names the page, on the screen and in the browser's tab. */
export function PageHeader({ title, aside, context, action, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${title} · Malote`}</title>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {aside}
        </div>
        {context && <p className={classes.context}>{context}</p>}
      </div>
      {(children || action) && (
        <div className={classes.actions}>
          {children}
          {action && <div className={classes.primary}>{action}</div>}
        </div>
      )}
    </header>
  )
}
