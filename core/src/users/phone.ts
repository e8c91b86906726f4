/** Digits of a Brazilian number with its area code, at most: a mobile has 11, a landline 10. */
const mostDigits = 11

/**
 * A phone as people in Brazil write it, also while it is being typed: `(11) 91234-5678`, `(11) 4000-0000`. What begins
 * with `+` or `0` (another country, 0800) has no common form and stays as it was typed, and so does a number with words
 * (an extension).
 */
export function maskedPhone(typed: string): string {
  if (/^\s*[+0]|\p{L}/u.test(typed)) return typed
  const digits = typed.replace(/\D/g, '').slice(0, mostDigits)
  if (digits === '') return ''
  const [area, number] = [digits.slice(0, 2), digits.slice(2)]
  if (number === '') return `(${area}`
  const prefix = digits.length === mostDigits ? 5 : 4
  const rest = number.slice(prefix)
  return `(${area}) ${number.slice(0, prefix)}${rest && `-${rest}`}`
}
