import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Spoken } from './spoken.tsx'
import classes from './ui.module.css'

function subscribe(notify: () => void) {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

interface OfflineNoticeProps {
  /** False while the server does not respond. */
  isServerReachable: boolean
}

/** Says that there is no network or no server; what failed meanwhile is fetched again when it is back. */
export function OfflineNotice({ isServerReachable }: OfflineNoticeProps) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true, // in the prerendered frame
  )
  return (
    <Spoken component="div" className={isOnline && isServerReachable ? undefined : classes.notice}>
      {!isOnline && (
        <>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          Sem conexão. Nada foi perdido.
        </>
      )}
      {isOnline && !isServerReachable && (
        <>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
          Reconectando… Nada foi perdido.
        </>
      )}
    </Spoken>
  )
}
