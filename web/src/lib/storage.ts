/** A storage of the browser with `malote:` keys; does nothing where storage is blocked. */
const keyed = (storageOf: () => Storage) => ({
  get(key: string): string | null {
    try {
      return storageOf().getItem(`malote:${key}`)
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      storageOf().setItem(`malote:${key}`, value)
    } catch (error) {
      console.warn('O navegador não permite guardar dados neste site.', error)
    }
  },
  remove(key: string): void {
    try {
      storageOf().removeItem(`malote:${key}`)
    } catch {
      // Without storage nothing was saved either.
    }
  },
})

/** Kept by this browser. */
export const storage = keyed(() => localStorage)

/** Kept by this tab, across reloads. */
export const tabStorage = keyed(() => sessionStorage)
