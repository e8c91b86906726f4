import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import { mailQueue, openMailQueue } from '../../../domain/mail/mail-queue.ts'
import { connect, type Db } from '../../../platform/db/connect.ts'
import { foldLedgers } from '../../../platform/db/folding.ts'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { testApp } from '../../../test/app.ts'
import { type Random, random } from '../../../test/random-organisation.ts'
import { ensureHolidays } from '../../calendar/ensure-holidays.ts'
import { remindOfDueDates } from '../remind-people.ts'
import { type Acts, acts, linksIn } from './answer-acts.test-setup.ts'
import { Ledger, type Mail } from './ledger.test-setup.ts'
import {
  type Count,
  type Day,
  dueAfter,
  localHolidays,
  type ModelItem,
  nationalHolidays,
  plus,
  ReminderModel,
} from './model.test-setup.ts'
import { type Category, foundOrganisation, type Organisation } from './organisation.test-setup.ts'

interface Period {
  from: Day
  to: Day
  /** Number of items that are sent. */
  returns: number
  /** Number of departments, of seven people each. */
  departments: number
  seed: number
}

const zone = { APP_TIMEZONE: 'America/Sao_Paulo' }

/**
 * Lives through a period, day by day: in the morning two servers remind people at once, and what was sent is compared
 * with what the model expects; in the afternoon people act.
 */
export async function simulate({ from, to, returns, departments, seed }: Period) {
  const start = performance.now()
  const chance = random(seed)
  const year = Number(from.slice(0, 4))
  const test = await testApp({ now: `${from}T09:00:00Z`, ownDatabase: true, config: { TRUST_PROXY: true } })
  const { db, clock } = test
  await ensureHolidays(db, [year - 1, year, year + 1])
  const model = new ReminderModel([year - 1, year, year + 1].flatMap(nationalHolidays))
  const organisation = await foundOrganisation(test, model, chance, departments)
  const servers = [1, 2].map(() => connect(test.serverConnectionString))
  const queue = new PgBoss({
    connectionString: test.serverConnectionString,
    max: 1,
    supervise: false,
    schedule: false,
    createSchema: false,
  })
  await queue.start()
  await queue.createQueue(mailQueue)
  openMailQueue(queue)

  let today = from
  const act = acts({ test, model, organisation, random: chance, today: () => today })
  const plans = new Plans(model, () => today)
  const ledger = new Ledger(servers[0] as Db)
  const workingDays = daysOf(from, to).filter(model.isWorkingDay)
  const off = new Set(workingDays.filter(() => chance.below(60) === 0))
  const calendar = calendarChanges(year, workingDays)
  let documents = 0
  let waiting = 0
  let reminding = 0

  try {
    for (today of daysOf(from, to)) {
      let mails: Mail[] = []
      const isLateStart = chance.below(40) === 0
      clock.set(`${today}T${isLateStart ? '17' : '10'}:00:00Z`)
      if (!off.has(today)) {
        const begun = performance.now()
        const told = await Promise.all(servers.map((server) => remindOfDueDates(server, zone, clock.now())))
        reminding += performance.now() - begun
        expect(await remindOfDueDates(servers[1] as Db, zone, clock.now())).toBe(0)
        mails = await ledger.compare(today, clock.now(), model.morning(today), told)
      }

      clock.set(`${today}T18:00:00Z`)
      organisation.newDay()
      await answerSome(mails)
      for (const { day, isHoliday } of calendar.get(today) ?? []) await act.changeHoliday(day, isHoliday)
      if (chance.below(2) === 0) await act.changePerson()
      for (const plan of plans.take(today)) await plan()
      // What would have been sent on a day that has become a holiday follows on the next.
      if (workingDays.includes(today)) waiting += returns / workingDays.length
      while (waiting >= 1 && model.isWorkingDay(today)) {
        const items = await send(1 + chance.below(Math.min(4, waiting)))
        waiting -= items.length
      }
      if (today.endsWith('5')) await analyze(db)
    }
    await foldLedgers(db)
    expect(await findBrokenInvariants(db)).toEqual([])
  } finally {
    openMailQueue(undefined)
    await queue.stop({ graceful: false })
    for (const server of servers) await server.destroy()
  }

  /** People answer some lines of the morning's mails: most at once, others after some days. */
  async function answerSome(mails: readonly Mail[]) {
    for (const mail of mails.filter(() => chance.below(12) === 0)) {
      const links = await linksIn(test, mail)
      if (links.length === 0) continue
      const link = chance.pick(links)
      const dueThen = [...model.items.values()].find(
        ({ protocol, document }) => protocol.id === link.protocolId && document === link.document,
      )?.due
      const answer = async () => {
        const settle = await act.answer(link, dueThen ?? null)
        if (settle) plans.add(1 + chance.below(8), settle)
      }
      if (chance.below(3) > 0) await answer()
      else plans.add(1 + chance.below(9), answer)
    }
  }

  /** Sends a protocol, and plans what happens to it. */
  async function send(size: number): Promise<ModelItem[]> {
    const origin = chance.pick(organisation.departments)
    const destination = chance.pick(organisation.departments.filter((id) => id !== origin))
    const content = Array.from({ length: size }, (_, index) => ({
      document: `D-${documents + index}`,
      category: chance.pick(organisation.categories),
    }))
    documents += size
    const items =
      chance.below(25) === 0
        ? await act.send(origin, destination, content)
        : await insert(db, { organisation, model, chance, act, today }, origin, destination, content)
    plan(items, { plans, act, chance })
    return items
  }

  return {
    ...{ days: daysOf(from, to).length, workingDays: workingDays.length, offDays: off.size },
    ...{ items: documents, ...act.counted, ...ledger.figures },
    examples: ledger.examples,
    seconds: Math.round((performance.now() - start) / 1000),
    secondsReminding: Math.round(reminding / 1000),
  }
}

