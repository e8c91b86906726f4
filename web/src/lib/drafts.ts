const prefix = 'malote:draft:'
const keepers = new Set<() => void>()
const addressOf = (userId: number, name: string) => `${prefix}${userId}:${name}`

/**
 * What somebody was typing when the session ended under their hands. It stays in this tab (session storage), under the
 * person's own number: nobody else gets it back, and it goes with the tab.
 */
export const drafts = {
  /** While a form has changes: what puts them away when it is interrupted. */
  onInterruption(keep: () => void) {
    keepers.add(keep)
    return () => {
      keepers.delete(keep)
    }
  },

  /** Every open form with changes puts them away. */
  keepAll() {
    for (const keep of keepers) keep()
  },

  save(userId: number, name: string, content: unknown) {
    attempt(() => sessionStorage.setItem(addressOf(userId, name), JSON.stringify(content)))
  },

  /** null: there is none, or it cannot be read. */
  read(userId: number, name: string): unknown {
    return attempt(() => JSON.parse(sessionStorage.getItem(addressOf(userId, name)) ?? 'null')) ?? null
  },

  drop(userId: number, name: string) {
    attempt(() => sessionStorage.removeItem(addressOf(userId, name)))
  },

  /** Whether something of this person waits to be gone on with. */
  isAny: (userId: number) =>
    attempt(() => Object.keys(sessionStorage).some((key) => key.startsWith(addressOf(userId, '')))) ?? false,

  /** Only this person's drafts stay; without a person, none. */
  dropOthers(userId?: number) {
    const own = userId === undefined ? null : addressOf(userId, '')
    attempt(() => {
      for (const key of Object.keys(sessionStorage)) {
        if (key.startsWith(prefix) && !(own && key.startsWith(own))) sessionStorage.removeItem(key)
      }
    })
  },
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch (error) {
    console.warn('O navegador não permite guardar rascunhos neste site.', error)
    return undefined
  }
}
