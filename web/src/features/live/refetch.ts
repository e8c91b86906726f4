import type { ProtocolEvent } from '@malote/core/live/event.ts'
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isCustody } from '../../domain/protocols/custody-queries.ts'
import { protocolKeys } from '../../domain/protocols/protocol-query.ts'
import { changedByOthers } from '../../lib/changed-by-others.ts'

/** The queries to refresh; session, notifications and config are refreshed elsewhere. */
const isOurs = ([part]: QueryKey) => part !== 'session' && part !== 'notifications' && part !== 'config'

/** Refetched when next used, even if they are on the screen: reports, and hits that somebody is choosing from. */
const isLeftAlone = ([part]: QueryKey) => part === 'reports' || part === 'search'

/**
 * Refetches the queries on the screen and invalidates the others.
 *
 * @param isActing whether the user has just done something in this tab
 */
export const refreshAll = (queryClient: QueryClient, isActing: () => boolean) =>
  refresh(queryClient, ({ queryKey }) => isOurs(queryKey), isActing)

/** The same for the queries that may contain one of these protocols. */
export function refreshProtocols(queryClient: QueryClient, ids: ReadonlySet<number>, isActing: () => boolean) {
  const details = new Set([...ids].map((id) => hashKey(protocolKeys.detail(id))))
  const [all, detail] = protocolKeys.detail(0)
  const isOther = ({ queryKey, queryHash }: Query) =>
    queryKey[0] === all && queryKey[1] === detail && !details.has(queryHash)
  return refresh(
    queryClient,
    (query) => isCustody(query.queryKey) && isOurs(query.queryKey) && !isOther(query),
    isActing,
  )
}

/** The screen keeps the old data until the response arrives, and the new data is marked as changed by others. */
async function refresh(queryClient: QueryClient, isConcerned: (query: Query) => boolean, isActing: () => boolean) {
  const concerned = queryClient.getQueryCache().findAll({ predicate: isConcerned })
  await Promise.all(
    concerned.map(async (query) => {
      if (!query.isActive() || isLeftAlone(query.queryKey)) return query.invalidate()
      await fetchAgain(query, isActing)
    }),
  )
}

/**
 * A response in flight may be older than the change, so the request is repeated; without older data, the first one is
 * awaited.
 */
async function fetchAgain(query: Query, isActing: () => boolean) {
  const { data: before, fetchStatus } = query.state
  // Not fetched yet, or failed: the page shows the error with a retry button.
  if (before === undefined && fetchStatus === 'idle') return
  if (before === undefined && fetchStatus !== 'idle') await query.fetch()
  await query.fetch(undefined, { cancelRefetch: true })
  // After the user's own act the new data must show at once, so it is not marked.
  if (!isActing()) changedByOthers(before, query.state.data)
}

/** The cached detail; structural sharing keeps the same object while its content does not change. */
export const knownDetail = (queryClient: QueryClient, id: number) => queryClient.getQueryData(protocolKeys.detail(id))

export const isOnScreen = (queryClient: QueryClient, id: number) =>
  queryClient
    .getQueryCache()
    .find({ queryKey: protocolKeys.detail(id) })
    ?.isActive() ?? false

/** Drops an unused cached detail that is older than the event, so that it does not show first. */
export function forgetUnseen(queryClient: QueryClient, { id }: Pick<ProtocolEvent, 'id'>) {
  queryClient.removeQueries({ queryKey: protocolKeys.detail(id), type: 'inactive' })
}
