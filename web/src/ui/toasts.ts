export type ToastTone = 'success' | 'danger'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** What the user is told now, oldest first; drawn by `Toaster`. */
export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** Says that something worked; goes away by itself. */
export const notifySuccess = (text: string) => show(text, 'success')

/** Says that something failed; stays until it is dismissed. */
export const notifyError = (text: string) => show(text, 'danger')

export function dismissToast(id: number) {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Before the next try: what failed last time is no longer news. */
export function forgetErrors() {
  change(toasts.filter(({ tone }) => tone !== 'danger'))
}

/** Nothing of what was said concerns whoever comes now. */
export const forgetToasts = () => change([])

// Said again, it takes the place of what was said: a failure that repeats does not fill the screen.
function show(text: string, tone: ToastTone) {
  lastId += 1
  change([...toasts.filter((toast) => toast.text !== text), { id: lastId, text, tone }])
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
