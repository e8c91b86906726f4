import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { type ProtocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'

/** The list's filters as the address holds them: only what differs from the default. */
export type ProtocolSearch = Partial<ProtocolFilter>

/**
 * Reads the address. By hand: the router needs it before anything else, and core's schema would bring Zod to the sign-in
 * page.
 *
 * @param search as it came; a filter that makes no sense counts as not set
 * @returns also the names of what is not set: the router keeps what it is not told about
 */
export function protocolSearch({ page, search, ...rest }: Record<string, unknown>): ProtocolSearch {
  const wanted = wholeNumber(page)
  return {
    page: wanted === 1 ? undefined : wanted,
    search: text(search)?.trim().slice(0, longestSearch) || undefined,
    status: protocolStatuses.includes(rest.status as ProtocolStatus) ? (rest.status as ProtocolStatus) : undefined,
    department: wholeNumber(rest.department),
    startDate: day(rest.startDate),
    endDate: day(rest.endDate),
  }
}

/** What the address means to the server. */
export const filterOf = (search: ProtocolSearch): ProtocolFilter => ({ ...search, page: search.page ?? 1 })

const longestSearch = 200

// A page is a number in the app and text in the address.
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

const wholeNumber = (value: unknown) => {
  const number = Number(text(value))
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : undefined
}

const day = (value: unknown) => {
  const date = text(value) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  return new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) ? date : undefined
}
