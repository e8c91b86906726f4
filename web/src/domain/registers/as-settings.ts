import { staleTime } from '../../lib/query-client.ts'

/**
 * How a settings screen reads a list that the forms look up: fresh for a shorter time (contract 9.14). Its route has
 * just asked, so a failure is not asked about again before somebody wants it.
 */
export const asSettings = { staleTime: staleTime.lists, retryOnMount: false } as const
