import type { BlackOutKind } from '@malote/core/black-outs/black-out.ts'
import { type RawBuilder, sql } from 'kysely'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'

/** Removed content: its kind, and the id of the record. */
export interface Removed {
  kind: BlackOutKind
  targetId: number
}

/** Who removes something, why and when. */
interface Removal {
  protocolId: number
  reason: string
  by: number
  at: Date
}

/** Records removals; the database then refuses to change or to delete the records. */
export const insertBlackOuts = (trx: Trx, removed: readonly Removed[], { protocolId, reason, by, at }: Removal) =>
  trx
    .insertInto('blackOuts')
    .values(removed.map((one) => ({ ...one, protocolId, reason, removedBy: by, removedAt: at })))
    .execute()

/** Removes the copies of texts. The removal of all is on record. */
export async function blackOutCopies(trx: Trx, removed: readonly Removed[]): Promise<void> {
  for (const { kind, targetId } of removed) await sql`select black_out_texts(${kind}, ${targetId}::bigint)`.execute(trx)
}

/** Removes the texts that a history entry quotes, or its sentences too. Its removal is on record. */
export const blackOutEntry = (trx: Trx, id: number, what: 'quoted' | 'history') =>
  sql`select ${sql.raw(`black_out_${what}`)}(${id}::bigint)`.execute(trx)

/**
 * Ids of the items of other protocols that are the same thing as this one, before and after: passing on and redirecting
 * copy the texts of an item.
 *
 * The items of a redirected protocol are those that were cancelled with it, in their order; they became the first ones of
 * the new protocol.
 */
export async function otherHopsOf(trx: Trx, itemId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive same as (
      select id, protocol_id, forwarded_from_item_id, position, cancelled_at from items where id = ${itemId}
      union
      select next.* from same cross join lateral (
        select id, protocol_id, forwarded_from_item_id, position, cancelled_at from items
        where id = same.forwarded_from_item_id
        union all
        select id, protocol_id, forwarded_from_item_id, position, cancelled_at from items
        where forwarded_from_item_id = same.id
        union all
        select i.id, i.protocol_id, i.forwarded_from_item_id, i.position, i.cancelled_at
        from protocols p
        join protocols successor on successor.redirected_from = p.id
        join items i on i.protocol_id = successor.id and i.position = (
          select count(*) from items earlier
          where earlier.protocol_id = p.id and earlier.cancelled_at = p.cancelled_at
            and earlier.position <= same.position
        )
        where p.id = same.protocol_id and p.cancelled_at = same.cancelled_at
        union all
        select i.id, i.protocol_id, i.forwarded_from_item_id, i.position, i.cancelled_at
        from protocols p cross join lateral (
          select earlier.*, row_number() over (order by earlier.position) as place
          from items earlier join protocols cancelled on cancelled.id = earlier.protocol_id
          where cancelled.id = p.redirected_from and earlier.cancelled_at = cancelled.cancelled_at
        ) i
        where p.id = same.protocol_id and i.place = same.position
      ) next
    )
    select id from same where id <> ${itemId} order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Ids of the protocols that a protocol was redirected from, and to, however often. */
export async function redirectionsOf(trx: Trx, protocolId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive same as (
      select id, redirected_from from protocols where id = ${protocolId}
      union
      select p.id, p.redirected_from from same join protocols p
        on p.id = same.redirected_from or p.redirected_from = same.id
    )
    select id from same where id <> ${protocolId} order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Locks the protocols of these items, the earliest first: a protocol is only locked before those that continue it. */
export const lockProtocolsOf = (trx: Trx, itemIds: readonly number[]) =>
  trx
    .selectFrom('protocols')
    .select('id')
    .where(
      'id',
      'in',
      trx
        .selectFrom('items')
        .select('protocolId')
        .where('id', 'in', [...itemIds]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** A history entry with what it says. */
export interface Entry {
  id: number
  action: string
  /** As people read it, and as it is stored. */
  description: string
  stored: string
  /** Instant, with all digits of the database. */
  at: string
  /** The item, or the items, that it is about. */
  itemIds: number[]
  /** The typed texts that it names, empty when they are removed; null when it names none because a server of 1.0.0 has written it. */
  typed: string[] | null
  /** Those of them that are copies of what is being removed, in any version. */
  copies: string[]
  /** What it says of each item, as stored. */
  itemTexts: string[]
  /** False for some seconds after it was written. */
  isChained: boolean
}

/** The entries of a locked protocol, the oldest first. */
export async function entriesOf(trx: Trx, protocolId: number, removed: readonly Removed[]): Promise<Entry[]> {
  const { rows } = await selected(sql`h.protocol_id = ${protocolId}`, removed).execute(trx)
  return rows
}

/** An entry of a protocol; also one whose texts were removed. */
export async function findEntry(trx: Trx, protocolId: number, id: number): Promise<Entry | undefined> {
  const { rows } = await selected(sql`h.protocol_id = ${protocolId} and h.id = ${id}`).execute(trx)
  return rows[0]
}

const selected = (condition: RawBuilder<unknown>, removed: readonly Removed[] = []) => sql<Entry>`
  select h.id, h.action, ${filledIn('h.description', 'h.texts')} as description, h.description as stored,
    h.created_at::text as at,
    coalesce(
      (select array_agg(item_id) from history_items where history_id = h.id), array_remove(array[h.item_id], null)
    ) as item_ids,
    case when h.texts is not null then array(select coalesce(body, '') from typed_texts where id = any(h.texts)) end as typed,
    array(
      select t.body from typed_texts t
      join unnest(
        ${removed.map(({ kind }) => kind)}::text[], ${removed.map(({ targetId }) => targetId)}::bigint[]
      ) removed (kind, target_id) using (kind, target_id)
      where t.id = any(h.texts) and t.body is not null
    ) as copies,
    array(select description from history_items where history_id = h.id and description is not null) as item_texts,
    exists (select from history_chain c where c.history_id = h.id) as is_chained
  from history h where ${condition} order by h.id`
