import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './offline-notice.module.css'
import { Spoken } from './spoken.tsx'

function subscribe(notify: () => void) {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/** Says that there is no network; what failed meanwhile is fetched again when it is back. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true, // in the prerendered frame
  )
  return (
    <Spoken component="div" className={isOnline ? undefined : classes.notice}>
      {!isOnline && (
        <>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          Sem conexão. Nada foi perdido.
        </>
      )}
    </Spoken>
  )
}
