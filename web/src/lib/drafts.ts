const prefix = 'malote:draft:'
const keepers = new Set<() => void>()
const addressOf = (userId: number, name: string) => `${prefix}${userId}:${name}`

/**
 * Keeps what a user was typing when the session ended. Drafts stay in this tab (session storage) under the user's id:
 * no other user gets them, and they are deleted with the tab.
 */
export const drafts = {
  /** Registers a form with changes; `keep` saves its draft when the session is interrupted. */
  onInterruption(keep: () => void) {
    keepers.add(keep)
    return () => {
      keepers.delete(keep)
    }
  },

  /** Makes every open form with changes save its draft. */
  keepAll() {
    for (const keep of keepers) keep()
  },

  save(userId: number, name: string, content: unknown) {
    attempt(() => sessionStorage.setItem(addressOf(userId, name), JSON.stringify(content)))
  },

  /** Returns null when no draft exists or it cannot be read. */
  read(userId: number, name: string): unknown {
    return attempt(() => JSON.parse(sessionStorage.getItem(addressOf(userId, name)) ?? 'null')) ?? null
  },

  drop(userId: number, name: string) {
    attempt(() => sessionStorage.removeItem(addressOf(userId, name)))
  },

  /** Whether this user has any draft. */
  isAny: (userId: number) =>
    attempt(() => Object.keys(sessionStorage).some((key) => key.startsWith(addressOf(userId, '')))) ?? false,

  /** Deletes the drafts of all other users; without `userId`, all drafts. */
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
