import { useSyncExternalStore } from 'react'
import { Toast } from './toast.tsx'
import classes from './toaster.module.css'
import { toastStore } from './toasts.ts'

/**
 * Shows the toasts: bottom right; on phones below the top bar, where an error, which stays, pushes the page down
 * instead of covering its buttons.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get)
  const failures = toasts.filter(({ tone }) => tone === 'danger')
  const others = toasts.filter(({ tone }) => tone !== 'danger')
  return (
    <section className={classes.toaster} aria-label="Avisos">
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
