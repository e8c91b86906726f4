import type { KeyboardEvent } from 'react'
import { clickSubmit, isSending } from '../../../ui/fields/send-by-keyboard.ts'

const field = 'input:not([type="file"], [type="radio"], [disabled], [readonly]), textarea:not([disabled])'
const goesOnAttribute = 'data-enter-goes-on'

/** For a long text in which Enter goes on to the next field; Shift+Enter starts a new line. */
export const enterGoesOn = { [goesOnAttribute]: true }

export type FormField = HTMLInputElement | HTMLTextAreaElement

/** Whether a key press in a field asks to go on: Enter, unless it belongs to an open list or starts a new line. */
export function isGoingOn(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false
  if (event.target instanceof HTMLInputElement) return true
  return event.target instanceof HTMLTextAreaElement && !event.shiftKey && goesOnFrom(event.target)
}

/**
 * Enter never sends a form of several items, because scanners end each number with it (contract 14.7): it goes on to
 * the next field. Ctrl+Enter (⌘Enter) sends from every field.
 *
 * @param sendAndGoOn called for Ctrl+Shift+Enter, where the form offers it
 */
export function onEnter(event: KeyboardEvent<HTMLFormElement>, sendAndGoOn?: () => void) {
  const { target, currentTarget: form } = event
  if (!isField(target)) return
  if (isSending(event)) {
    event.preventDefault()
    if (event.shiftKey && sendAndGoOn) return sendAndGoOn()
    clickSubmit(form)
  } else if (isGoingOn(event)) {
    event.preventDefault()
    nextField(form, target)?.focus()
  }
}

export const isField = (target: EventTarget): target is FormField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

// The keyboards of phones have no Shift+Enter, so Enter starts a new line there.
const goesOnFrom = (text: HTMLTextAreaElement) =>
  text.hasAttribute(goesOnAttribute) && matchMedia('(hover: hover)').matches

/** The fields in the order of the page, also those of a part of the form. */
export const fieldsOf = (part: HTMLElement): FormField[] =>
  Array.from(part.querySelectorAll<FormField>(field)).filter((one) => one.checkVisibility())

/** The next field, and after the last one the button that sends. */
function nextField(form: HTMLElement, from: FormField): HTMLElement | null {
  const after = (one: Element) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return fieldsOf(form).find(after) ?? form.querySelector<HTMLElement>('[type="submit"]')
}
