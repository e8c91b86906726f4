import type { Comment } from '@malote/core/comments/comment.ts'
import type { HistoryEntry } from '@malote/core/history/history-entry.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { largestPage } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleTo } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { isoInstant } from '../../../platform/db/statements.ts'

/** Above every id. */
const newest = sql.lit(Number.MAX_SAFE_INTEGER)

/** A page of the history of protocol `p`, the newest entry first: those before the id `before`. */
export const historyPage = (before: RawBuilder<unknown> = newest) => sql`
  select h.id, h.action, filled_in(h.description, h.texts) as description, ${isoInstant(sql`h.created_at`)} as "createdAt",
    u.name as "createdBy", h.item_id as "itemId"
  from history h left join users u on u.id = h.created_by
  where h.protocol_id = p.id and h.id < ${before}
  order by h.id desc limit ${sql.lit(largestPage)}`

/** A page of the comments on protocol `p`, the oldest first: the last ones before the id `before`. */
export const commentsPage = (before: RawBuilder<unknown> = newest) => sql`
  select * from (
    select c.id, c.text, ${isoInstant(sql`c.created_at`)} as "createdAt",
      u.name as "createdBy", c.created_by as "createdById"
    from comments c join users u on u.id = c.created_by
    where c.protocol_id = p.id and c.id < ${before}
    order by c.id desc limit ${sql.lit(largestPage)}
  ) page
  order by id`

type Page = typeof historyPage

/** What a protocol has of it, for 'Mostrar anteriores' (contract 7.4.15). */
const readPage =
  <Entry>(page: Page) =>
  async (db: Db, viewer: Viewer, protocolId: number, before?: number): Promise<Entry[]> => {
    const entries = page(before === undefined ? newest : sql`${before}::bigint`)
    const { rows } = await sql<{ entries: Entry[] }>`
      select coalesce((select json_agg(x) from (${entries}) x), '[]') as entries
      from protocols p where p.id = ${protocolId} and ${visibleTo(viewer, 'p')}`.execute(db.withoutPlugins())
    if (!rows[0]) throw new AppError('PROTOCOL_NOT_FOUND')
    return rows[0].entries
  }

/** @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it */
export const earlierHistory = readPage<HistoryEntry>(historyPage)

/** @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it */
export const earlierComments = readPage<Comment>(commentsPage)
