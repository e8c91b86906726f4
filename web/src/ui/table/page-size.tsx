import { useId } from 'react'
import { Segments } from '../segments.tsx'
import classes from './pagination.module.css'

export interface PageSizes {
  /** In ascending order. */
  all: readonly number[]
  chosen: number
  onChange: (size: number) => void
}

/** How many rows a page has. */
export function PageSize({ all, chosen, onChange }: PageSizes) {
  const id = useId()
  return (
    <div className={classes.size}>
      <span id={id}>Por página</span>
      <Segments
        aria-labelledby={id}
        isSmall
        data={all.map((size) => ({ value: String(size), label: size }))}
        value={String(chosen)}
        onChange={(size) => onChange(Number(size))}
      />
    </div>
  )
}
