import { type RefObject, useEffect } from 'react'

const invalidField = '[aria-invalid="true"], [data-invalid] button'
const invalidCard = 'section[data-has-error]'

/** Leads to the first field with an error in the order of the page, also in a card that is only now drawn. */
export function focusFirstInvalid(container: HTMLElement | null) {
  const first = container?.querySelector<HTMLElement>(`${invalidField}, ${invalidCard}`)
  const field = first?.matches(invalidCard) ? first.querySelector<HTMLElement>(invalidField) : first
  if (field) return field.focus()
  // A card that was folded or far away draws its fields when it gets the focus.
  first?.focus()
  requestAnimationFrame(() => first?.querySelector<HTMLElement>(invalidField)?.focus())
}

/**
 * After a refused save. The form library asks in the order of its own and before anything is drawn.
 *
 * @param submitCount tries to save so far
 * @param refusalCount how often the server refused the last one
 */
export function useFocusFirstInvalid(
  form: RefObject<HTMLFormElement | null>,
  submitCount: number,
  refusalCount: number,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew after each refusal, by the form or by the server
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid(form.current)
  }, [form, submitCount, refusalCount])
}
