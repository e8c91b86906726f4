import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** Whether the person has a calendar feed; its address cannot be read again (contract 21.20). */
export const feedState = z.object({ createdAt: instant.nullable() })
export type FeedState = z.infer<typeof feedState>
export const feedStateWire = renamed(feedState)

/** A new feed: the address for the other calendar, shown once. */
export const newFeed = z.object({ url: z.string() })
