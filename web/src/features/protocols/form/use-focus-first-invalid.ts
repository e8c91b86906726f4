import { type RefObject, useEffect } from 'react'

/**
 * Leads to the first field with an error in the order of the page, also in a card that only now unfolded. The form
 * library asks in the order of its own and before anything is drawn.
 *
 * @param submitCount tries to save so far
 */
export function useFocusFirstInvalid(form: RefObject<HTMLFormElement | null>, submitCount: number) {
  useEffect(() => {
    if (submitCount === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus()
  }, [form, submitCount])
}
