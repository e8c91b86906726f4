import { useState } from 'react'

/**
 * The text of a field whose value stands elsewhere, e.g. in the address: what is typed is in the field at once, whenever
 * the value follows. It begins anew when the value changes from outside (Back, a link).
 */
export function useTyped(value: string): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState({ value, text: value })
  // Blanks around a text do not count where it is looked for; somebody may be about to type the next word.
  if (typed.value !== value) setTyped({ value, text: typed.text.trim() === value ? typed.text : value })
  return [typed.text, (text) => setTyped({ value, text })]
}
