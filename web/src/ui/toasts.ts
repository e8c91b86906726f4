import { createStore } from '../lib/external-store.ts'

export type ToastTone = 'success' | 'danger'

/** What else a toast offers than closing it. */
export interface ToastAction {
  label: string
  /** Ctrl or ⌘ with this letter does it, too, wherever nothing is typed. */
  key?: string
  run: () => void
}

/** Takes back what has just been done. */
export const undo = (run: () => void): ToastAction => ({ label: 'Desfazer', key: 'z', run })

export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
  /** Opens in a new tab. */
  readonly link?: { path: string; label: string } | undefined
  readonly action?: ToastAction
  /** What failed; {@link dismissErrorsAbout} removes it once that has succeeded. */
  readonly about?: string
  /** The id of the failed request, to be passed on. */
  readonly code?: string
}

/** The current toasts, oldest first; rendered by `Toaster`. */
export const toastStore = createStore<readonly ToastMessage[]>([])

let lastId = 0

/** Shows a success; disappears by itself. Returns its id. */
export const notifySuccess = (text: string, details: Pick<ToastMessage, 'link' | 'action'> = {}) =>
  show({ text, tone: 'success', ...details })

/** Shows an error; stays until dismissed, or until what failed has succeeded. */
export function notifyError(text: string, details: Pick<ToastMessage, 'action' | 'about' | 'code'> = {}): void {
  show({ text, tone: 'danger', ...details })
}

export function dismissToast(id: number) {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}

/** Called when a call has succeeded: its errors no longer hold. */
export function dismissErrorsAbout(about: string) {
  const toasts = toastStore.get()
  if (toasts.some((toast) => toast.about === about)) toastStore.set(toasts.filter((toast) => toast.about !== about))
}

/** Called before a retry: dismisses the errors of the last attempt. */
export function forgetErrors() {
  toastStore.set(toastStore.get().filter(({ tone }) => tone !== 'danger'))
}

/** Called when the user changes: the toasts do not concern the next one. */
export const forgetToasts = () => toastStore.set([])

// A repeated message replaces the previous one, so that repeated errors do not fill the screen; what can be taken back
// is said for each.
function show(toast: Omit<ToastMessage, 'id'>): number {
  lastId += 1
  const others = toastStore.get().filter(({ text, action }) => text !== toast.text || action?.key)
  toastStore.set([...others, { id: lastId, ...toast }])
  return lastId
}
