/** The years that the calendar is kept for. */
export const calendarYears = { first: 2000, last: 2100 } as const
