import { createStore } from '../../lib/external-store.ts'

/** Another user's action on a protocol that is on the screen. */
interface Act {
  protocolId: number
  /** null for the system. */
  by: string | null
}

/** The latest act; null once it is older than `isNowFor`. */
export const latestAct = createStore<Act | null>(null)

/** How long an act counts as new, in milliseconds. */
const isNowFor = 60_000

let forgetting: ReturnType<typeof setTimeout> | undefined

export function showAct(act: Act) {
  clearTimeout(forgetting)
  latestAct.set(act)
  forgetting = setTimeout(() => latestAct.set(null), isNowFor)
}

export function forgetAct() {
  clearTimeout(forgetting)
  latestAct.set(null)
}

export const actWords = ({ by }: Act) => (by === null ? 'Atualizado agora pelo sistema' : `Atualizado agora por ${by}`)

/**
 * The number of unread notifications in the latest server event, and its time (milliseconds since 1970); null before
 * the first one.
 */
export const liveUnread = createStore<{ count: number; at: number } | null>(null)
