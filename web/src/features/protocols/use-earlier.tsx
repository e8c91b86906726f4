import { largestPage } from '@malote/core/shared/pagination.ts'
import { Button } from '@mantine/core'
import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { protocolKeys } from '../../domain/protocols/protocols.api.ts'
import { api } from '../../lib/api.ts'

interface Log<Entry> {
  protocolId: number
  kind: 'history' | 'comments'
  /** The page that the protocol itself carries, in any order. */
  newest: readonly Entry[]
  /** How many there are; absent: no more than these. */
  count: number | null | undefined
  read: (answer: unknown) => Entry
}

/**
 * The entries before the newest ones, as far as the user has asked for them, in the order of their ids, and the button
 * that asks. Its query begins at the newest page, so that nothing is missing between the two when others add entries.
 */
export function useEarlier<Entry extends { id: number }>({ protocolId, kind, newest, count, read }: Log<Entry>) {
  const queryClient = useQueryClient()
  const queryKey = [...protocolKeys.detail(protocolId), kind] as const
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery<
    Entry[],
    Error,
    InfiniteData<Entry[]>,
    QueryKey,
    number | undefined
  >({
    queryKey,
    enabled: ({ state }) => state.data !== undefined,
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { before: pageParam }
      const rows = await api.get<unknown[]>(`/api/protocols/${protocolId}/${kind}`, { query, signal })
      return rows.map(read)
    },
    getNextPageParam: (page) => (page.length < largestPage ? undefined : firstId(page)),
  })
  const first = firstId(newest)
  const earlier = (data?.pages.flat() ?? []).filter(({ id }) => id < first).sort((one, other) => one.id - other.id)
  const show = () => {
    if (!data) queryClient.setQueryData(queryKey, { pages: [[...newest]], pageParams: [undefined] })
    void fetchNextPage()
  }
  const rest = (count ?? 0) - newest.length - earlier.length
  return {
    earlier,
    button: rest > 0 && (
      <div>
        <Button variant="default" loading={isFetchingNextPage} onClick={show}>
          Mostrar anteriores ({rest})
        </Button>
        <p role="alert">{isFetchNextPageError && 'Erro ao carregar os anteriores. Tente novamente.'}</p>
      </div>
    ),
  }
}

const firstId = (entries: readonly { id: number }[]) => Math.min(...entries.map(({ id }) => id))
