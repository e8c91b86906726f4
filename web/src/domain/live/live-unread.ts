import { createStore } from '../../lib/external-store.ts'

/**
 * The number of unread notifications in the latest server event, and its time (milliseconds since 1970); null before
 * the first one.
 */
export const liveUnread = createStore<{ count: number; at: number } | null>(null)
