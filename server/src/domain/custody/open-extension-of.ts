import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import { type RawBuilder, sql } from 'kysely'
import { isoInstant } from '../../platform/db/iso-instant.ts'

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
