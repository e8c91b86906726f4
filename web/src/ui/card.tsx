import type { ReactNode } from 'react'
import classes from './ui.module.css'

interface CardProps {
  title?: string
  /** Right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a page with its own background. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className={classes.card}>
      {(title || aside) && (
        <div className="row wrap between gap-8-16 mb-16">
          {title && <h2 className="heading">{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
