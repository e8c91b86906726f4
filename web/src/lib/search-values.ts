// Reading the address by hand: a value is a number in the app and text in the address.
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** From 1 to the largest; anything else counts as not set. */
export const wholeNumber = (value: unknown, largest = 1_000_000) => {
  const number = Number(text(value))
  return Number.isInteger(number) && number >= 1 && number <= largest ? number : undefined
}

/** The largest that PostgreSQL's `integer` holds. */
const largestIdentity = 2_147_483_647

export const identity = (value: unknown) => wholeNumber(value, largestIdentity)

/** A page after the first, which need not be named. */
export const laterPage = (value: unknown) => {
  const page = wholeNumber(value)
  return page === 1 ? undefined : page
}

/** One of the known values; anything else counts as not set. */
export const oneOf = <Value extends string>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((one) => one === value)

/** Longest text that a search looks for, in characters. */
const longestSearch = 200

/** The words of a search; blank ones count as not set. */
export const searchWords = (value: unknown) => text(value)?.trim().slice(0, longestSearch) || undefined

/** A civil day, `yyyy-MM-dd`; anything else counts as not set. */
export const day = (value: unknown) => {
  const date = text(value) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  return new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) ? date : undefined
}
