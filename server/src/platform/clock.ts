/** Time of the change, and the time zone for "today". */
export interface Clock {
  now: Date
  /** IANA name. */
  timeZone: string
}
