import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Business days since an instant. The subquery does not depend on the row: PostgreSQL reads the holidays at most once per
 * statement, and not at all when no row asks for them.
 *
 * @param sentAt an expression
 * @param today  the organisation's civil day, or an expression
 */
export const awaitingReceiptDays = (
  sentAt: RawBuilder<unknown>,
  today: CivilDate | RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`
  business_days(civil_day(${sentAt}), ${today}::date, (
    select coalesce(array_agg(date), '{}') from holidays where date <= ${today}::date and extract(isodow from date) < 6
  ))`
