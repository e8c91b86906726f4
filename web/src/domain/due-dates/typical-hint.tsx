import { smallestSample, type Typical, typicalWire } from '@malote/core/due-dates/typical.ts'
import { dayCount } from '@malote/core/shared/due-date.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { counted } from '../../lib/format.ts'

interface TypicalHintProps {
  categoryId: number
  /** Null: of all departments. */
  destinationId: number | null
}

/** Milliseconds; what is usual hardly changes within a working day. */
const anHour = 3_600_000

const typicalQuery = ({ categoryId, destinationId }: TypicalHintProps) =>
  queryOptions({
    queryKey: ['typical', categoryId, destinationId],
    queryFn: async ({ signal }) => {
      const query = { category_id: categoryId, ...(destinationId && { destination_department_id: destinationId }) }
      return readWire(typicalWire, await api.get('/api/deadlines/typical', { query, signal }))
    },
    staleTime: anHour,
    // Without an answer there is no hint.
    retry: false,
  })

/** How long items of a category usually take to come back; nothing while that is not known (contract 21.47). */
export function TypicalHint(about: TypicalHintProps) {
  const isWhole = about.categoryId > 0 && about.destinationId !== 0
  const { data } = useQuery({ ...typicalQuery(about), enabled: isWhole })
  const words = data && typicalWords(data)
  return words ? <span className="block soft caption">{words}</span> : null
}

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
