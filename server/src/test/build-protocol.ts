import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import { buildDepartment, buildItemType, buildUser } from './builders.ts'

export type ItemFields = Omit<Partial<Insertable<DB['items']>>, 'status'> & { status?: ItemStatus }

export type ProtocolFields = Omit<Partial<Insertable<DB['protocols']>>, 'status' | 'createdAt'> & {
  status?: ProtocolStatus
  createdAt?: Date | string
  /** One per item; what it does not say follows from the protocol's status. Default: one item. */
  items?: ItemFields[]
}

/**
 * A protocol in any status, straight into the tables, without history, notifications or totals of our own: the
 * triggers keep those. Whoever acted on it is its creator unless the fields say otherwise.
 *
 * Defaults: new departments, requires return, one item that fits the status (pendente while it is open) and, when it
 * must return, is due 7 days after the creation.
 */
export async function buildProtocol(
  db: Db,
  {
    items = [{}],
    status = protocolStatus.pending,
    requiresReturn = true,
    createdAt = new Date(),
    ...fields
  }: ProtocolFields = {},
) {
  const originDepartmentId = fields.originDepartmentId ?? (await buildDepartment(db)).id
  const destinationDepartmentId = fields.destinationDepartmentId ?? (await buildDepartment(db)).id
  const createdBy = fields.createdBy ?? (await buildUser(db, { departmentId: originDepartmentId })).id
  const at = new Date(createdAt)
  const isReceived = requiresReturn && (status === protocolStatus.inProgress || status === protocolStatus.completed)

  const protocol = await db
    .insertInto('protocols')
    .values({
      remarks: 'Documentos para conferência',
      status,
      requiresReturn,
      createdAt: at,
      ...(isReceived && { receivedBy: createdBy, receivedAt: at }),
      ...(status === protocolStatus.completed && { completedBy: createdBy, completedAt: at }),
      ...(status === protocolStatus.cancelled && { cancelledBy: createdBy, cancelledAt: at, cancelReason: 'Engano' }),
      ...fields,
      originDepartmentId,
      destinationDepartmentId,
      createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  const built = []
  for (const [index, item] of items.entries()) {
    built.push(
      await buildItem(db, {
        position: index + 1,
        status: statusOfItemsIn[status],
        returnDate: requiresReturn ? addDays(at.toISOString().slice(0, 10), 7) : null,
        ...item,
        protocolId: protocol.id,
        actedBy: createdBy,
        at,
      }),
    )
  }
  return { ...protocol, items: built }
}

const statusOfItemsIn: Record<ProtocolStatus, ItemStatus> = {
  [protocolStatus.pending]: itemStatus.pending,
  [protocolStatus.inProgress]: itemStatus.pending,
  [protocolStatus.completed]: itemStatus.completed,
  [protocolStatus.cancelled]: itemStatus.cancelled,
}

/** An item of a protocol that exists; who acted on it, and when, defaults to `actedBy` and `at`. */
async function buildItem(
  db: Db,
  {
    status = itemStatus.pending,
    actedBy,
    at,
    ...fields
  }: ItemFields & { protocolId: number; position: number; actedBy: number; at: Date },
) {
  return db
    .insertInto('items')
    .values({
      documentNumber: `DOC-${fields.protocolId}-${fields.position}`,
      itemTypeId: fields.itemTypeId ?? (await buildItemType(db)).id,
      reason: 'Conferência',
      status,
      createdAt: at,
      ...(status === itemStatus.returned && { actualReturnDate: at, returnedBy: actedBy }),
      ...(status === itemStatus.completed && { completedAt: at, completedBy: actedBy }),
      ...(status === itemStatus.cancelled && { cancelledAt: at, cancelledBy: actedBy, cancelReason: 'Engano' }),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
