import { storage } from './storage.ts'

/** Who is signed in in this browser. What a user looks like is the app's business. */
export interface StoredSession {
  readonly token: string
  /** null while only the token is known; GET /api/auth/me then tells whose it is. */
  readonly user: unknown
}

/** @param isElsewhere it happened in another tab */
type Listener = (isElsewhere: boolean) => void

const listeners = new Set<Listener>()
let current = read()
let beganHere: string | null = null

// Signing in or out in one tab does so in the others.
// The build draws the sign-in where there is no window.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== 'malote:token' && key !== 'malote:user') return
  change(read(), true)
})

export const session = {
  get: () => current,

  /** Whether somebody signed in on this page: the server has just said who it is. */
  beganHere: () => current !== null && current.token === beganHere,

  subscribe(listener: Listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },

  save(token: string, user: unknown) {
    storage.set('token', token)
    storage.set('user', JSON.stringify(user))
    beganHere = token
    change({ token, user })
  },

  /** @param token the session that the answer belongs to; another one has its own user */
  saveUser(user: unknown, token: string | undefined) {
    // Nothing new, as nearly always: the whole page would be drawn again.
    if (!current || JSON.stringify(current.user) === JSON.stringify(user)) return
    if (current.token !== token || isReplaced(token)) return
    storage.set('user', JSON.stringify(user))
    change({ token, user })
  },

  /** @param token the session that ends; one that has begun since then, also in another tab, goes on */
  end(token: string | undefined) {
    if (current?.token !== token) return
    if (isReplaced(token)) return change(read(), true)
    storage.remove('token')
    storage.remove('user')
    change(null)
  },
}

/** Another tab has begun a new session, and this one has not heard of it yet. */
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
  return token ? { token, user: parsed(storage.get('user')) } : null
}

function parsed(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}
