import type { KeyboardEvent } from 'react'

/** Whether a key press asks to send a form: Ctrl+Enter or ⌘Enter, unless an open list has used it. */
export const isSending = (event: KeyboardEvent) =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented

/** `onKeyDown` of a form: Ctrl+Enter (⌘Enter) sends it from every field, a long text too (contract 14.7). */
export function sendByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  const { currentTarget: form, target } = event
  // React events also arrive from lists and calendars that are rendered elsewhere.
  if (!isSending(event) || !form.contains(target as Node)) return
  event.preventDefault()
  clickSubmit(form)
}

/** Clicks the button, because it already prevents double submits. */
export const clickSubmit = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('[type="submit"]')?.click()
