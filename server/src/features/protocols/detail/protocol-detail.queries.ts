import type { Comment } from '@malote/core/comments/comment.ts'
import type { HistoryEntry } from '@malote/core/history/history-entry.ts'
import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { type CustodyPath, custodyPathOf } from '@malote/core/protocols/custody-path.ts'
import type { PrintData, ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canPrint } from '@malote/core/protocols/protocol-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { largestPage } from '@malote/core/shared/pagination.ts'
import type { Hop } from '@malote/core/tracking/hop.ts'
import { type Role, roles } from '@malote/core/users/role.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { codeKey, codesOf, fingerprintOf } from '../../../domain/codes/codes.ts'
import {
  absenceOf,
  itemAttachmentsJson,
  openExtensionOf,
  openOccurrencesOf,
  withAbsence,
} from '../../../domain/custody/custody-columns.ts'
import { protocolRowColumns, protocolRowTables } from '../../../domain/custody/protocol-row.queries.ts'
import { forwardedFromOf, forwardedToOf, hopsOf } from '../../../domain/visibility/hops.ts'
import { type SqlViewer, visibleTo } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { compiledOnce, isoInstant } from '../../../platform/db/statements.ts'

const itemsFor = (viewer: SqlViewer) => sql`
  select i.id, i.protocol_id as "protocolId", i.document_number as "documentNumber", i.description,
    t.name as "itemType", i.item_type_id as "itemTypeId",
    c.name as "category", i.category_id as "categoryId", c.color as "categoryColor",
    s.company_name as "supplier", i.supplier_id as "supplierId",
    u.name as "responsible", i.responsible_id as "responsibleId",
    u.id is not null and (not u.is_active or u.department_id is distinct from i.destination_department_id)
      as "responsibleHasLeft",
    i.return_date as "returnDate", i.original_return_date as "originalReturnDate",
    ${isoInstant(sql`i.actual_return_date`)} as "actualReturnDate",
    i.reason, i.cancel_reason as "cancelReason", i.status,
    ${isoInstant(sql`i.reminded_at`)} as "remindedAt", reminder.name as "remindedBy",
    ${forwardedFromOf(viewer, 'i')} as "forwardedFrom", ${forwardedToOf(viewer, 'i')} as "forwardedTo",
    ${hopsOf(viewer, 'i')} as hops,
    ${openOccurrencesOf('i.id')} as "openOccurrences", ${absenceOf('i.id')} as absent, ${openExtensionOf('i.id')} as "extensionRequest",
    ${itemAttachmentsJson('i.id')} as attachments
  from items i
  join item_types t on t.id = i.item_type_id
  left join categories c on c.id = i.category_id
  left join suppliers s on s.id = i.supplier_id
  left join users u on u.id = i.responsible_id
  left join users reminder on reminder.id = i.reminded_by
  where i.protocol_id = p.id
  order by i.position`

const removals = sql`
  select b.kind, b.target_id as "targetId", ${isoInstant(sql`b.removed_at`)} as "removedAt", u.name as "removedBy"
  from black_outs b join users u on u.id = b.removed_by
  where b.protocol_id = p.id
  order by b.id`

interface Values {
  id: number
  departmentId: number
  today: CivilDate
}

interface Row {
  protocol: Omit<ProtocolDetail, 'items'> & { items: TravelledItem[]; codeKey: string }
}

