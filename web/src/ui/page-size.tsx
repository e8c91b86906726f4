import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
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
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        data={all.map(String)}
        value={String(chosen)}
        onChange={(size) => onChange(Number(size))}
      />
    </div>
  )
}
