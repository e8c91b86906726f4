import { useState } from 'react'

/**
 * The text of a field whose value is stored elsewhere, e.g. in the URL. Typed text shows at once, and the value may
 * follow later. The text resets when the value changes from outside (Back, a link).
 */
export function useTyped(value: string): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState({ value, text: value })
  // Searches ignore surrounding blanks, but the user may be about to type the next word.
  if (typed.value !== value) setTyped({ value, text: typed.text.trim() === value ? typed.text : value })
  return [typed.text, (text) => setTyped({ value, text })]
}
