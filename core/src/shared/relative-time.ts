import { countInWords } from './measures.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const ago = (count: number, singular: string) => `Há ${countInWords(count, singular, `${singular}s`)}`

/**
 * How long ago something happened, as people read it: 'Agora', 'Há 5 minutos', 'Há 1 hora', 'Há 3 dias'.
 * An instant in the future (a clock that is ahead) is 'Agora'.
 *
 * @see contract 9.2
 */
export function relativeTime(from: Date, now: Date): string {
  const elapsed = now.getTime() - from.getTime()
  if (elapsed < minute) return 'Agora'
  if (elapsed < hour) return ago(Math.floor(elapsed / minute), 'minuto')
  if (elapsed < day) return ago(Math.floor(elapsed / hour), 'hora')
  return ago(Math.floor(elapsed / day), 'dia')
}
