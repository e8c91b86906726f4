import { typicalWire } from '@malote/core/due-dates/typical.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { typicalWords } from './typical-words.ts'

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
