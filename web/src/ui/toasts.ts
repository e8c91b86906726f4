import { createStore } from '../lib/store.ts'

export type ToastTone = 'success' | 'danger'

export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
}

/** What the user is told now, oldest first; drawn by `Toaster`. */
export const toastStore = createStore<readonly ToastMessage[]>([])

let lastId = 0

/** Says that something worked; goes away by itself. */
export const notifySuccess = (text: string) => show(text, 'success')

/** Says that something failed; stays until it is dismissed. */
export const notifyError = (text: string) => show(text, 'danger')

export function dismissToast(id: number) {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}

/** Before the next try: what failed last time is no longer news. */
export function forgetErrors() {
  toastStore.set(toastStore.get().filter(({ tone }) => tone !== 'danger'))
}

/** Nothing of what was said concerns whoever comes now. */
export const forgetToasts = () => toastStore.set([])

// Said again, it takes the place of what was said: a failure that repeats does not fill the screen.
function show(text: string, tone: ToastTone) {
  lastId += 1
  toastStore.set([...toastStore.get().filter((toast) => toast.text !== text), { id: lastId, text, tone }])
}
