import { type Notification, notificationPath } from '@malote/core/notifications/notification.ts'
import { Popover } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forgetKnownCustody } from '../../domain/protocols/custody.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { StandingTarget } from '../../ui/standing-target.tsx'
import { NotificationList } from './notification-list.tsx'
import { type Inbox, readAllNotifications, readNotification } from './notifications.api.ts'
import classes from './notifications.module.css'

interface NotificationPopoverProps {
  button: HTMLButtonElement
  isOpen: boolean
  inbox: Inbox | undefined
  onClose: () => void
}

/** Loaded when the bell is first pressed. */
export default function NotificationPopover({ button, isOpen, inbox, onClose }: NotificationPopoverProps) {
  const { id } = useViewer()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { mutate: read } = useMutation(readNotification(queryClient, id))
  const { mutate: readAll } = useMutation(readAllNotifications(queryClient, id))
  // A popover remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()

  const open = (notification: Notification) => {
    if (!notification.isRead) read(notification.id)
    const path = notificationPath(notification)
    if (path === undefined) return
    onClose()
    forgetKnownCustody(queryClient)
    router.history.push(path)
  }
  return (
    <Popover
      opened={isReady && isOpen}
      onChange={(next) => !next && onClose()}
      width={360}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <StandingTarget element={button} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label="Notificações">
        <NotificationList inbox={inbox} onOpen={open} onReadAll={readAll} />
      </Popover.Dropdown>
    </Popover>
  )
}
