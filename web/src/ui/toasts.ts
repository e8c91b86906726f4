import { createStore } from '../lib/store.ts'

export type ToastTone = 'success' | 'danger'

export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
  /** Opens in a new tab. */
  readonly link?: { path: string; label: string } | undefined
}

/** The current toasts, oldest first; rendered by `Toaster`. */
export const toastStore = createStore<readonly ToastMessage[]>([])

let lastId = 0

/** Shows a success; disappears by itself. */
export const notifySuccess = (text: string, link?: ToastMessage['link']) => show(text, 'success', link)

/** Shows an error; stays until dismissed. */
export const notifyError = (text: string) => show(text, 'danger')

export function dismissToast(id: number) {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}

/** Called before a retry: dismisses the errors of the last attempt. */
export function forgetErrors() {
  toastStore.set(toastStore.get().filter(({ tone }) => tone !== 'danger'))
}

/** Called when the user changes: the toasts do not concern the next one. */
export const forgetToasts = () => toastStore.set([])

// A repeated message replaces the previous one, so that repeated errors do not fill the screen.
function show(text: string, tone: ToastTone, link?: ToastMessage['link']) {
  lastId += 1
  toastStore.set([...toastStore.get().filter((toast) => toast.text !== text), { id: lastId, text, tone, link }])
}
