import type { KeyboardEvent } from 'react'

/** Ctrl+Enter (⌘Enter) sends a form from a long text, where Enter begins a new line. */
export function sendByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  if (!(event.target instanceof HTMLTextAreaElement)) return
  // Its button, because that one cannot be pressed twice.
  event.currentTarget.querySelector<HTMLButtonElement>('[type="submit"]')?.click()
}
