import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { idsOf, type TypedText } from '../custody/typed-texts.repo.ts'
import { gatheredOr, gatherParts, type Kind } from './gather-notices.ts'

/** A notification for one person. */
export interface OwnNotice {
  userId: number
  type: NotificationType
  title: string
  message: string
  /** null when it is about several protocols. */
  protocolId: number | null
  /** null when it is about several items. */
  itemId: number | null
  /** Whether it tells of several protocols, of which `protocolId` may be the first. */
  isOfSeveral: boolean
  texts?: readonly TypedText[]
  /** The items that a reminder names; absent for other notifications. */
  itemIds?: readonly number[]
  createdAt: Date
}

/**
 * Writes notifications in the app, one person each. The caller has checked that they want them.
 *
 * @param kind what all of them tell of, if that is one event; else they do not stand for earlier ones
 * @returns the ids of the notifications, by person
 */
export async function writeNotifications(
  trx: Trx,
  notices: readonly OwnNotice[],
  kind?: Kind,
): Promise<ReadonlyMap<number, number>> {
  if (notices.length === 0) return new Map()
  const userId = sql`new.user_id`
  const { rows } = await sql<{ id: number; userId: number }>`
    with new as (
      select * from unnest(
      ${notices.map(({ userId }) => userId)}::int[],
      ${notices.map(({ type }) => type)}::text[],
      ${notices.map(({ title }) => title)}::text[],
      ${notices.map(({ message }) => message)}::text[],
      ${notices.map(({ protocolId }) => protocolId)}::int[],
      ${notices.map(({ itemId }) => itemId)}::int[],
      ${notices.map(({ isOfSeveral }) => isOfSeveral)}::boolean[],
      ${notices.map(({ texts }) => arrayLiteral(texts && idsOf(texts)))}::text[],
      ${notices.map(({ itemIds }) => arrayLiteral(itemIds))}::text[],
      ${notices.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
      ) new (user_id, type, title, message, protocol_id, item_id, is_of_several, texts, item_ids, created_at)
    ), ${kind ? gatherParts(kind, sql`select user_id from new`) : noneGathered}
    insert into notifications
      (user_id, type, title, times, message, protocol_id, item_id, is_of_several, texts, item_ids, created_at)
    select user_id, type, ${gatheredOr('title', userId, sql`new.title`)}, ${gatheredOr('times', userId, sql`1`)},
      message, protocol_id, item_id, is_of_several, texts::bigint[], item_ids::int[], created_at
    from new
    returning id, user_id
  `.execute(trx)
  return new Map(rows.map(({ id, userId }) => [userId, id]))
}

const noneGathered = sql`gathered as (select null::int as user_id, 0 as times, '' as title where false)`

/** Gives notifications other words and another subject. */
export async function rewriteNotifications(
  trx: Trx,
  notices: readonly (Omit<OwnNotice, 'userId' | 'type' | 'createdAt'> & { id: number })[],
): Promise<void> {
  if (notices.length === 0) return
  await sql`
    update notifications n
    set title = new.title, message = new.message, protocol_id = new.protocol_id, item_id = new.item_id,
      is_of_several = new.is_of_several, texts = new.texts::bigint[], item_ids = new.item_ids::int[]
    from unnest(
      ${notices.map(({ id }) => id)}::bigint[],
      ${notices.map(({ title }) => title)}::text[],
      ${notices.map(({ message }) => message)}::text[],
      ${notices.map(({ protocolId }) => protocolId)}::int[],
      ${notices.map(({ itemId }) => itemId)}::int[],
      ${notices.map(({ isOfSeveral }) => isOfSeveral)}::boolean[],
      ${notices.map(({ texts }) => arrayLiteral(texts && idsOf(texts)))}::text[],
      ${notices.map(({ itemIds }) => arrayLiteral(itemIds))}::text[]
    ) new (id, title, message, protocol_id, item_id, is_of_several, texts, item_ids)
    where n.id = new.id
  `.execute(trx)
}

/** An array of an array: `unnest` would take it apart. */
const arrayLiteral = (values: readonly number[] | undefined) => (values ? `{${values.join(',')}}` : null)
