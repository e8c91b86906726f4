import { smallestSample, type Typical } from '@malote/core/due-dates/typical.ts'
import { dayCount } from '@malote/core/shared/due-date.ts'
import { counted } from '../../lib/format.ts'

/** What is usual, in one short sentence; null when nothing came back within a year. */
export function typicalWords({ sample, medianDays, p80Days, onTimeRate, dayCount: count }: Typical): string | null {
  if (sample === 0) return null
  const returns = counted(sample, 'devolução', 'devoluções')
  if (sample < smallestSample || medianDays === null || p80Days === null || onTimeRate === null) {
    return `Só ${returns} em um ano: pouco para dizer o que é habitual.`
  }
  const [one, several] = count === dayCount.business ? ['dia útil', 'dias úteis'] : ['dia corrido', 'dias corridos']
  const within = (days: number) => (days === 0 ? 'no mesmo dia' : `em ${inWords(days)} ${days <= 1 ? one : several}`)
  const most = p80Days > medianDays ? `; 8 em cada 10, em até ${inWords(p80Days)}` : ''
  return `Costuma voltar ${within(medianDays)}${most}. No prazo: ${Math.round(onTimeRate * 100)}% de ${returns} em um ano.`
}

const inWords = (days: number) => days.toLocaleString('pt-BR', { maximumFractionDigits: 1 })
