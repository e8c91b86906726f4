/** The years that the calendar is kept for; without Zod, because the web reads addresses by it. */
export const calendarYears = { first: 2000, last: 2100 } as const
