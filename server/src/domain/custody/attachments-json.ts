import type { Attachment } from '@malote/core/items/item.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

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
