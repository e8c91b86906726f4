import { type ReactNode, useEffect, useRef } from 'react'
import classes from './import.module.css'

/** A step of the import. It takes the focus, because the button pressed in the previous step has unmounted. */
export function ImportStep({ label, children }: { label: string; children: ReactNode }) {
  const step = useRef<HTMLFieldSetElement>(null)
  useEffect(() => step.current?.focus({ preventScroll: true }), [])
  return (
    <fieldset ref={step} tabIndex={-1} className={classes.step} aria-label={label}>
      {children}
    </fieldset>
  )
}
