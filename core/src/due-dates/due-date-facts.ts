import type { ItemStatus } from '../items/item-status.ts'
import type { CivilDate } from '../shared/civil-date.ts'
import type { DayCount } from '../shared/due-date.ts'
import type { DueDateChange } from './due-date-explanation.ts'
import type { DueLimit } from './due-date-rules.ts'

/** A holiday, as a computed date remembers it. */
export interface NamedDay {
  date: CivilDate
  name: string
}

/** The basis of a computed due date, besides the day on which the protocol was sent. */
export interface DueDateBasis {
  /** Whole days, > 0. */
  days: number
  dayCount: DayCount
  /** At least those that business days passed over. */
  holidays: readonly NamedDay[]
}

/** How an item was settled, and on which of the organisation's days. */
export interface Ending {
  status: Exclude<ItemStatus, 'pendente'>
  /** False when it was completed without having been returned. */
  cameBack: boolean
  on: CivilDate
}

/** The facts about the due date of an item. */
export interface DueDateFacts {
  returnDate: CivilDate | null
  originalReturnDate: CivilDate | null
  /** The organisation's day on which the protocol was sent. */
  sentOn: CivilDate
  /** The basis of the first date; null when it was set by hand, when there was none, or when it is unknown. */
  basis: DueDateBasis | null
  /** For an item without a basis: what its first date would be computed from today. */
  presentBasis: DueDateBasis | null
  /** All changes after the first date, the oldest first. */
  changes: readonly DueDateChange[]
  /** Null unless it was passed on and must be back by some day. */
  dueLimit: DueLimit | null
  /** Null while it is pending. */
  ending: Ending | null
}

/** The basis that gives the first date. */
export interface Computation extends DueDateBasis {
  /** The date by the days alone; later than the first date when a department before needs the item back sooner. */
  date: CivilDate
}
