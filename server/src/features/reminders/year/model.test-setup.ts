/** A civil day, `yyyy-MM-dd`. */
export type Day = string

const utc = (day: Day) => new Date(`${day}T00:00:00Z`)
const inWords = (date: Date): Day => date.toISOString().slice(0, 10)

export function plus(day: Day, days: number): Day {
  const date = utc(day)
  date.setUTCDate(date.getUTCDate() + days)
  return inWords(date)
}

/** 27/11/2026 */
export const inBrazil = (day: Day) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
export function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const dayOfMonth = ((h + l - 7 * m + 114) % 31) + 1
  return inWords(new Date(Date.UTC(year, month - 1, dayOfMonth)))
}

/** The ten national holidays by law (Leis 662/1949, 6.802/1980, 10.607/2002, 14.759/2023; Sexta-feira Santa by custom). */
export const nationalHolidays = (year: number): Day[] => [
  ...['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'].map((rest) => `${year}-${rest}`),
  plus(easter(year), -2),
]

/** Days on which an organisation may close in addition: Monday and Tuesday of carnival, Corpus Christi. */
export const localHolidays = (year: number): Day[] => [-48, -47, 60].map((days) => plus(easter(year), days))

export const isWorkingDay = (day: Day, holidays: ReadonlySet<Day>) => {
  const weekday = utc(day).getUTCDay()
  return weekday > 0 && weekday < 6 && !holidays.has(day)
}

export function nextWorkingDay(day: Day, holidays: ReadonlySet<Day>): Day {
  let next = plus(day, 1)
  while (!isWorkingDay(next, holidays)) next = plus(next, 1)
  return next
}

/** The working days after `from`, up to and including `to`. */
export function workingDaysBetween(from: Day, to: Day, holidays: ReadonlySet<Day>): number {
  let count = 0
  for (let day = plus(from, 1); day <= to; day = plus(day, 1)) if (isWorkingDay(day, holidays)) count += 1
  return count
}

/** How a category counts its days. */
export interface Count {
  days: number
  isInWorkingDays: boolean
}

/** The day after `start` is day 1 (contract 11.5). */
export function dueAfter(start: Day, { days, isInWorkingDays }: Count, holidays: ReadonlySet<Day>): Day {
  if (!isInWorkingDays) return plus(start, days)
  let day = start
  for (let n = 0; n < days; n += 1) day = nextWorkingDay(day, holidays)
  return day
}

// What reminders should be sent, written from the sentences of the contract (11.19, 11.20, 20.8, 20.18, 20.36, 11.7,
// 11.8) alone. It shares no code with the reminders, the due dates or the calendar of the product, so that a mistake in
// these does not repeat itself here.

export interface ModelPerson {
  id: number
  role: 'Usuário' | 'Gestor' | 'Admin'
  department: number | null
  isActive: boolean
  wantsReminders: boolean
}

export interface ModelProtocol {
  id: number
  origin: number
  destination: number
  creator: number
  sentOn: Day
  isReceived: boolean
  /** Neither cancelled nor completed. */
  isOpen: boolean
}

export interface ModelItem {
  id: number
  protocol: ModelProtocol
  document: string
  /** What its first date was computed from; null: has none, or was set by hand. */
  count: Count | null
  responsible: number | null
  due: Day | null
  isPending: boolean
  /** What its count gave with the calendar that was applied last, and until when it was extended. */
  counted: Day | null
  granted: Day | null
  /** Open occurrences of the kinds that silence its holder. */
  silencing: Set<number>
  /** Kinds of its open occurrences. */
  reported: Set<string>
  /** The day that an open request of the holder asks for. */
  requested: Day | null
  /** The item that this one continues, and the one that continues it. */
  before: ModelItem | null
  next: ModelItem | null
}

export type ModelKind = 'due_tomorrow' | 'due_today' | 'overdue'

export interface Told {
  items: { item: ModelItem; kind: ModelKind }[]
  protocols: ModelProtocol[]
}

export class ReminderModel {
  readonly people = new Map<number, ModelPerson>()
  readonly items = new Map<number, ModelItem>()
  readonly protocols = new Map<number, ModelProtocol>()
  readonly holidays: Set<Day>
  /** Day of the last reminder, by item, person, due date and kind. */
  readonly #reminded = new Map<string, Day>()
  /** Day of the last reminder, by protocol and person. */
  readonly #awaited = new Map<string, Day>()

  constructor(holidays: Iterable<Day>) {
    this.holidays = new Set(holidays)
  }

  isWorkingDay = (day: Day) => isWorkingDay(day, this.holidays)

