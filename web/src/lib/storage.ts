/** The browser's local storage with `malote:` keys; does nothing where storage is blocked. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`malote:${key}`)
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`malote:${key}`, value)
    } catch (error) {
      console.warn('O navegador não permite guardar dados neste site.', error)
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(`malote:${key}`)
    } catch {
      // Without storage nothing was saved either.
    }
  },
}
