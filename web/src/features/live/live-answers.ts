import type { ProtocolEvent } from '@malote/core/events/event.ts'
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isCustody } from '../../domain/protocols/custody.ts'
import { protocolKeys } from '../../domain/protocols/protocol-query.ts'
import { changedByOthers } from '../../lib/changed-by-others.ts'

/** What is asked anew; the answers of the session, of the bell and of the organisation have ways of their own. */
const isOurs = ([part]: QueryKey) => part !== 'session' && part !== 'notifications' && part !== 'config'

/**
 * Asks again for everything on the screen; the rest when it is next shown.
 *
 * @param isActing whether the person has just done something here
 */
export const refreshAll = (queryClient: QueryClient, isActing: () => boolean) =>
  refresh(queryClient, ({ queryKey }) => isOurs(queryKey), isActing)

/** Asks again for what may show one of these protocols. */
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

/** The screen keeps what it shows until the answers are there, and knows that others are the reason for them. */
async function refresh(queryClient: QueryClient, isConcerned: (query: Query) => boolean, isActing: () => boolean) {
  const concerned = queryClient.getQueryCache().findAll({ predicate: isConcerned })
  await Promise.all(
    concerned.map(async (query) => {
      // Reports are asked for by somebody who reads them; a list that nobody looks at is asked for when it is shown.
      if (!query.isActive() || query.queryKey[0] === 'reports') return query.invalidate()
      await fetchAnew(query, isActing)
    }),
  )
}

/** An answer that is on its way may have been written before the change; it is not waited for when there is an older one. */
async function fetchAnew(query: Query, isActing: () => boolean) {
  const { data: before, fetchStatus } = query.state
  // Nobody has asked yet, or it failed: the page says so, and whoever reads it has a button to try again.
  if (before === undefined && fetchStatus === 'idle') return
  if (before === undefined && fetchStatus !== 'idle') await query.fetch()
  await query.fetch(undefined, { cancelRefetch: true })
  // Whoever has just acted themselves waits for what comes of it.
  if (!isActing()) changedByOthers(before, query.state.data)
}

/** The same object as long as nothing in it changes. */
export const knownDetail = (queryClient: QueryClient, id: number) => queryClient.getQueryData(protocolKeys.detail(id))

export const isOnScreen = (queryClient: QueryClient, id: number) =>
  queryClient
    .getQueryCache()
    .find({ queryKey: protocolKeys.detail(id) })
    ?.isActive() ?? false

/** A cached answer older than what somebody has just been told of is not shown first. */
export function forgetUnseen(queryClient: QueryClient, { id }: Pick<ProtocolEvent, 'id'>) {
  queryClient.removeQueries({ queryKey: protocolKeys.detail(id), type: 'inactive' })
}
