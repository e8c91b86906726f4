import { Anchor } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { Spoken } from '../spoken.tsx'
import classes from './fields.module.css'

/** Links of the summary; a form with many items may have hundreds of errors. */
const mostLinks = 5

/** A file field has several buttons and counts once; others mark their control. */
const invalidFiles = 'fieldset[data-invalid]'
const invalidField = `[aria-invalid="true"], ${invalidFiles}`
/** A card of a long form that is not rendered before it is near the viewport or focused. */
const invalidCard = 'section[data-has-error]'

interface ErrorSummaryProps {
  /** With fewer errors nothing is shown: in a short form they are in sight anyway. */
  fewest?: number
}

/**
 * After a refused submit: how many fields of the surrounding form are to be corrected, each as a link to the field. It
 * reads the rendered fields, so that it agrees with what the user sees.
 */
export function ErrorSummary({ fewest = 1 }: ErrorSummaryProps) {
  const place = useRef<HTMLDivElement>(null)
  const [invalid, setInvalid] = useState<readonly HTMLElement[]>([])
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    let isSent = false
    const look = () => isSent && setInvalid((before) => unlessSame(before, invalidIn(form)))
    const send = () => {
      isSent = true
      look()
    }
    const watcher = new MutationObserver(look)
    watcher.observe(form, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-invalid', 'data-has-error', 'data-invalid'],
    })
    form.addEventListener('submit', send)
    return () => {
      watcher.disconnect()
      form.removeEventListener('submit', send)
    }
  }, [])

  const isShown = invalid.length >= fewest && invalid.length > 0
  const rest = invalid.length - mostLinks
  return (
    <div ref={place} className={isShown ? classes.summary : classes.nothing}>
      <Spoken component="span">
        {isShown && (
          <>
            {invalid.length === 1 && <span>Há </span>}
            <strong>{counted(invalid.length, 'campo para corrigir', 'campos para corrigir')}</strong>
          </>
        )}
      </Spoken>
      {isShown && (
        <ul className={classes.links}>
          {invalid.slice(0, mostLinks).map((field) => {
            const name = nameOf(field)
            return (
              <li key={field.id || name}>
                <Anchor
                  href={`#${field.id}`}
                  size="sm"
                  onClick={(event) => {
                    event.preventDefault()
                    focusOn(field)
                  }}
                >
                  {name}
                </Anchor>
              </li>
            )
          })}
          {rest > 0 && <li>e mais {rest}</li>}
        </ul>
      )}
    </div>
  )
}

/** Keeps the state when nothing has changed: the summary is itself part of the form that it watches. */
const unlessSame = (before: readonly HTMLElement[], now: readonly HTMLElement[]) =>
  before.length === now.length && before.every((field, index) => field === now[index]) ? before : now

function invalidIn(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>(`${invalidField}, ${invalidCard}`)].filter(
    // A rendered card stands for its fields.
    (element) => !element.matches(invalidCard) || !element.querySelector(invalidField),
  )
}

/** The label of a field, with the item that it belongs to. */
function nameOf(field: HTMLElement): string {
  if (field.matches(invalidCard)) return field.ariaLabel ?? ''
  const label = field.matches(invalidFiles) ? field.querySelector('legend') : labelOf(field)
  const words = label?.cloneNode(true) as HTMLElement | undefined
  for (const asterisk of words?.querySelectorAll('[aria-hidden="true"]') ?? []) asterisk.remove()
  const name = words?.textContent?.trim() || field.ariaLabel || 'Campo'
  const item = field.closest<HTMLElement>(invalidCard)?.ariaLabel
  return item ? `${item}: ${name}` : name
}

const labelOf = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels?.[0] : null

function focusOn(field: HTMLElement) {
  const control = field.matches(invalidFiles) ? field.querySelector('button') : field
  control?.focus()
  if (field.matches(invalidCard)) {
    requestAnimationFrame(() => {
      const first = field.querySelector<HTMLElement>(invalidField)
      if (first) focusOn(first)
    })
  }
}
