import {
  type Notification,
  notificationLimit,
  notificationList,
  notificationPath,
  splitMessage,
} from '@malote/core/notifications/notification.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { ActionIcon, Button, CloseButton, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { OpenRequestDialog } from '../../domain/due-dates/requests/requests.api.ts'
import { liveUnread } from '../../domain/live/live-unread.ts'
import { useToday } from '../../domain/organisation/use-today.ts'
import { forgetKnownCustody } from '../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { api } from '../../lib/api.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { floatingButton } from '../../ui/floating-button.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useIsPhone, useIsTouch } from '../../ui/use-media.ts'
import classes from './notifications.module.css'

const ReminderAnswers = lazyPart(() => import('./reminder-answers.tsx'))
const RequestDialogs = lazyPart(() => import('../../domain/due-dates/requests/request-dialogs.tsx'))

// On phones it loads in parallel with the first page.
const NotificationSheet = lazyPart(() => import('./notification-sheet.tsx'))

/** Caps the number at one digit (contract 2.2.5). */
const badge = (unread: number) => (unread > 9 ? '9+' : String(unread))

/** Shows the number of unread notifications; opening it refetches and lists them, on a phone in a sheet. */
export function NotificationBell() {
  const { id } = useViewer()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsPhone()
  const isTouch = useIsTouch()
  const { data: inbox, refetch, dataUpdatedAt } = useQuery(inboxQuery(id))
  const today = useToday()
  const { subject, isOpen: isAnswering, opening, open: openAnswer, close: closeAnswer } = useDialog<OpenRequestDialog>()
  const { mutate: read } = useMutation(readNotification(queryClient, id))
  const { mutate: readAll } = useMutation(readAllNotifications(queryClient, id))
  const told = useSyncExternalStore(liveUnread.subscribe, liveUnread.get, liveUnread.get)
  const unread = (told && told.at > dataUpdatedAt ? told.count : inbox?.unread) ?? 0
  useEffect(() => {
    if (isOpen && told) void refetch()
  }, [isOpen, told, refetch])

  const show = (isShown: boolean) => {
    setOpen(isShown)
    if (isShown) void refetch()
  }
  const open = (notification: Notification) => {
    if (!notification.isRead) read(notification.id)
    const path = notificationPath(notification)
    if (path === undefined) return
    setOpen(false)
    forgetKnownCustody(queryClient)
    router.history.push(path)
  }
  const bell = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      className={classes.bell}
      aria-label={
        unread > 0 ? `Notificações, ${badge(unread)} ${unread === 1 ? 'não lida' : 'não lidas'}` : 'Notificações'
      }
      {...floatingButton('dialog', isOpen, show)}
    >
      <IconBell size={20} stroke={1.6} aria-hidden />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden>
          {badge(unread)}
        </span>
      )}
    </ActionIcon>
  )
  const close = () => setOpen(false)
  const list = (
    <NotificationList
      inbox={inbox}
      onOpen={open}
      onReadAll={readAll}
      onAnswer={(answer) => {
        setOpen(false)
        openAnswer(answer)
      }}
      onClose={isPhone || isTouch ? close : undefined}
    />
  )
  const dialog = subject && (
    <RequestDialogs key={opening} {...subject} isOpen={isAnswering} today={today} onClose={closeAnswer} />
  )
  if (isPhone) {
    return (
      <>
        {bell}
        {dialog}
        <NotificationSheet isOpen={isOpen} onClose={close}>
          {list}
        </NotificationSheet>
      </>
    )
  }
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        width={360}
        position="bottom-end"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>{bell}</Popover.Target>
        <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label="Notificações">
          {list}
        </Popover.Dropdown>
      </Popover>
      {dialog}
    </>
  )
}

interface NotificationListProps {
  inbox: Inbox | undefined
  onOpen: (notification: Notification) => void
  onReadAll: () => void
  onAnswer: (answer: OpenRequestDialog) => void
  /** Closes a sheet, and on touch screens the popover: one may have no Esc, and no button to press again beside it. */
  onClose?: (() => void) | undefined
}

function NotificationList({ inbox, onOpen, onReadAll, onAnswer, onClose }: NotificationListProps) {
  const list = useRef<HTMLUListElement>(null)
  const readAll = () => {
    list.current?.focus() // the pressed button unmounts
    onReadAll()
  }
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.heading}>Notificações</h2>
        {inbox && inbox.unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={readAll}>
            Marcar todas como lidas
          </Button>
        )}
        {onClose && <CloseButton className={classes.close} iconSize={20} onClick={onClose} />}
      </div>
      {inbox?.notifications.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the scroll area reachable by keyboard
        <ul ref={list} className={classes.list} aria-label="Lista de notificações" tabIndex={0}>
          {inbox.notifications.map((notification) => (
            <li key={notification.id}>
              <NotificationRow notification={notification} onOpen={onOpen} />
              {notification.items && <ReminderAnswers noticeId={notification.id} onAnswer={onAnswer} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.empty}>
          {inbox ? 'Nenhuma notificação por aqui.' : 'As suas notificações aparecem aqui.'}
        </p>
      )}
    </>
  )
}

interface NotificationRowProps {
  notification: Notification
  onOpen: (notification: Notification) => void
}

function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { title, message, createdAt, isRead } = notification
  const { what, reason } = splitMessage(message ?? '')
  const [isReasonShown, setReasonShown] = useState(false)
  const reasonId = useId()
  return (
    <>
      <button type="button" className={classes.row} data-unread={!isRead} onClick={() => onOpen(notification)}>
        <span className={classes.title}>
          {!isRead && <VisuallyHidden>Não lida: </VisuallyHidden>}
          {title}
        </span>
        <span className={classes.message}>{what}</span>
        <TimeAgo className={classes.time} instant={createdAt} />
      </button>
      {reason && (
        <div className={classes.why}>
          <button
            type="button"
            className={classes.ask}
            aria-expanded={isReasonShown}
            aria-controls={reasonId}
            onClick={() => setReasonShown(!isReasonShown)}
          >
            Por que recebi isto?
          </button>
          <p id={reasonId} hidden={!isReasonShown}>
            {reason}
          </p>
        </div>
      )}
    </>
  )
}

interface Inbox {
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
const inboxQuery = (userId: number) =>
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

const readNotification = (queryClient: QueryClient, userId: number) =>
  mutationOptions({
    mutationFn: (id: number) => api.put<void>(`/notifications/${id}/read`),
    onMutate: (id) => queryClient.setQueryData(inboxQuery(userId).queryKey, (inbox) => inbox && withRead(inbox, id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.inbox(userId) }),
  })

const readAllNotifications = (queryClient: QueryClient, userId: number) =>
  mutationOptions({
    mutationFn: () => api.put<void>(`/notifications/mark-all-read/${userId}`),
    onMutate: () => queryClient.setQueryData(inboxQuery(userId).queryKey, (inbox) => inbox && withAllRead(inbox)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.inbox(userId) }),
  })

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
