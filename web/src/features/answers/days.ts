// Civil dates, `yyyy-MM-dd`. Those of core bring Zod along, and `lib/format.ts` the app, which a public page does not load.

export const inPortuguese = (date: string) => date.split('-').reverse().join('/')

export const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** The day where the reader is; the server knows the organisation's. */
export const localToday = () => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
