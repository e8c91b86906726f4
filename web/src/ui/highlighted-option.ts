import { type RefObject, useEffect } from 'react'

function highlightedOption(field: HTMLInputElement): HTMLElement | null {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null
}

/** The value of the option that a combobox shows as the one it would take, while its list is open. */
export const highlightedValue = (field: HTMLInputElement) => highlightedOption(field)?.getAttribute('value') ?? null

export const clickHighlighted = (field: HTMLInputElement) => highlightedOption(field)?.click()

export const isListOpen = (field: HTMLInputElement) => field.getAttribute('aria-expanded') === 'true'

/** Tells screen readers which option is highlighted while one types; the library does so only for the arrow keys. */
export function useSpokenHighlight(field: RefObject<HTMLInputElement | null>, isTyping: boolean) {
  useEffect(() => {
    const input = field.current
    const option = isTyping && input ? highlightedOption(input) : null
    if (!input || !option) return
    input.setAttribute('aria-activedescendant', option.id)
    return () => input.removeAttribute('aria-activedescendant')
  })
}
