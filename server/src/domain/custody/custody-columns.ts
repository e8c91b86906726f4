import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import { type Absence, type Attachment, absences } from '@malote/core/items/item.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoInstant } from '../../platform/db/statements.ts'

/**
 * Files as a JSON array, oldest first, `[]` when there are none.
 *
 * @param condition on `attachments a`
 */
export const attachmentsJson = (condition: RawBuilder<SqlBool>): RawBuilder<Attachment[]> =>
  // The keys are core's: the plugin does not rename keys inside JSON.
  sql<Attachment[]>`coalesce((
    select json_agg(json_strip_nulls(json_build_object(
      'id', a.id, 'fileName', a.file_name, 'contentType', a.content_type, 'sizeBytes', a.size_bytes,
      'scanSkipped', nullif(a.scan_skipped, false)
    )) order by a.id)
    from attachments a where ${condition}
  ), '[]')`

/** An item's own files, without the photos of its occurrences. @param item the item's id, such as `i.id` */
export const itemAttachmentsJson = (item: string): RawBuilder<Attachment[]> =>
  attachmentsJson(sql<SqlBool>`a.item_id = ${sql.ref(item)} and a.occurrence_id is null`)

/** The open request with the id of who asked, which rules and notices need. */
export type OpenRequest = OpenExtension & { askedById: number }

/**
 * The open request for more time of an item, as JSON; null when there is none, which costs one look into
 * `extension_requests_open_key`.
 *
 * @param item the item's id, such as `i.id`
 */
export const openExtensionOf = (item: string): RawBuilder<OpenRequest | null> =>
  // The keys are core's: the plugin does not rename keys inside JSON.
  sql<OpenRequest | null>`(
    select json_build_object(
      'id', r.id, 'requestedDate', r.requested_date, 'reason', r.reason,
      'askedBy', asker.name, 'askedById', r.asked_by, 'askedAt', ${isoInstant(sql`r.asked_at`)}
    )
    from extension_requests r join users asker on asker.id = r.asked_by
    where r.item_id = ${sql.ref(item)} and r.status = 'aberto'
  )`

/**
 * Number of open occurrences of an item, an index-only scan of `occurrences_open_key`.
 *
 * @param item the item's id, such as `i.id`
 */
export const openOccurrencesOf = (item: string): RawBuilder<number> =>
  sql<number>`(select count(*)::int from occurrences o where o.item_id = ${sql.ref(item)} and o.status = 'aberta')`

/**
 * The open occurrence that says that an item is not there; null if none does.
 *
 * @param item the item's id, such as `i.id`
 */
export const absenceOf = (item: string): RawBuilder<Absence | null> =>
  sql<Absence | null>`(
    select min(o.kind) from occurrences o
    where o.item_id = ${sql.ref(item)} and o.status = 'aberta' and o.kind in (${sql.join(absences.map(sql.lit))})
  )`

/** A row without `absent` where that is null. */
export const withAbsence = <Row extends { absent?: Absence | null | undefined }>({ absent, ...row }: Row) =>
  absent ? { ...row, absent } : row

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
