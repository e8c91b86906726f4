import { type ReactNode, type Ref, useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<Value extends string> {
  /** Accessible name, unless `aria-labelledby` has it. */
  'aria-label'?: string
  'aria-labelledby'?: string
  data: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Takes the whole width. */
  isWide?: boolean
  isSmall?: boolean
  className?: string | undefined
  ref?: Ref<HTMLDivElement>
}

/**
 * A choice between a few words side by side: radio buttons styled by CSS alone. Mantine's control measures its labels,
 * which makes the browser lay out the page in the middle of the first rendering.
 */
export function Segments<Value extends string>({
  data,
  value: chosen,
  onChange,
  isWide,
  isSmall,
  className,
  ...rest
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      className={className ? `${classes.segments} ${className}` : classes.segments}
      data-wide={isWide}
      data-small={isSmall}
      {...rest}
    >
      {data.map(({ value, label }) => (
        <label key={value} className={classes.segment}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </div>
  )
}
