/** The years that the calendar covers. */
export const calendarYears = { first: 2000, last: 2100 } as const
