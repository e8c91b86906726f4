import { storage } from './browser-storage.ts'

/** The session of this browser. This module does not know the shape of the user. */
export interface StoredSession {
  readonly token: string
  /** null while only the token is known; GET /api/auth/me then returns the user. */
  readonly user: unknown
  /** Whether the user signed in at the organisation's provider, where signing out ends a session too. */
  readonly isFromProvider: boolean
  /** Whether the server has said since that `user` is outdated. */
  readonly isDoubted: boolean
}

/** @param isElsewhere whether the change happened in another tab */
type Listener = (isElsewhere: boolean) => void

const listeners = new Set<Listener>()
let current = read()
let beganHere: string | null = null

// Signing in or out in one tab also does so in the others.
// At build time `window` is missing.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== 'malote:token' && key !== 'malote:user') return
  change(read(), true)
})

export const session = {
  get: () => current,

  /** Whether the user signed in on this page, so that the server has just sent the user. */
  beganHere: () => current !== null && current.token === beganHere,

  subscribe(listener: Listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },

  save(token: string, user: unknown, { isFromProvider = false } = {}) {
    if (isFromProvider) storage.set('provider', 'oidc')
    else storage.remove('provider')
    storage.set('token', token)
    storage.set('user', JSON.stringify(user))
    beganHere = token
    change({ token, user, isFromProvider, isDoubted: false })
  },

  /** @param token the session of the request; ignored when it is no longer the current one */
  saveUser(user: unknown, token: string | undefined) {
    // Unchanged in most cases; a change would render the whole page again.
    if (!current || JSON.stringify(current.user) === JSON.stringify(user)) return
    if (current.token !== token || isReplaced(token)) return
    storage.set('user', JSON.stringify(user))
    change({ ...current, user, isDoubted: false })
  },

  /**
   * Asks the server for the user again, because a response does not fit the stored one.
   *
   * @param token the session of the request; ignored when it is no longer the current one
   */
  doubtUser(token: string | undefined) {
    if (current && current.token === token && !current.isDoubted) change({ ...current, isDoubted: true })
  },

  /** @param token the session that ends; one that began later, also in another tab, is kept */
  end(token: string | undefined) {
    if (current?.token !== token) return
    if (isReplaced(token)) return change(read(), true)
    storage.remove('token')
    storage.remove('user')
    storage.remove('provider')
    change(null)
  },
}

/** Another tab has stored a new session, and its storage event has not arrived here yet. */
function isReplaced(token: string | undefined) {
  const kept = storage.get('token')
  return kept !== null && kept !== token
}

function change(next: StoredSession | null, isElsewhere = false) {
  current = next
  for (const listener of listeners) listener(isElsewhere)
}

function read(): StoredSession | null {
  const token = storage.get('token')
  if (!token) return null
  return {
    token,
    user: storage.read('user'),
    isFromProvider: storage.get('provider') !== null,
    isDoubted: false,
  }
}