  /** Who is reminded of what on this morning; remembers it as sent. */
  morning(today: Day): Map<number, Told> {
    const told = new Map<number, Told>()
    if (!this.isWorkingDay(today)) return told
    const of = (id: number) => {
      const known = told.get(id) ?? { items: [], protocols: [] }
      told.set(id, known)
      return known
    }
    const soon = nextWorkingDay(today, this.holidays)
    for (const item of this.items.values()) {
      if (!item.isPending || !item.protocol.isOpen) {
        this.items.delete(item.id)
        continue
      }
      if (item.due === null || item.due > soon) continue
      for (const person of this.people.values()) {
        const kind = this.#kindFor(person, item, item.due, today)
        if (!kind) continue
        this.#reminded.set(`${item.id} ${person.id} ${item.due} ${kind}`, today)
        of(person.id).items.push({ item, kind })
      }
    }
    for (const protocol of this.protocols.values()) {
      if (protocol.isReceived || !protocol.isOpen) {
        this.protocols.delete(protocol.id)
        continue
      }
      for (const person of this.people.values()) {
        if (!this.#awaits(person, protocol, today)) continue
        this.#awaited.set(`${protocol.id} ${person.id}`, today)
        of(person.id).protocols.push(protocol)
      }
    }
    return told
  }

  /** @param due not after the next working day */
  #kindFor(person: ModelPerson, item: ModelItem, due: Day, today: Day): ModelKind | undefined {
    if (!person.isActive || !person.wantsReminders) return undefined
    const sentOn = (kind: ModelKind) => this.#reminded.get(`${item.id} ${person.id} ${due} ${kind}`)
    if (due < today) {
      const isConcerned = this.#isHolder(person, item) || this.#hearsOfLate(person, item, due, today)
      const last = sentOn('overdue')
      return isConcerned && (!last || plus(last, 7) <= today) ? 'overdue' : undefined
    }
    if (!this.#isHolder(person, item)) return undefined
    const kind = due === today ? 'due_today' : 'due_tomorrow'
    return sentOn(kind) ? undefined : kind
  }

  /** Who is to return it: the responsible user, else the Gestores of the destination; or who settles its occurrence. */
  #isHolder(person: ModelPerson, { protocol, responsible, silencing }: ModelItem): boolean {
    if (silencing.size > 0) {
      const creator = this.people.get(protocol.creator)
      if (creator?.isActive && this.#sees(creator, protocol)) return person === creator
      return isGestorOf(person, protocol.origin)
    }
    const responsibleUser = responsible === null ? undefined : this.people.get(responsible)
    if (responsibleUser?.isActive && responsibleUser.department === protocol.destination) {
      return person === responsibleUser
    }
    return isGestorOf(person, protocol.destination)
  }

  /** Besides the holder: the creator, and after three working days the Gestores of the destination. */
  #hearsOfLate(person: ModelPerson, { protocol, silencing }: ModelItem, due: Day, today: Day): boolean {
    if (silencing.size > 0) return false
    if (person.id === protocol.creator && this.#sees(person, protocol)) return true
    return isGestorOf(person, protocol.destination) && workingDaysBetween(due, today, this.holidays) >= 3
  }

  #awaits(person: ModelPerson, protocol: ModelProtocol, today: Day): boolean {
    if (!person.isActive || !person.wantsReminders) return false
    const waited = workingDaysBetween(protocol.sentOn, today, this.holidays)
    const isConcerned =
      (isGestorOf(person, protocol.destination) && waited >= 2) ||
      (person.id === protocol.creator && this.#sees(person, protocol) && waited >= 4)
    const last = this.#awaited.get(`${protocol.id} ${person.id}`)
    return isConcerned && (!last || workingDaysBetween(last, today, this.holidays) >= 5)
  }

  #sees = ({ role, department }: ModelPerson, { origin, destination }: ModelProtocol) =>
    role === 'Admin' || department === origin || department === destination

  /** The first due date of an item that is sent on this day, within that of the item it continues. */
  firstDue(count: Count | null, sentOn: Day, before: ModelItem | null): Day | null {
    const computed = count && dueAfter(sentOn, count, this.holidays)
    if (!before?.due) return computed
    return computed === null || computed > before.due ? before.due : computed
  }

  /**
   * A day becomes a holiday, or a working day again, and the deadlines follow.
   *
   * @param shortens whether they also move to an earlier day
   */
  changeHoliday(day: Day, isHoliday: boolean, today: Day, shortens: boolean): void {
    const after = new Set(this.holidays)
    if (isHoliday) after.add(day)
    else after.delete(day)
    for (const item of this.items.values()) {
      const { count, counted, due, protocol } = item
      if (!item.isPending || !protocol.isOpen || !count?.isInWorkingDays || counted === null || due === null) continue
      item.counted = dueAfter(protocol.sentOn, count, after)
      const anew = derived(item)
      if (anew !== null && anew < due && (!shortens || anew < today)) item.counted = counted
      follow(item)
    }
    if (isHoliday) this.holidays.add(day)
    else this.holidays.delete(day)
  }
}

const isGestorOf = ({ role, department }: ModelPerson, id: number) => role === 'Gestor' && department === id

/** The later of what was counted and granted, but no later than where the item came from. */
function derived({ counted, granted, before }: ModelItem): Day | null {
  const own = granted !== null && (counted === null || granted > counted) ? granted : counted
  return before?.due && (own === null || own > before.due) ? before.due : own
}

/** The due date of an item whose facts have changed, and those of what continues it. */
export function follow(item: ModelItem): void {
  item.due = derived(item)
  // What was asked for and has come true is asked for no longer.
  if (item.requested && item.due !== null && item.due >= item.requested) item.requested = null
  if (item.next?.isPending) follow(item.next)
}
