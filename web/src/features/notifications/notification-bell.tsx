import type { Notification } from '@malote/core/notifications/notification.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useViewer } from '../../app/session.tsx'
import { counted } from '../../lib/format.ts'
import { NotificationList } from './notification-list.tsx'
import { inboxQuery, readAllNotifications, readNotification } from './notifications.api.ts'
import classes from './notifications.module.css'

const badge = (unread: number) => (unread > 9 ? '9+' : String(unread))

export function NotificationBell() {
  const { id } = useViewer()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data: inbox, refetch } = useQuery(inboxQuery(id))
  const { mutate: read } = useMutation(readNotification(queryClient, id))
  const { mutate: readAll } = useMutation(readAllNotifications(queryClient, id))
  const unread = inbox?.unread ?? 0

  const change = (opens: boolean) => {
    setOpen(opens)
    if (opens) void refetch()
  }
  const open = (notification: Notification) => {
    if (!notification.isRead) read(notification.id)
    setOpen(false)
    if (notification.protocolId !== null) router.history.push(`/protocolos/${notification.protocolId}`)
  }

  return (
    <Popover
      opened={isOpen}
      onChange={change}
      width={360}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={classes.bell}
          aria-label={unread > 0 ? `Notificações, ${counted(unread, 'não lida', 'não lidas')}` : 'Notificações'}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => change(!isOpen)}
        >
          <IconBell size={20} stroke={1.6} aria-hidden />
          {unread > 0 && (
            <span className={classes.badge} aria-hidden>
              {badge(unread)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label="Notificações">
        <NotificationList inbox={inbox} onOpen={open} onReadAll={readAll} />
      </Popover.Dropdown>
    </Popover>
  )
}