const daysOf = (from: Day, to: Day) => {
  const days: Day[] = []
  for (let day = from; day <= to; day = plus(day, 1)) days.push(day)
  return days
}

/** Acts that were planned for a later day. */
class Plans {
  readonly #plans = new Map<Day, (() => Promise<unknown>)[]>()
  readonly #model: ReminderModel
  readonly #today: () => Day

  constructor(model: ReminderModel, today: () => Day) {
    this.#model = model
    this.#today = today
  }

  /** @param days working days from today; those of today have been done already */
  add(days: number, act: () => Promise<unknown>) {
    const day = dueAfter(this.#today(), { days: Math.max(1, days), isInWorkingDays: true }, this.#model.holidays)
    this.#plans.set(day, [...(this.#plans.get(day) ?? []), act])
  }

  take(day: Day) {
    const plans = this.#plans.get(day) ?? []
    this.#plans.delete(day)
    return plans
  }
}

/** Days off of the organisation itself: announced two weeks before, one with three days' notice, one taken back. */
function calendarChanges(year: number, workingDays: readonly Day[]) {
  const changes = new Map<Day, { day: Day; isHoliday: boolean }[]>()
  const onWorkingDay = (from: Day, change: { day: Day; isHoliday: boolean }) => {
    const on = workingDays.find((day) => day >= from)
    if (on && on < change.day) changes.set(on, [...(changes.get(on) ?? []), change])
  }
  for (const day of localHolidays(year)) onWorkingDay(plus(day, -14), { day, isHoliday: true })
  for (const day of [`${year}-03-25`, `${year}-06-12`, `${year}-10-28`, `${year}-12-24`]) {
    onWorkingDay(plus(day, -3), { day, isHoliday: true })
  }
  for (const day of [`${year}-03-11`, `${year}-08-19`]) {
    onWorkingDay(plus(day, -12), { day, isHoliday: true })
    onWorkingDay(plus(day, -6), { day, isHoliday: false })
  }
  return changes
}

interface Sending {
  organisation: Organisation
  model: ReminderModel
  chance: Random
  act: Acts
  today: Day
}

/** The columns of a due date and of what it is derived from. */
const inputsOf = (count: Count | null, countedFrom: Day, returnDate: Day | null) => ({
  returnDate,
  ...(count && {
    ...{ countedFrom, countedDays: count.days, countedInBusinessDays: count.isInWorkingDays, countedUntil: returnDate },
  }),
})

/** A protocol written into the tables, many times faster than through the form; most have responsible people. */
async function insert(
  db: Db,
  { organisation, model, chance, act, today }: Sending,
  origin: number,
  destination: number,
  content: readonly { document: string; category: Category }[],
): Promise<ModelItem[]> {
  const creator = organisation.pickActive(origin)
  const createdAt = new Date(`${today}T18:00:00Z`)
  const { id } = await db
    .insertInto('protocols')
    .values({
      ...{ originDepartmentId: origin, destinationDepartmentId: destination, requiresReturn: true },
      ...{ remarks: 'Contratos para assinatura', createdBy: creator.id, createdAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const responsible = content.map(() => (chance.below(3) > 0 ? organisation.pickActive(destination).id : null))
  await db
    .insertInto('items')
    .values(
      content.map(({ document, category }, index) => ({
        ...inputsOf(category.count, today, model.firstDue(category.count, today, null)),
        ...{ protocolId: id, position: index + 1, documentNumber: document, reason: 'Assinar', createdAt },
        ...{ itemTypeId: organisation.itemTypeId, categoryId: category.id, responsibleId: responsible[index] ?? null },
      })),
    )
    .execute()
  const categories = new Map(content.map(({ document, category }) => [document, category]))
  const items = await act.adopt(id, { origin, destination, creator: creator.id, sentOn: today }, categories)
  for (const [index, item] of items.entries()) item.responsible = responsible[index] ?? null
  return items
}

/** What will happen to a protocol: when it is received, and when each item comes back, if ever. */
function plan(items: ModelItem[], { plans, act, chance }: { plans: Plans; act: Acts; chance: Random }) {
  const { below } = chance
  const [first] = items
  if (!first) return
  const { protocol } = first
  // A few are received late, and a few never.
  const received = below(12) === 0 ? 3 + below(12) : below(2)
  if (below(100) > 0) plans.add(received, () => act.receive(protocol))
  if (below(100) === 0) plans.add(received + below(5), () => act.cancelProtocol(protocol))
  const isPassedOn = below(20) === 0
  if (isPassedOn) {
    plans.add(received + 1 + below(3), async () => {
      const next = await act.passOn(items)
      if (next.length > 0) plan(next, { plans, act, chance })
    })
  }
  for (const item of items) {
    const days = item.due === null ? 8 : workingDaysUntil(item)
    // Most are in time, some are late, and a few never come back. What was passed on is tried again later.
    const back = received + 1 + (below(3) > 0 ? below(days) : days + below(15))
    if (below(50) > 0) {
      plans.add(back, () => act.giveBack(item))
      if (isPassedOn) for (const more of [10, 20, 40]) plans.add(back + more, () => act.giveBack(item))
    }
    if (item.due === null && below(2) > 0) plans.add(below(4), () => act.extend(item))
    if (below(10) === 0) plans.add(below(days + 6), () => act.extend(item))
    if (below(8) === 0) {
      plans.add(below(days + 4), async () => {
        const decide = await act.askForTime(item)
        if (decide) plans.add(1 + below(4), decide)
      })
    }
    if (below(8) === 0) plans.add(received + below(days), () => act.entrust(item))
    if (below(40) === 0) plans.add(below(days), () => act.cancelItem(item))
    if (below(20) === 0) {
      plans.add(below(days + 4), async () => {
        const settle = await act.report(item)
        if (settle) plans.add(below(12), settle)
      })
    }
  }
}

const workingDaysUntil = ({ count }: ModelItem) => Math.max(2, count ? count.days : 5)

const analyze = (db: Db) => sql`analyze items, protocols, protocol_departments, item_reminders`.execute(db)
