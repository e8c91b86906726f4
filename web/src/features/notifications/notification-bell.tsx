import type { Notification } from '@malote/core/notifications/notification.ts'
import { ActionIcon, Button, CloseButton, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { OpenRequestDialog } from '../../domain/due-dates/requests/requests.api.ts'
import { liveUnread } from '../../domain/live/latest-act.ts'
import { useToday } from '../../domain/organisation/config.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { floatingButton } from '../../ui/floating-button.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TextLink } from '../../ui/links.tsx'
import { useIsPhone, useIsTouch } from '../../ui/use-media.ts'
import { continues, NotificationRow, useOpenNotification } from './notification-row.tsx'
import { type Inbox, inboxQuery, readAllNotifications } from './notifications.api.ts'
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
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsPhone()
  const isTouch = useIsTouch()
  const { data: inbox, refetch, dataUpdatedAt } = useQuery(inboxQuery(id))
  const today = useToday()
  const { subject, isOpen: isAnswering, opening, open: openAnswer, close: closeAnswer } = useDialog<OpenRequestDialog>()
  const openPage = useOpenNotification()
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
    if (openPage(notification)) setOpen(false)
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
      onAll={close}
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
  /** The page of all notifications opens. */
  onAll: () => void
  /** Closes a sheet, and on touch screens the popover: one may have no Esc, and no button to press again beside it. */
  onClose?: (() => void) | undefined
}

function NotificationList({ inbox, onOpen, onReadAll, onAnswer, onAll, onClose }: NotificationListProps) {
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
          {inbox.notifications.map((notification, index, all) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                isContinued={continues(notification, all[index - 1])}
                onOpen={onOpen}
              />
              {notification.items && <ReminderAnswers noticeId={notification.id} onAnswer={onAnswer} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.empty}>
          {inbox ? 'Nenhuma notificação por aqui.' : 'As suas notificações aparecem aqui.'}
        </p>
      )}
      <p className={classes.foot}>
        <TextLink to="/notificacoes" size="sm" onClick={onAll}>
          Ver todas
        </TextLink>
      </p>
    </>
  )
}
