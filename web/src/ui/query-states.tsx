import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../lib/api-error.ts'
import { Card } from './card.tsx'
import { ErrorState } from './error-state.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface QueryAnswer<Data> {
  data: Data | undefined
  error: Error | null
  /** Milliseconds since 1970. */
  dataUpdatedAt: number
  refetch: () => unknown
}

interface QueryStatesProps<Data> {
  query: QueryAnswer<Data>
  /** The sentence when nothing could be loaded, and above what could not be brought up to date. */
  failed: string
  /** The failure stands in a card, where what is loaded brings cards of its own. */
  isFramed?: boolean
  /** Instead of the sentence and the button to try again. */
  failure?: ReactNode
  /** Until the first answer: a skeleton in the shape of the content. */
  loading: ReactNode
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query shows while it loads, when it failed, when its answer is an old one, and when there is nothing in it. */
export function QueryStates<Data>({ query, failed, loading, empty, children, ...rest }: QueryStatesProps<Data>) {
  const { data, error, dataUpdatedAt, refetch } = query
  const { isFramed = false, failure = <ErrorState title={failed} onRetry={refetch} />, isEmpty } = rest
  if (error && data === undefined) return isFramed ? <Card>{failure}</Card> : failure
  const content = (answer: Data) => (isEmpty?.(answer) ? empty : children(answer))
  return (
    <>
      {error && <StaleNotice error={failed} updatedAt={dataUpdatedAt} onRetry={refetch} />}
      {data === undefined ? loading : content(data)}
    </>
  )
}

/**
 * The same states as `DataTable` takes them, which draws them in its own frame.
 *
 * @param failed the sentence of contract 8 for when the server sends none
 */
export const tableStates = ({ error, refetch, dataUpdatedAt, isPlaceholderData }: UseQueryResult, failed: string) => ({
  error: error && errorMessage(error, failed),
  onRetry: refetch,
  updatedAt: dataUpdatedAt,
  isFetching: isPlaceholderData,
})
