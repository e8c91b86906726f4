import { Select } from '@mantine/core'
import { useId } from 'react'
import classes from './pagination.module.css'

export interface PageSizes {
  /** In ascending order. */
  all: readonly number[]
  chosen: number
  onChange: (size: number) => void
}

/** How many rows a page has. Loaded after the rows, because it brings the code of a list of options. */
export default function PageSize({ all, chosen, onChange }: PageSizes) {
  const id = useId()
  return (
    <div className={classes.size}>
      <label htmlFor={id}>Por página</label>
      <Select
        id={id}
        size="xs"
        w={72}
        data={all.map(String)}
        value={String(chosen)}
        allowDeselect={false}
        onChange={(size) => onChange(Number(size))}
      />
    </div>
  )
}
