import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorCode, errorMessage } from '../lib/api-error.ts'
import { Card } from './card.tsx'
import { StaleNotice } from './freshness/stale-notice.tsx'
import { ErrorState } from './states.tsx'

interface ShownQuery<Data> {
  data: Data | undefined
  error: Error | null
  /** Milliseconds since 1970. */
  dataUpdatedAt: number
  refetch: () => unknown
}

interface QueryStatesProps<Data> {
  query: ShownQuery<Data>
  /** The error message when loading failed, also shown above stale data. */
  failed: string
  /** Wraps the error in a card, where the loaded content has cards of its own. */
  isFramed?: boolean
  /** Replaces the error message and the retry button. */
  failure?: ReactNode
  /** Until the first response: a skeleton in the shape of the content. */
  loading: ReactNode
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders the loading, error, stale and empty states of a query. */
export function QueryStates<Data>({ query, failed, loading, empty, children, ...rest }: QueryStatesProps<Data>) {
  const { data, error, dataUpdatedAt, refetch } = query
  const {
    isFramed = false,
    failure = <ErrorState title={failed} code={errorCode(error)} onRetry={refetch} />,
    isEmpty,
  } = rest
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
 * The same states as props of `DataTable`, which renders them in its own frame.
 *
 * @param failed the message of contract 8 for when the server sends none
 */
export const tableStates = ({ error, refetch, dataUpdatedAt, isPlaceholderData }: UseQueryResult, failed: string) => ({
  error: error && errorMessage(error, failed),
  errorCode: errorCode(error),
  onRetry: refetch,
  updatedAt: dataUpdatedAt,
  isFetching: isPlaceholderData,
})
