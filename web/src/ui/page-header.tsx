import type { ReactNode, RefObject } from 'react'
import classes from './page-header.module.css'
import { Spoken } from './spoken.tsx'

interface PageHeaderProps {
  title: string
  /** What the page's record is about: below the title, and first in the window's. An empty one reserves its line. */
  subject?: string
  /** How things stand, in one line below the subject. */
  state?: ReactNode
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
  /** The context stands beside the title; on phones the actions do, and it has its own line. */
  isLine?: boolean
}

/** A tab of a browser shows less. */
const longestInTitle = 60

/** Sets the heading and the document title. */
export function PageHeader(props: PageHeaderProps) {
  const { title, subject, state, aside, count, occasion, context, action, children, actionsRef, isLine } = props
  return (
    <header className={classes.header} data-line={isLine}>
      <title>{[subject?.trim().slice(0, longestInTitle), title, 'Malote'].filter(Boolean).join(' · ')}</title>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {aside}
        </div>
        <div className={classes.below}>
          {subject !== undefined && <p className={classes.subject}>{subject || '\u00a0'}</p>}
          {('context' in props || 'count' in props) && (
            <p className={classes.context}>
              {'count' in props && (
                <Spoken component="span" occasion={occasion}>
                  {count}
                </Spoken>
              )}
              {/*
               * An element may render nothing, so it brings its own separator. Text that comes and goes beside others has an
               * element: a translating browser moves the text itself, and React could not remove it.
               */}
              {count && typeof context === 'string' && <span> · </span>}
              <span>{context || (!count && '\u00a0')}</span>
            </p>
          )}
        </div>
        {state !== undefined && <p className="soft small numbers">{state || '\u00a0'}</p>}
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