/** Long, and read with every page of a protocol: compiling it took a fifth of the server's time for the response. */
const detailFor = (role: Role) =>
  compiledOnce<Values, Row>((place) => {
    const viewer = { role, departmentId: place('departmentId') }
    return sql<Row>`
      select to_json(r) as protocol from (
        select ${protocolRowColumns(place('today'))}, p.version, p.created_by as "originUserId",
          receiver.name as "receivedBy",
          ${isoInstant(sql`p.completed_at`)} as "completedAt", completer.name as "completedBy",
          ${isoInstant(sql`p.cancelled_at`)} as "cancelledAt", canceller.name as "cancelledBy",
          p.cancel_reason as "cancelReason", ${codeKey} as "codeKey",
          (select r.id from protocols r where r.id = p.redirected_from and ${visibleTo(viewer, 'r')}) as "redirectedFrom",
          (select r.id from protocols r where r.redirected_from = p.id and ${visibleTo(viewer, 'r')}) as "redirectedTo",
          coalesce((select json_agg(x) from (${itemsFor(viewer)}) x), '[]') as items,
          coalesce((select json_agg(x) from (${historyPage()}) x), '[]') as history,
          (select count(*) from history h where h.protocol_id = p.id) as "historyCount",
          coalesce((select json_agg(x) from (${commentsPage()}) x), '[]') as comments,
          (select count(*) from comments c where c.protocol_id = p.id) as "commentsCount",
          coalesce((select json_agg(x) from (${removals}) x), '[]') as removals
        from ${protocolRowTables}
        left join users receiver on receiver.id = p.received_by
        left join users completer on completer.id = p.completed_by
        left join users canceller on canceller.id = p.cancelled_by
        where p.id = ${place('id')} and ${visibleTo(viewer, 'p')}
      ) r`
  })

const detail = new Map(roles.map((role) => [role, detailFor(role)]))

/**
 * A protocol with its items and their attachments, the newest page of its history (newest first) and of its comments
 * (oldest first), in one statement, and the path of its custody. Without Kysely plugins, because all names are final.
 *
 * @param today the organisation's civil day
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it
 */
export async function findProtocol(db: Db, viewer: Viewer, id: number, today: CivilDate): Promise<ProtocolDetail> {
  const read = detail.get(viewer.role) ?? detailFor(viewer.role)
  const [found] = await read(db.withoutPlugins(), { id, departmentId: ownDepartment(viewer), today })
  if (!found) throw new AppError('PROTOCOL_NOT_FOUND')
  const { items, codeKey: key, ...protocol } = found.protocol
  const codes = codesOf(key)
  const itemCodes = codes.of(
    'item',
    items.map((item) => item.id),
  )
  return {
    ...protocol,
    code: codes.of('protocol', [id])[0],
    fingerprint: fingerprintOf({ ...protocol, items }),
    items: items.map(({ hops, ...item }, index) => ({ ...withAbsence(item), code: itemCodes[index] })),
    path: pathOf(protocol, items),
  }
}

type TravelledItem = Item & { hops: Hop[] | null }

function pathOf(protocol: Omit<ProtocolDetail, 'items'>, items: readonly TravelledItem[]): CustodyPath {
  const { id, destinationDepartment, createdAt, receivedAt, requiresReturn } = protocol
  return custodyPathOf(
    { protocolId: id, department: destinationDepartment, since: createdAt, receivedAt, requiresReturn },
    items.map(({ forwardedFrom, hops, ...item }) => ({
      ...{ id: item.id, status: item.status, returnDate: item.returnDate },
      returnedAt: item.actualReturnDate,
      from: forwardedFrom?.department ?? null,
      hops: hops ?? [],
    })),
  )
}

/**
 * Data of the departure form. Cancelled items are left out, because they do not depart.
 *
 * @param today the organisation's civil day
 * @throws AppError PROTOCOL_NOT_FOUND, CANCELLED_IS_NOT_PRINTED
 */
export async function printProtocol(db: Db, viewer: Viewer, id: number, today: CivilDate): Promise<PrintData> {
  const { items, ...protocol } = await findProtocol(db, viewer, id, today)
  ensure(canPrint(protocol))
  return { protocol, items: items.filter(({ status }) => status !== itemStatus.cancelled) }
}

/** Above every id. */
const newest = sql.lit(Number.MAX_SAFE_INTEGER)

/** A page of the history of protocol `p`, the newest entry first: those before the id `before`. */
const historyPage = (before: RawBuilder<unknown> = newest) => sql`
  select h.id, h.action, filled_in(h.description, h.texts) as description, ${isoInstant(sql`h.created_at`)} as "createdAt",
    u.name as "createdBy", h.item_id as "itemId"
  from history h left join users u on u.id = h.created_by
  where h.protocol_id = p.id and h.id < ${before}
  order by h.id desc limit ${sql.lit(largestPage)}`

/** A page of the comments on protocol `p`, the oldest first: the last ones before the id `before`. */
const commentsPage = (before: RawBuilder<unknown> = newest) => sql`
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
