import type { ReactNode, RefObject } from 'react'
import classes from './page-header.module.css'
import { Spoken } from './spoken.tsx'

interface PageHeaderProps {
  title: string
  /** Next to the title: badges. */
  aside?: ReactNode
  /**
   * One line below the title. An empty value reserves the line, so that content does not shift when the text arrives.
   */
  context?: ReactNode
  /** The number of results, shown before the context; announced when it changes. */
  count?: string | undefined
  /** The search that the count belongs to; undefined while loading. */
  occasion?: string | undefined
  /** The primary action; on phones it is fixed to the bottom of the screen. */
  action?: ReactNode
  /** Secondary actions, left of the primary one. */
  children?: ReactNode
  actionsRef?: RefObject<HTMLDivElement | null>
}

/** Sets the heading and the document title. */
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
            {/* An element may render nothing, so it brings its own separator. */}
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
