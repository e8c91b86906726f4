import { createStore } from './external-store.ts'

interface Asking {
  isOpen: boolean
  /** How often the password has been asked for; each time begins with an empty field. */
  opening: number
}

const store = createStore<Asking>({ isOpen: false, opening: 0 })
let pending: PromiseWithResolvers<boolean> | null = null
let isHosted = false

/** Asks the user for the password when the server wants proof of who they are again. */
export const proof = {
  get: store.get,
  subscribe: store.subscribe,

  /**
   * Opens the dialog. Calls that need proof at the same time share it.
   *
   * @returns whether the proof was given; false without a screen that can ask for it
   */
  ask(): Promise<boolean> {
    if (!isHosted) return Promise.resolve(false)
    if (!pending) {
      pending = Promise.withResolvers()
      store.set({ isOpen: true, opening: store.get().opening + 1 })
    }
    return pending.promise
  },

  /** Closes the dialog and lets the calls go on, or fail. */
  answer(isGiven: boolean) {
    store.set({ ...store.get(), isOpen: false })
    pending?.resolve(isGiven)
    pending = null
  },

  /** Called by the component that renders the dialog; returns what to call when it unmounts. */
  host() {
    isHosted = true
    return () => {
      isHosted = false
      proof.answer(false)
    }
  },
}
