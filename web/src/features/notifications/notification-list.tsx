import { type Notification, splitMessage } from '@malote/core/notifications/notification.ts'
import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Inbox } from './notifications.api.ts'
import classes from './notifications.module.css'

interface NotificationListProps {
  inbox: Inbox | undefined
  onOpen: (notification: Notification) => void
  onReadAll: () => void
  /** Closes a sheet, and on touch screens the popover: one may have no Esc, and no button to press again beside it. */
  onClose?: (() => void) | undefined
}

export function NotificationList({ inbox, onOpen, onReadAll, onClose }: NotificationListProps) {
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
