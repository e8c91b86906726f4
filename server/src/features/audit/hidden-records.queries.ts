import type { ErrorCode } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** A record that exists, and that the viewer may not see. */
export interface HiddenRecord {
  kind: string
  id: string
}

interface Hiding {
  kind: string
  /** Name of the path parameter. */
  param: string
  query: (id: number, viewer: Viewer) => RawBuilder<unknown>
}

/** The errors that hide records from those who may not see them. */
const hidings: Partial<Record<ErrorCode, Hiding>> = {
  PROTOCOL_NOT_FOUND: {
    ...{ kind: 'protocol', param: 'id' },
    query: (id, viewer) => sql`select from protocols where id = ${id} and not ${visibleTo(viewer)}`,
  },
  ITEM_NOT_FOUND: {
    ...{ kind: 'item', param: 'itemId' },
    query: (id, viewer) => sql`select from items where id = ${id} and not ${visibleTo(viewer, 'items')}`,
  },
  OCCURRENCE_NOT_FOUND: {
    ...{ kind: 'occurrence', param: 'id' },
    query: (id, viewer) => sql`select from occurrences where id = ${id} and not ${visibleTo(viewer, 'occurrences')}`,
  },
  EXTENSION_REQUEST_NOT_FOUND: {
    ...{ kind: 'extension_request', param: 'id' },
    query: (id, viewer) => sql`
      select from extension_requests where id = ${id} and not ${visibleTo(viewer, 'extension_requests')}`,
  },
  ATTACHMENT_NOT_FOUND: {
    ...{ kind: 'attachment', param: 'attachmentId' },
    query: (id, viewer) => sql`
      select from attachments join items on items.id = attachments.item_id
      where attachments.id = ${id} and not ${visibleTo(viewer, 'items')}`,
  },
  NOTIFICATION_NOT_FOUND: {
    ...{ kind: 'notification', param: 'id' },
    query: (id, viewer) => sql`select from notifications where id = ${id} and user_id <> ${viewer.id}`,
  },
  SESSION_NOT_FOUND: {
    ...{ kind: 'session', param: 'id' },
    query: (id, viewer) => sql`select from sessions where id = ${id} and user_id <> ${viewer.id}`,
  },
}

/**
 * The record behind a 404 that hides it, if there is one. Only requests that were refused cause this
 * query, after their response.
 *
 * @param params path parameters of the request
 */
export async function hiddenRecord(
  db: Db,
  viewer: Viewer,
  code: string | null,
  params: unknown,
): Promise<HiddenRecord[]> {
  const hiding = hidings[code as ErrorCode]
  const id = Number((params as Record<string, unknown> | undefined)?.[hiding?.param ?? ''])
  if (!hiding || !Number.isInteger(id)) return []
  const { rows } = await hiding.query(id, viewer).execute(db)
  return rows.length > 0 ? [{ kind: hiding.kind, id: String(id) }] : []
}

/** Ids that a bulk action did not find. */
export interface NotFound {
  kind: 'item' | 'protocol'
  ids: readonly number[]
}

/** Those of the records that exist and that the viewer may not see. */
export async function hiddenAmong(db: Db, viewer: Viewer, { kind, ids }: NotFound): Promise<HiddenRecord[]> {
  const table = kind === 'item' ? 'items' : 'protocols'
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', anyOf(ids))
    .where((eb) => eb.not(visibleTo(viewer, table)))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => ({ kind, id: String(id) }))
}
