import { sql } from 'kysely'
import type { MailOrder } from '../../../domain/mail/mail-queue.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Told } from './model.test-setup.ts'
import { type Day, inBrazil, plus } from './model.test-setup.ts'

export type Mail = Extract<MailOrder, { kind: 'reminder' }>

/** Compares what was sent with what the model expects, and counts. */
export class Ledger {
  readonly figures = {
    mails: 0,
    notices: 0,
    reminders: 0,
    awaited: 0,
    /** Reminders that the model does not expect, expected ones that were not sent, and mails with another content. */
    wrong: 0,
    /** The same reminder twice to the same person. */
    double: 0,
    /** Reminders whose words are not true on the day on which they were sent. */
    backDated: 0,
    /** People with more than one message on a day. */
    severalMessages: 0,
  }
  readonly examples: string[] = []
  readonly #db: Db
  /** Day of the last mail, by person, item, due date and words. */
  readonly #mailed = new Map<string, Day>()

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * @param told how many people each server says it has reminded
   * @returns the mails of this morning
   */
  async compare(
    today: Day,
    moment: Date,
    expected: ReadonlyMap<number, Told>,
    told: readonly number[],
  ): Promise<Mail[]> {
    const people = [...expected.keys()]
    this.#match(today, 'people', [String(expected.size)], [String(told.reduce((sum, one) => sum + one, 0))])
    this.#match(today, 'reminder', expectedItems(expected), await this.#recordedItems(today))
    this.#match(today, 'awaited', expectedProtocols(expected), await this.#recordedProtocols(today))

    const notices = await this.#notices(moment)
    this.#match(today, 'notice', people.map(String), [...new Set(notices)].map(String))
    const mails = await this.#takeMails()
    this.#match(today, 'mail', people.map(String), [...new Set(mails.map(({ userId }) => userId))].map(String))
    this.figures.severalMessages += notices.length - new Set(notices).size
    this.figures.severalMessages += mails.length - new Set(mails.map(({ userId }) => userId)).size
    this.figures.mails += mails.length
    this.figures.notices += notices.length
    for (const mail of mails) this.#read(mail, expected.get(mail.userId), today)
    return mails
  }

  #match(today: Day, what: string, expected: readonly string[], sent: readonly string[]) {
    const [wanted, found] = [new Set(expected), new Set(sent)]
    const missing = expected.filter((one) => !found.has(one))
    const surplus = sent.filter((one) => !wanted.has(one))
    this.#wrong(missing.length + surplus.length, today, what, { missing, surplus })
  }

  #wrong(count: number, today: Day, what: string, details: unknown) {
    this.figures.wrong += count
    if (count > 0 && this.examples.length < 10) this.examples.push(`${today} ${what} ${JSON.stringify(details)}`)
  }

  /** Each line of a mail is one of the expected reminders, in words that are true today, and was not sent before. */
  #read({ userId, lines, omitted }: Mail, told: Told | undefined, today: Day) {
    const items = new Map(told?.items.map((one) => [`${one.item.protocol.id} ${one.item.document}`, one]))
    const protocols = new Set(told?.protocols.map(({ id }) => id))
    const total = items.size + protocols.size
    if (lines.length + omitted !== total)
      this.#wrong(1, today, 'lines', { userId, lines: lines.length, omitted, total })
    this.figures.reminders += told?.items.length ?? 0
    this.figures.awaited += protocols.size
    for (const { protocolId, item: label, words, isOverdue } of lines) {
      const document = /D-\d+/.exec(label)?.[0]
      if (document === undefined) {
        if (!protocols.has(protocolId)) this.#wrong(1, today, 'awaited line', { userId, protocolId })
        continue
      }
      const expected = items.get(`${protocolId} ${document}`)
      if (!expected || (expected.kind === 'overdue') !== isOverdue) {
        this.#wrong(1, today, 'line', { userId, label, words })
        continue
      }
      const { item, kind } = expected
      if (!words.startsWith(wordsOf(item.due ?? '', today))) {
        this.figures.backDated += 1
        if (this.examples.length < 10) this.examples.push(`${today} ${words}, due ${item.due}`)
      }
      const key = `${userId} ${item.id} ${item.due} ${kind}`
      const last = this.#mailed.get(key)
      if (last && (kind !== 'overdue' || plus(last, 7) > today)) this.figures.double += 1
      this.#mailed.set(key, today)
    }
  }

  async #recordedItems(today: Day): Promise<string[]> {
    const rows = await this.#db.selectFrom('itemReminders').selectAll().where('sentOn', '=', today).execute()
    return rows.map(({ userId, itemId, returnDate, kind }) => `${userId} ${itemId} ${returnDate} ${kind}`)
  }

  async #recordedProtocols(today: Day): Promise<string[]> {
    const rows = await this.#db.selectFrom('receiptReminders').selectAll().where('sentOn', '=', today).execute()
    return rows.map(({ userId, protocolId }) => `${userId} ${protocolId}`)
  }

  async #notices(moment: Date): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('notifications')
      .select('userId')
      .where('createdAt', '=', moment.toISOString())
      .execute()
    return rows.map(({ userId }) => userId)
  }

  /** The reminders in the queue, which is then empty. */
  async #takeMails(): Promise<Mail[]> {
    const { rows } = await sql<{ data: MailOrder }>`
      delete from pgboss.job where name = 'mail' returning data`.execute(this.#db.withoutPlugins())
    return rows.flatMap(({ data }) => (data.kind === 'reminder' ? [data] : []))
  }
}

const expectedItems = (told: ReadonlyMap<number, Told>) =>
  [...told].flatMap(([userId, { items }]) => items.map(({ item, kind }) => `${userId} ${item.id} ${item.due} ${kind}`))

const expectedProtocols = (told: ReadonlyMap<number, Told>) =>
  [...told].flatMap(([userId, { protocols }]) => protocols.map(({ id }) => `${userId} ${id}`))

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

/** How a mail speaks of a due date on a day. */
function wordsOf(due: Day, today: Day): string {
  const days = Math.round((Date.parse(due) - Date.parse(today)) / 86_400_000)
  if (days < 0) return `atrasado há ${days === -1 ? '1 dia' : `${-days} dias`} (${inBrazil(due)})`
  if (days === 0) return 'vence hoje'
  if (days === 1) return 'vence amanhã'
  return `vence ${weekdays[new Date(due).getUTCDay()]} (${inBrazil(due).slice(0, 5)})`
}
