/** A storage of the browser with `malote:` keys; does nothing where storage is blocked. */
const keyed = (storageOf: () => Storage) => ({
  get(key: string): string | null {
    try {
      return storageOf().getItem(`malote:${key}`)
    } catch {
      return null
    }
  },
  /** The JSON that was kept; null without any, or when it cannot be read. */
  read(key: string): unknown {
    try {
      return JSON.parse(storageOf().getItem(`malote:${key}`) ?? 'null')
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
  /** The keys in use that begin like this. */
  keys(start: string): string[] {
    try {
      return Object.keys(storageOf()).flatMap((key) =>
        key.startsWith(`malote:${start}`) ? [key.slice('malote:'.length)] : [],
      )
    } catch {
      return []
    }
  },
})

/** Kept by this browser. */
export const storage = keyed(() => localStorage)

/** Kept by this tab, across reloads. */
export const tabStorage = keyed(() => sessionStorage)
