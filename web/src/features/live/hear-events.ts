import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { QueryClient } from '@tanstack/react-query'
import { forgetAct, showAct } from '../../domain/live/act-words.ts'
import { liveUnread } from '../../domain/live/live-unread.ts'
import { isCustody } from '../../domain/protocols/custody-queries.ts'
import { refetchUser } from '../../domain/session/session.tsx'
import { everyMinute } from '../../lib/every-minute.ts'
import { timeZone } from '../../lib/format.ts'
import { session } from '../../lib/stored-session.ts'
import type { LiveEvent } from './event-stream.ts'
import { forgetUnseen, isOnScreen, knownDetail, refreshAll, refreshProtocols } from './refetch.ts'

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
          return void queryClient.refetchQueries({ queryKey: ['notifications'], fetchStatus: 'fetching' })
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
      // The next person to sign in on this page is told nothing of this one.
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
