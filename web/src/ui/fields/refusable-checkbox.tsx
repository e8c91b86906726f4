import { Checkbox, type CheckboxProps, Tooltip } from '@mantine/core'
import { useId, useRef } from 'react'
import { useHint } from '../use-hint.ts'
import classes from './fields.module.css'

interface RefusableCheckboxProps extends Omit<CheckboxProps, 'disabled' | 'ref'> {
  /** Why it cannot be changed now; null if it can. */
  refusal: string | null
  /** Shows the reason below the label instead of in a tooltip. */
  isRefusalInSight?: boolean
}

/**
 * A checkbox that stays focusable when it cannot be changed, so that keyboard, touch and screen reader users get the
 * reason.
 */
export function RefusableCheckbox({ refusal, isRefusalInSight = false, onChange, ...rest }: RefusableCheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  const reasonId = useId()
  const { isShown, show, target } = useHint()
  if (refusal === null) return <Checkbox {...rest} onChange={onChange} />
  const reason = <span id={reasonId}>{refusal}</span>
  return (
    <>
      <Checkbox
        {...rest}
        ref={box}
        classNames={{ input: classes.refusableCheckboxRefused ?? '' }}
        aria-disabled
        aria-describedby={reasonId}
        {...(isRefusalInSight ? { description: reason } : target)}
        onChange={() => {}}
        onClick={(event) => {
          event.preventDefault()
          show()
        }}
      />
      {!isRefusalInSight && <span hidden>{reason}</span>}
      {!isRefusalInSight && isShown !== null && (
        <Tooltip target={box} opened={isShown} label={refusal} multiline maw={280} />
      )}
    </>
  )
}
