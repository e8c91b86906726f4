import type { ReactNode, RefObject } from 'react'
import classes from './page-header.module.css'
import { Spoken } from './spoken.tsx'

interface PageHeaderProps {
  title: string
  /** Beside the title: badges. */
  aside?: ReactNode
  /** One line below the title. Given but still empty, it keeps its room: what is below must not move when it arrives. */
  context?: ReactNode
  /** How many there are or were found, before the context; spoken when it changes. */
  count?: string | undefined
  /** The search that the count answers to; undefined while the answer is on its way. */
  occasion?: string | undefined
  /** The page's primary action; on phones it stays at the bottom of the screen. */
  action?: ReactNode
  /** Actions of less weight, left of the primary one. */
  children?: ReactNode
  actionsRef?: RefObject<HTMLDivElement | null>
}

/** Names the page, on the screen and in the browser's tab. */
export function PageHeader(props: PageHeaderProps) {
  const { title, aside, count, occasion, context, action, children, actionsRef } = props
  return (
    <header className={classes.header}>
      <title>{`${title} · Malote`}</title>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {aside}
        </div>
        {('context' in props || 'count' in props) && (
          <p className={classes.context}>
            {'count' in props && (
              <Spoken component="span" occasion={occasion}>
                {count}
              </Spoken>
            )}
            {/* An element may turn out to be empty, so it brings its own. */}
            {count && typeof context === 'string' && ' · '}
            {context || (!count && '\u00a0')}
          </p>
        )}
      </div>
      {(children || action) && (
        <div ref={actionsRef} className={classes.actions}>
          {children}
          {action && <div className={classes.primary}>{action}</div>}
        </div>
      )}
    </header>
  )
}
