import { AppError } from '@malote/core/shared/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'

/** The person whose act notifies others. */
export type Notifier = Pick<Actor, 'id' | 'mostNotified'>

/**
 * The same person without a limit, for recipients that the actor did not choose: a refusal would leave the change half
 * done.
 */
export const unlimited = ({ id }: Pick<Notifier, 'id'>): Notifier => ({ id, mostNotified: Infinity })

/**
 * Two parts of a statement that notifies people: `allowance` has one row, whether that many `coming` people may be notified
 * after those `before`, and `counted` counts them if so. They belong to the transaction that notifies, so that what is
 * rolled back does not count.
 *
 * @param coming an expression
 * @param from what the expression refers to
 */
export const allowanceParts = (by: Notifier, at: Date, coming: RawBuilder<number>, from = sql``) => sql`
  allowance as materialized (
    select coming, before, ${mayNotify(sql`before`, sql`coming`, mostOf(by))} as is_allowed
    from (select ${coming} as coming, ${notifiedBefore(by, at)} as before ${from}) a
  ), counted as (
    insert into notified_people (actor_id, notified_at, people)
    select ${by.id}::int, ${at}::timestamptz, coming from allowance
    where is_allowed and coming > 0 and ${Number.isFinite(by.mostNotified)}::boolean
  )`

/** What such a statement says about its notice. */
export interface Allowance {
  coming: number
  before: number
  isAllowed: boolean
}

/** null without a limit */
export const mostOf = ({ mostNotified }: Notifier): number | null =>
  Number.isFinite(mostNotified) ? mostNotified : null

/** Number of people notified in the hour before, without those that the same statement counts. */
export const notifiedBefore = (by: { id: Value<number> }, at: Value<Date>) => sql<number>`(
  select coalesce(sum(people), 0)::int from notified_people where ${isInHourBefore(by, at)}
)`

const isInHourBefore = ({ id }: { id: Value<number> }, at: Value<Date>) =>
  sql<boolean>`actor_id = ${id}::int and notified_at > ${at}::timestamptz - interval '1 hour'`

/** A value, or an expression of a statement. */
type Value<Type> = Type | RawBuilder<unknown>

/**
 * Something that may have too many people to be notified.
 */
export interface Limited {
  /** The person who did it, who is not notified. */
  by: Notifier
  at: Date
  /**
   * Refuses the act then, because it is there to tell somebody something. By default only its notice is left out: what
   * happened is recorded, whoever hears of it.
   */
  isRefusable?: boolean
}

/**
 * Refuses an act that would notify too many people. The first act of an hour is always possible, however large the
 * department that it notifies.
 *
 * @param before people notified in the hour before
 * @param coming people whom the act notifies
 * @throws AppError TOO_MANY_NOTIFIED
 */
export async function ensureMayNotify(trx: Db, by: Notifier, at: Date, before: number, coming: number) {
  if (before === 0 || coming === 0 || before + coming <= by.mostNotified) return
  throw new AppError('TOO_MANY_NOTIFIED', { retryAfter: await secondsUntil(trx, by, at, by.mostNotified - coming) })
}

/**
 * The rule of {@link ensureMayNotify} as SQL, for a statement that writes only what may be written.
 *
 * @param most null without a limit
 */
export const mayNotify = (before: RawBuilder<number>, coming: RawBuilder<number>, most: Value<number | null>) =>
  sql<boolean>`(${before} = 0 or ${coming} = 0 or coalesce(${before} + ${coming} <= ${most}::bigint, true))`

/** Seconds until at most so many people were notified within an hour, or nobody was. */
async function secondsUntil(trx: Db, by: Notifier, at: Date, most: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with acts as (
      select notified_at, sum(people) over (order by notified_at desc) as with_later
      from notified_people where ${isInHourBefore(by, at)} and notified_at < ${at}::timestamptz
    )
    select ceil(extract(epoch from max(notified_at) + interval '1 hour' - ${at}::timestamptz))::int as seconds
    from acts where with_later > ${Math.max(0, most)}
  `.execute(trx)
  return rows[0]?.seconds ?? hour
}

/** Seconds. */
const hour = 3600
