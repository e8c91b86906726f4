import {
  activityWire,
  dashboardStats,
  pendingProtocolWire,
  todayWire,
  upcomingReturnWire,
} from '@malote/core/dashboard/dashboard.ts'
import type { Period } from '@malote/core/shared/period.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

const key = (...parts: string[]) => ['dashboard', ...parts] as const

/** Contract 9.14, 9.15: fresh for five minutes, retried once after a failure, not refetched on window focus. */
export const statsQuery = (period: Period) =>
  queryOptions({
    queryKey: key('stats', period),
    queryFn: async ({ signal }) =>
      readWire(dashboardStats, await api.get('/api/dashboard/stats', { query: { period }, signal })),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

/** Fetched again after each change of custody, by the viewer or by others. */
export const todayQuery = queryOptions({
  queryKey: key('today'),
  queryFn: async ({ signal }) => readWire(todayWire, await api.get('/api/dashboard/today', { signal })),
  staleTime: staleTime.lists,
  retryOnMount: false,
})

/** Filters of the returns: what the viewer answers for. */
export const mine = { responsible: 'me' }
/** Filters of the returns: what other departments should have sent back to the viewer's. */
export const lateElsewhere = { side: 'toReceive', dateFilter: 'overdue' }

const listQuery = <Row extends z.ZodType>(name: string, row: Row) =>
  queryOptions({
    queryKey: key(name),
    queryFn: async ({ signal }) => readWire(z.array(row), await api.get(`/api/dashboard/${name}`, { signal })) ?? [],
    staleTime: staleTime.lists,
    retryOnMount: false,
  })

export const activitiesQuery = listQuery('activities', activityWire)
export const pendingProtocolsQuery = listQuery('pending-protocols', pendingProtocolWire)
export const upcomingReturnsQuery = listQuery('upcoming-returns', upcomingReturnWire)

/** Number of rows of a group before 'Mostrar mais'. */
const room = 5
/** The most overdue rows among them, if enough other rows follow. */
const roomOfLate = 3

/** The first rows in their order. Overdue rows come first but leave room for some of the next ones. */
export function shortList<Row>(rows: readonly Row[], isLate: (row: Row) => boolean): Row[] {
  const others = rows.filter((row) => !isLate(row))
  const late = rows.filter(isLate).slice(0, Math.max(roomOfLate, room - others.length))
  return rows.filter((row) => late.includes(row) || others.slice(0, room - late.length).includes(row))
}
