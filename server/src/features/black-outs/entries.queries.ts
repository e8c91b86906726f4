import { removedText } from '@malote/core/black-outs/black-out.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'

/** A history entry with everything that it says. */
export interface Entry {
  id: number
  action: string
  description: string
  /** Instant, with all digits of the database. */
  at: string
  /** The item, or the items, that it is about. */
  itemIds: number[]
  /** What it says of each of several items. */
  itemTexts: string[]
  /** False for some seconds after it was written. */
  isChained: boolean
}

/** The entries of a locked protocol whose texts are still there, the oldest first. */
export async function entriesOf(trx: Trx, protocolId: number): Promise<Entry[]> {
  const { rows } = await selected(sql`h.protocol_id = ${protocolId} and h.description <> ${removedText}`).execute(trx)
  return rows
}

/** An entry of a protocol; also one whose texts were removed. */
export async function findEntry(trx: Trx, protocolId: number, id: number): Promise<Entry | undefined> {
  const { rows } = await selected(sql`h.protocol_id = ${protocolId} and h.id = ${id}`).execute(trx)
  return rows[0]
}

const selected = (condition: RawBuilder<unknown>) => sql<Entry>`
  select h.id, h.action, h.description, h.created_at::text as at,
    coalesce(items.ids, array_remove(array[h.item_id], null)) as item_ids,
    coalesce(items.texts, '{}') as item_texts,
    exists (select from history_chain c where c.history_id = h.id) as is_chained
  from history h
  left join lateral (
    select array_agg(item_id) as ids, array_agg(description) as texts from history_items where history_id = h.id
  ) items on true
  where ${condition}
  order by h.id`
