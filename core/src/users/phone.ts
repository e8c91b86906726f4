/** Most digits of a Brazilian number with area code: a mobile has 11, a landline 10. */
const mostDigits = 11

/**
 * Formats a complete or partly typed phone number the Brazilian way: `(11) 91234-5678`, `(11) 4000-0000`. A number that
 * begins with `+` or `0` (another country, 0800) has no common format and stays as typed, and so does one with words
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
