import {
  type Notification,
  notificationLimit,
  notificationList,
  notificationQuery,
} from '@malote/core/notifications/notification.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { inAddress } from '../../lib/in-address.ts'
import { staleTime } from '../../lib/query-client.ts'

export interface Inbox {
  notifications: Notification[]
  /** The number of all unread notifications, including those not in the list. */
  unread: number
}

const pollInterval = 30_000

const notificationKeys = {
  all: ['notifications'] as const,
  inbox: (userId: number) => [...notificationKeys.all, 'inbox', userId] as const,
}

/**
 * The latest notifications; refetched every 30 seconds while the tab is visible, and when it becomes visible (contract
 * 9.1).
 */
export const inboxQuery = (userId: number) =>
  queryOptions({
    queryKey: notificationKeys.inbox(userId),
    queryFn: async ({ signal }) => {
      const query = { limit: notificationLimit.default }
      return toInbox(await api.get(`/notifications/${userId}`, { query, signal }))
    },
    refetchInterval: pollInterval,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
  })

export const readNotification = (queryClient: QueryClient, userId: number) =>
  mutationOptions({
    mutationFn: (id: number) => api.put<void>(`/notifications/${id}/read`),
    onMutate: (id) => changeInbox(queryClient, userId, (inbox) => withRead(inbox, id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  })

export const readAllNotifications = (queryClient: QueryClient, userId: number) =>
  mutationOptions({
    mutationFn: () => api.put<void>(`/notifications/mark-all-read/${userId}`),
    onMutate: () => changeInbox(queryClient, userId, withAllRead),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  })

/** Shows a change before it is answered. An answer that is on its way would undo it. */
async function changeInbox(queryClient: QueryClient, userId: number, change: (inbox: Inbox) => Inbox) {
  const { queryKey } = inboxQuery(userId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (inbox) => inbox && change(inbox))
}

function toInbox(answer: unknown): Inbox {
  const { notifications, meta } = readWire(notificationList, answer)
  const list = notifications ?? []
  return { notifications: list, unread: meta?.unread ?? list.filter(({ isRead }) => !isRead).length }
}

const withRead = ({ notifications, unread }: Inbox, id: number): Inbox => ({
  notifications: notifications.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
  unread: notifications.some((one) => one.id === id && !one.isRead) ? unread - 1 : unread,
})

const withAllRead = ({ notifications }: Inbox): Inbox => ({
  notifications: notifications.map((one) => ({ ...one, isRead: true })),
  unread: 0,
})

/** The filters of the page of all notifications. */
export const notificationSearch = inAddress(notificationQuery.omit({ limit: true }))
export type NotificationSearch = ReturnType<typeof notificationSearch>

const perPage = 25

/** One page of all notifications, as far as the filters find them. */
export const notificationsQuery = (userId: number, { page = 1, search, unread }: NotificationSearch) =>
  queryOptions({
    queryKey: [...notificationKeys.all, 'page', userId, { page, search, unread }],
    queryFn: async ({ signal }) => {
      const query = { limit: perPage, page, ...(search && { search }), ...(unread && { unread: 1 }) }
      const answer = readWire(notificationList, await api.get(`/notifications/${userId}`, { query, signal }))
      return { ...answer, notifications: answer.notifications ?? [] }
    },
    refetchInterval: pollInterval,
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })
