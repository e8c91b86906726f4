import { type Notification, notificationPath } from '@malote/core/notifications/notification.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { liveUnread } from '../../domain/live/live-unread.ts'
import { forgetKnownCustody } from '../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { floatingButton } from '../../ui/floating-button.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useIsPhone, useIsTouch } from '../../ui/use-media.ts'
import { NotificationList } from './notification-list.tsx'
import { inboxQuery, readAllNotifications, readNotification } from './notifications.api.ts'
import classes from './notifications.module.css'

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
      onClose={isPhone || isTouch ? close : undefined}
    />
  )
  if (isPhone) {
    return (
      <>
        {bell}
        <NotificationSheet isOpen={isOpen} onClose={close}>
          {list}
        </NotificationSheet>
      </>
    )
  }
  return (
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
  )
}
