import { tabStorage } from './browser-storage.ts'

const keepers = new Set<() => void>()
const keyOf = (userId: number, name: string) => `draft:${userId}:${name}`

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
    tabStorage.set(keyOf(userId, name), JSON.stringify(content))
  },

  /** Returns null when no draft exists or it cannot be read. */
  read: (userId: number, name: string): unknown => tabStorage.read(keyOf(userId, name)),

  drop(userId: number, name: string) {
    tabStorage.remove(keyOf(userId, name))
  },

  /** Whether this user has any draft. */
  isAny: (userId: number) => tabStorage.keys(keyOf(userId, '')).length > 0,

  /** Deletes the drafts of all other users; without `userId`, all drafts. */
  dropOthers(userId?: number) {
    const own = userId === undefined ? [] : tabStorage.keys(keyOf(userId, ''))
    for (const key of tabStorage.keys('draft:')) if (!own.includes(key)) tabStorage.remove(key)
  },
}

const forms = new Set<() => void>()

/** The open forms with unsaved changes, for actions that leave all of them, such as signing out. */
export const unsaved = {
  /** @param giveUp called when the form's changes are discarded */
  add(giveUp: () => void) {
    forms.add(giveUp)
    return () => {
      forms.delete(giveUp)
    }
  },

  isAny: () => forms.size > 0,

  giveUp() {
    for (const giveUp of forms) giveUp()
  },
}
