import { largestDocument } from '@malote/core/documents/document-query.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { canPrint } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { fingerprintOf, readCodes } from '../../domain/codes/codes.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { instantText, type PaperProtocol } from './paper.ts'

/** Most items of one document: more would keep a thread busy for minutes. */
const mostItems = 5_000

/**
 * The protocols in the order of `ids`.
 *
 * @throws AppError PROTOCOL_NOT_FOUND when the viewer may not see one of them, DOCUMENT_TOO_LONG
 */
export async function readProtocols(db: Db, viewer: Viewer, ids: readonly number[], timeZone: string) {
  const protocols = await db
    .selectFrom('protocols as p')
    .innerJoin('departments as o', 'o.id', 'p.originDepartmentId')
    .innerJoin('departments as d', 'd.id', 'p.destinationDepartmentId')
    .innerJoin('users as u', 'u.id', 'p.createdBy')
    .select(['p.id', 'p.status', 'p.remarks', 'p.requiresReturn', 'p.createdAt', 'p.totalItems', 'u.name as sender'])
    .select(['p.originDepartmentId', 'p.destinationDepartmentId', 'o.name as origin', 'd.name as destination'])
    .where('p.id', '=', anyOf(ids))
    .where(visibleTo(viewer, 'p'))
    .execute()
  if (protocols.length < new Set(ids).size) throw new AppError('PROTOCOL_NOT_FOUND')
  if (protocols.reduce((sum, { totalItems }) => sum + totalItems, 0) > mostItems)
    throw new AppError('DOCUMENT_TOO_LONG')
  const rows = await db
    .selectFrom('items as i')
    .innerJoin('itemTypes as t', 't.id', 'i.itemTypeId')
    .leftJoin('categories as c', 'c.id', 'i.categoryId')
    .leftJoin('users as u', 'u.id', 'i.responsibleId')
    .select([
      'i.id',
      'i.protocolId',
      'i.position',
      'i.documentNumber',
      'i.description',
      'i.itemTypeId',
      't.name as type',
    ])
    .select([
      'c.name as category',
      'u.name as responsible',
      'i.reason',
      'i.status',
      'i.returnDate',
      'i.actualReturnDate',
    ])
    .where('i.protocolId', '=', anyOf(ids))
    .orderBy('i.protocolId')
    .orderBy('i.position')
    .execute()
  const codes = await readCodes(db)
  const codesOfItems = codes.of('item', rows.map(({ id }) => id)) // biome-ignore format: one thing
  const items = Map.groupBy(
    rows.map(({ actualReturnDate, ...item }, index) => ({
      ...item,
      code: codesOfItems[index] ?? '',
      returnedAt: actualReturnDate === null ? null : instantText(actualReturnDate, timeZone),
    })),
    ({ protocolId }) => protocolId,
  )
  const byId = new Map(protocols.map((protocol) => [protocol.id, protocol]))
  return ids.flatMap((id) => {
    const protocol = byId.get(id)
    if (!protocol) return []
    const own = items.get(id) ?? []
    const isReceived = protocol.requiresReturn
      ? protocol.status !== protocolStatus.pending
      : protocol.status === protocolStatus.completed
    return {
      ...protocol,
      isReceived,
      code: codes.of('protocol', [id]).join(),
      fingerprint: fingerprintOf({ ...protocol, items: own }),
      sentAt: instantText(protocol.createdAt, timeZone),
      items: own,
    }
  })
}

/**
 * The same for papers on which cancelled items are left out.
 *
 * @throws AppError as {@link readProtocols}, CANCELLED_IS_NOT_PRINTED
 */
export async function readDeparting(db: Db, viewer: Viewer, ids: readonly number[], timeZone: string) {
  const protocols = await readProtocols(db, viewer, ids, timeZone)
  for (const protocol of protocols) ensure(canPrint(protocol as never))
  return protocols.map(
    (protocol): PaperProtocol => ({
      ...protocol,
      items: protocol.items.filter(({ status }) => status !== itemStatus.cancelled),
    }),
  )
}

/**
 * Items in the order of `ids`, each with its protocol.
 *
 * @throws AppError ITEM_NOT_FOUND when the viewer may not see one of them, ITEM_ALREADY_CANCELLED, INVALID_INPUT,
 * DOCUMENT_TOO_LONG
 */
export async function readItems(db: Db, viewer: Viewer, ids: readonly number[], timeZone: string) {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'protocolId'])
    .where('id', '=', anyOf(ids))
    .where(visibleTo(viewer, 'items'))
    .execute()
  if (rows.length < ids.length) throw new AppError('ITEM_NOT_FOUND')
  const protocolIds = [...new Set(rows.map(({ protocolId }) => protocolId))]
  if (protocolIds.length > largestDocument.protocols) {
    const message = `Selecione itens de no máximo ${largestDocument.protocols} protocolos por vez`
    throw invalidFields({ item_ids: message })
  }
  const protocols = await readProtocols(db, viewer, protocolIds, timeZone)
  const found = new Map(
    protocols.flatMap(({ items, ...protocol }) => items.map((item) => [item.id, { item, protocol }] as const)),
  )
  return ids.map((id) => {
    const one = found.get(id)
    if (!one) throw new AppError('ITEM_NOT_FOUND')
    if (one.item.status === itemStatus.cancelled) throw new AppError('ITEM_ALREADY_CANCELLED')
    return one
  })
}
