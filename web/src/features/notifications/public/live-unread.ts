import { createStore } from '../../../lib/store.ts'

/** How many notifications the server has last told to be unread, and when (milliseconds since 1970); null before it did. */
export const liveUnread = createStore<{ count: number; at: number } | null>(null)
