import { type RefObject, useEffect } from 'react'

const invalidField = '[aria-invalid="true"], [data-invalid] button'
const invalidCard = 'section[data-has-error]'

/** Focuses the first field with an error in the order of the page, also in a card that is not rendered yet. */
export function focusFirstInvalid(container: HTMLElement | null) {
  const first = container?.querySelector<HTMLElement>(`${invalidField}, ${invalidCard}`)
  const field = first?.matches(invalidCard) ? first.querySelector<HTMLElement>(invalidField) : first
  if (field) return field.focus()
  // A collapsed or distant card renders its fields when it gets the focus.
  first?.focus()
  requestAnimationFrame(() => first?.querySelector<HTMLElement>(invalidField)?.focus())
}

/**
 * Focuses the first invalid field of a form, or of a card, after a failed submit. React Hook Form would do so in its
 * own order and before rendering.
 *
 * @param submitCount number of submits so far
 * @param refusalCount number of refusals by the server
 */
export function useFocusFirstInvalid(form: RefObject<HTMLElement | null>, submitCount: number, refusalCount = 0) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each refusal, by the form or by the server
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid(form.current)
  }, [form, submitCount, refusalCount])
}
