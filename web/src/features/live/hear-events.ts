import type { ProtocolEvent } from '@malote/core/live/event.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { forgetAct, liveUnread, showAct } from '../../domain/live/latest-act.ts'
import { isCustody, protocolKeys } from '../../domain/protocols/protocols.api.ts'
import { refetchUser } from '../../domain/session/session.tsx'
import { changedByOthers } from '../../lib/changed-by-others.ts'
import { everyMinute } from '../../lib/every-minute.ts'
import { timeZone } from '../../lib/format.ts'
import { session } from '../../lib/stored-session.ts'
import type { LiveEvent } from './event-stream.ts'

/**
 * Debounce for incoming events, and the minimum interval between refreshes, in milliseconds: fifty events cause one
 * refresh.
 */
const pauses = { gather: 150, between: 1_000 }

/** How long the screen's own refetches may take after the user's own act, in milliseconds. */
const ownActTakes = 2_000

/** Time between the server's query and the arrival of its response, in milliseconds. */
const responseTakes = 500

const person = () => session.get()?.user as SessionUser | null | undefined

const today = () => civilDateIn(new Date(), timeZone())

/** Updates the query cache when server events arrive, and when a new day begins, of which there is no event. */
export function hearEvents(queryClient: QueryClient) {
  /** Who last changed each protocol since the last refresh; null for the system. */
  const acts = new Map<number, string | null>()
  let isEverythingNew = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let laterTimer: ReturnType<typeof setTimeout> | undefined
  let lastRefresh = Number.NEGATIVE_INFINITY
  let lastOwnAct = Number.NEGATIVE_INFINITY
  const stopWatching = queryClient.getMutationCache().subscribe(({ type }) => {
    if (type === 'added' || type === 'updated') lastOwnAct = performance.now()
  })
  const isActing = () => queryClient.isMutating() > 0 || performance.now() - lastOwnAct < ownActTakes

  /** Schedules a refresh. A hidden page is refreshed when it becomes visible. */
  const plan = () => {
    if (document.hidden || timer !== undefined) return
    timer = setTimeout(() => void run(), Math.max(pauses.gather, lastRefresh + pauses.between - performance.now()))
  }
  const run = async () => {
    timer = undefined
    lastRefresh = performance.now()
    const told = new Map(acts)
    const isAll = isEverythingNew
    acts.clear()
    isEverythingNew = false
    for (const id of told.keys()) forgetUnseen(queryClient, { id })
    const before = new Map([...told.keys()].map((id) => [id, knownDetail(queryClient, id)]))
    const refreshed = isAll
      ? refreshAll(queryClient, isActing)
      : refreshProtocols(queryClient, new Set(told.keys()), isActing)
    // Failed queries show their own error.
    await refreshed.catch(() => undefined)
    for (const [protocolId, by] of told) {
      const known = before.get(protocolId)
      const isNews = known !== undefined && knownDetail(queryClient, protocolId) !== known
      if (isNews && by !== person()?.name && isOnScreen(queryClient, protocolId)) showAct({ protocolId, by })
    }
  }
  document.addEventListener('visibilitychange', onVisible)
  function onVisible() {
    if (acts.size > 0 || isEverythingNew) plan()
  }

  const refreshEverything = () => {
    isEverythingNew = true
    plan()
  }

  // The server counts what is late and what is for today.
  let day = today()
  const stopWaiting = everyMinute(() => {
    if (day === today()) return
    day = today()
    refreshEverything()
  })

  return {
    onGap: refreshEverything,

    isLoading: () => queryClient.isFetching() > 0,

    ageOfPage: () => {
      const shown = queryClient
        .getQueryCache()
        .findAll({ type: 'active', predicate: ({ queryKey }) => isCustody(queryKey) })
      const known = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0)
      return (Date.now() - Math.min(Date.now(), ...known) + responseTakes) / 1000
    },

    onEvent(event: LiveEvent) {
      switch (event.name) {
        case 'protocol':
          if (event.data.by === person()?.name && isActing()) return
          acts.set(event.data.id, event.data.by)
          return plan()
        case 'inbox':
          liveUnread.set({ count: event.data.unread, at: Date.now() })
          // An answer on its way may be older than the event, and would replace its number.
          void queryClient.refetchQueries({ queryKey: ['notifications', 'inbox'], fetchStatus: 'fetching' })
          return void queryClient.invalidateQueries({ queryKey: ['notifications', 'page'] })
        case 'registers':
          // After the user's own change the page refetches by itself, and must not hold rows back because of the
          // pointer.
          laterTimer = setTimeout(refreshEverything, isActing() ? ownActTakes : 0)
          return
        case 'me':
          return void followPerson(queryClient).then((hasOtherScope) => hasOtherScope && refreshEverything())
      }
    },

    stop() {
      clearTimeout(timer)
      clearTimeout(laterTimer)
      stopWatching()
      stopWaiting()
      // The next person to sign in on this page must not learn anything of this one.
      liveUnread.set(null)
      forgetAct()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

/**
 * Refetches the user.
 *
 * @returns whether their department or role has changed; cached data that is not in use is then dropped
 */
async function followPerson(queryClient: QueryClient): Promise<boolean> {
  const before = person()
  await refetchUser(queryClient)
  const now = person()
  if (before?.departmentId === now?.departmentId && before?.role === now?.role) return false
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  return true
}

/** The queries to refresh; session, notifications and config are refreshed elsewhere. */
const isOurs = ([part]: QueryKey) => part !== 'session' && part !== 'notifications' && part !== 'config'

/** Refetched when next used, even if they are on the screen: reports, and hits that somebody is choosing from. */
const isLeftAlone = ([part]: QueryKey) => part === 'reports' || part === 'search'

/**
 * Refetches the queries on the screen and invalidates the others.
 *
 * @param isActing whether the user has just done something in this tab
 */
const refreshAll = (queryClient: QueryClient, isActing: () => boolean) =>
  refresh(queryClient, ({ queryKey }) => isOurs(queryKey), isActing)

/** The same for the queries that may contain one of these protocols. */
function refreshProtocols(queryClient: QueryClient, ids: ReadonlySet<number>, isActing: () => boolean) {
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
      if (query.isActive() && !isLeftAlone(query.queryKey)) return fetchAgain(query, isActing)
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })
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
const knownDetail = (queryClient: QueryClient, id: number) => queryClient.getQueryData(protocolKeys.detail(id))

const isOnScreen = (queryClient: QueryClient, id: number) =>
  queryClient
    .getQueryCache()
    .find({ queryKey: protocolKeys.detail(id) })
    ?.isActive() ?? false

/** Drops an unused cached detail that is older than the event, so that it does not show first. */
function forgetUnseen(queryClient: QueryClient, { id }: Pick<ProtocolEvent, 'id'>) {
  queryClient.removeQueries({ queryKey: protocolKeys.detail(id), type: 'inactive' })
}
