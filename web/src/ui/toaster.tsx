import { useRef, useSyncExternalStore } from 'react'
import { Toast } from './toast.tsx'
import classes from './toaster.module.css'
import { toastStore } from './toasts.ts'
import { useFreePlace } from './use-free-place.ts'

/**
 * Shows the toasts where they cover nothing that can be pressed: bottom right if possible. On phones below the top bar,
 * where an error, which stays, pushes the page down instead of covering its buttons.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get)
  const toaster = useRef<HTMLElement>(null)
  const place = useFreePlace(toaster, toasts.length)
  const failures = toasts.filter(({ tone }) => tone === 'danger')
  const others = toasts.filter(({ tone }) => tone !== 'danger')
  return (
    <section ref={toaster} className={classes.toaster} data-place={place} aria-label="Avisos">
      <div className={classes.lasting}>
        {failures.map((toast) => (
          <Toast key={toast.id} toast={toast} />
        ))}
      </div>
      {/* A live region announces only changes, so it is always rendered; errors have role `alert`. */}
      <div className={classes.passing} aria-live="polite">
        {others.map((toast) => (
          <Toast key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}
