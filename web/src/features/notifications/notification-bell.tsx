import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { inboxQuery } from './notifications.api.ts'
import classes from './notifications.module.css'
import { liveUnread } from './public/live-unread.ts'

const NotificationPopover = lazyPart(() => import('./notification-popover.tsx'))

/** At most one digit (contract 2.2.5). */
const badge = (unread: number) => (unread > 9 ? '9+' : String(unread))

/** How many notifications are unread; pressed, it asks again and lists them. */
export function NotificationBell() {
  const { id } = useViewer()
  const bell = useRef<HTMLButtonElement>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { data: inbox, refetch, dataUpdatedAt } = useQuery(inboxQuery(id))
  const told = useSyncExternalStore(liveUnread.subscribe, liveUnread.get, liveUnread.get)
  const unread = (told && told.at > dataUpdatedAt ? told.count : inbox?.unread) ?? 0
  useEffect(() => {
    if (isOpen && told) void refetch()
  }, [isOpen, told, refetch])

  const toggle = () => {
    setButton(bell.current)
    setOpen(!isOpen)
    if (!isOpen) void refetch()
  }
  return (
    <>
      <ActionIcon
        ref={bell}
        variant="subtle"
        color="gray"
        size={40}
        className={classes.bell}
        aria-label={
          unread > 0 ? `Notificações, ${badge(unread)} ${unread === 1 ? 'não lida' : 'não lidas'}` : 'Notificações'
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden>
            {badge(unread)}
          </span>
        )}
      </ActionIcon>
      <Suspense fallback={null}>
        {button && <NotificationPopover button={button} isOpen={isOpen} inbox={inbox} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
