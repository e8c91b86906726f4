import type { ReactNode } from 'react'
import classes from './description-list.module.css'

export interface Description {
  term: string
  /** null, undefined and '' show the fallback. */
  value: ReactNode
  fallback?: string
}

/** Terms and values on a detail screen. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className={classes.list}>
      {items.map(({ term, value, fallback = '—' }) => (
        <div key={term}>
          <dt className="soft caption">{term}</dt>
          <dd className={classes.value}>{value || fallback}</dd>
        </div>
      ))}
    </dl>
  )
}
