import type { KeyboardEvent } from 'react'

/** Submits a form with Ctrl+Enter (⌘Enter) from a textarea, where Enter starts a new line. */
export function sendByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  if (!(event.target instanceof HTMLTextAreaElement)) return
  // Clicks the button, because it already prevents double submits.
  event.currentTarget.querySelector<HTMLButtonElement>('[type="submit"]')?.click()
}
