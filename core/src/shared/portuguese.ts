import { type CivilDate, inPortuguese, weekday } from './civil-date.ts'

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

/** `quinta-feira` */
export const weekdayName = (date: CivilDate): string => weekdays[weekday(date)] ?? ''

/** `25/11`: a day near another one that was written with its year. */
export const shortDay = (date: CivilDate): string => inPortuguese(date).slice(0, 5)

/** `e mais 3 itens`: the end of a list that leaves some out; nothing when it leaves out none. */
export const andMore = (count: number, singular: string, plural: string): string[] =>
  count > 0 ? [`e mais ${count} ${count === 1 ? singular : plural}`] : []

/** The beginning of a text on one line: at most `most` characters, with `…` for what follows. */
export function beginningOf(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  if (characters.length <= most) return characters.join('')
  return `${characters.slice(0, most).join('').trimEnd()}…`
}

/** `a`, `a e b`, `a, b e c`. */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`
