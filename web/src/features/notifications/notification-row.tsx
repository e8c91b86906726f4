import { type Notification, notificationPath, splitMessage } from '@malote/core/notifications/notification.ts'
import { VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forgetKnownCustody } from '../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { readNotification } from './notifications.api.ts'
import classes from './notifications.module.css'

/** Marks a notification read and opens what it is about; false when there is nothing to open. */
export function useOpenNotification() {
  const { id } = useViewer()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const { mutate: read } = useMutation(readNotification(queryClient, id))
  return (notification: Notification): boolean => {
    if (!notification.isRead) read(notification.id)
    const path = notificationPath(notification)
    if (path === undefined) return false
    forgetKnownCustody(queryClient)
    history.push(path)
    return true
  }
}

/** Whether a notification is about the same protocol as the one above, which then says what that is about. */
export const continues = ({ protocolId }: Notification, above: Notification | undefined) =>
  typeof protocolId === 'number' && above?.protocolId === protocolId

interface NotificationRowProps {
  notification: Notification
  /** The row above says what its protocol is about. */
  isContinued: boolean
  /** Also says why the user gets it, and more of its message. */
  isWhole?: boolean
  onOpen: (notification: Notification) => void
}

/** A notification: what its protocol is about, what happened, and its message on one line. */
export function NotificationRow({ notification, isContinued, isWhole = false, onOpen }: NotificationRowProps) {
  const { title, message, subject, createdAt, isRead } = notification
  const { what, because } = splitMessage(message ?? '')
  return (
    <button
      type="button"
      className={classes.row}
      data-unread={!isRead}
      data-continued={isContinued || undefined}
      data-whole={isWhole || undefined}
      onClick={() => onOpen(notification)}
    >
      {!isRead && <VisuallyHidden>Não lida: </VisuallyHidden>}
      {subject && !isContinued && <span className={classes.subject}>{subject}</span>}
      <span className={classes.title}>{title}</span>
      <span className={classes.message}>{what}</span>
      {isWhole && because && <span className={classes.because}>porque {because}</span>}
      <TimeAgo className={classes.time} instant={createdAt} />
    </button>
  )
}
