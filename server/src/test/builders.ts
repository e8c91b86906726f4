import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { dayCount } from '@malote/core/shared/due-date.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import { type Insertable, sql } from 'kysely'
import { hashPassword } from '../features/auth/password.ts'
import type { Db } from '../platform/db/connect.ts'
import type { DB } from '../platform/db/schema.ts'

let last = 0
/** A unique number within a test file, for names and addresses. */
const serial = () => {
  last += 1
  return last
}

type Row<Table extends keyof DB> = Partial<Insertable<DB[Table]>>

export const buildDepartment = (db: Db, fields: Row<'departments'> = {}) =>
  db
    .insertInto('departments')
    .values({ name: `Departamento ${serial()}`, description: null, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The default password of built users. */
export const testPassword = 'senha-de-teste'

/** argon2id of `testPassword`, as expensive as in production. */
export const expensiveHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nA2kjfCtyqZ3cDSb68Jmgw$xp3PxFNqcYvc5gZ36zwjkJ8zAwyiyLIOvudcEYHmtyA'

const testPasswordHash = '$argon2id$v=19$m=8,t=1,p=1$QpF3TRGOVFdPPTur6LcJdg$B1WbnkBr8HBEHmylsQwGWkH5OTVMBEem+GVtttcVItY'

export type UserFields = Omit<Row<'users'>, 'role'> & {
  role?: Role
  /** null: first access is pending, and the user cannot sign in yet. */
  password?: string | null
}

/** A person who can sign in. Creates a new department unless one (or null, for an Admin) is given. */
export async function buildUser(db: Db, { password, role: userRole = role.user, ...fields }: UserFields = {}) {
  const n = serial()
  const row = await db
    .insertInto('users')
    .values({
      name: `Pessoa ${n}`,
      email: `pessoa${n}@malote.test`,
      role: userRole,
      departmentId: fields.departmentId === undefined ? (await buildDepartment(db)).id : fields.departmentId,
      passwordHash: password === null ? null : password === undefined ? testPasswordHash : await hashPassword(password),
      firstAccess: password === null,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, role: userRole }
}

export const buildAdmin = (db: Db, fields: UserFields = {}) => buildUser(db, { ...fields, role: role.admin })
export const buildManager = (db: Db, fields: UserFields = {}) => buildUser(db, { ...fields, role: role.manager })

/** A category with return within 5 business days; `returnDays: null` makes one without return. */
export const buildCategory = (db: Db, fields: Row<'categories'> = {}) =>
  db
    .insertInto('categories')
    .values({ name: `Categoria ${serial()}`, returnDays: 5, dayCount: dayCount.business, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()

export const buildItemType = (db: Db, fields: Row<'itemTypes'> = {}) =>
  db
    .insertInto('itemTypes')
    .values({ name: `Tipo ${serial()}`, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()

export const buildSupplier = (db: Db, fields: Row<'suppliers'> = {}) => {
  const n = serial()
  return db
    .insertInto('suppliers')
    .values({
      cnpj: String(n).padStart(14, '0'),
      companyName: `Fornecedor ${n} Ltda`,
      state: 'SP',
      city: 'São Paulo',
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const buildNotification = (db: Db, { userId, ...fields }: Row<'notifications'> & { userId: number }) =>
  db
    .insertInto('notifications')
    .values({ userId, type: 'new_protocol', title: 'Novo protocolo', message: `Aviso ${serial()}`, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()

/** An open occurrence of an existing item, inserted directly; the copies come from the item. */
export const buildOccurrence = (
  db: Db,
  { itemId, openedBy, ...fields }: Partial<Insertable<DB['occurrences']>> & { itemId: number; openedBy: number },
) =>
  db
    .insertInto('occurrences')
    .columns([
      ...(['itemId', 'protocolId', 'originDepartmentId', 'destinationDepartmentId', 'documentNumber'] as const),
      ...(['kind', 'description', 'openedBy', 'openedAt'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('items')
        .select(['id', 'protocolId', 'originDepartmentId', 'destinationDepartmentId', 'documentNumber'])
        .select([
          eb.val(fields.kind ?? 'lost').as('kind'),
          eb.val(fields.description ?? 'Não foi encontrado').as('description'),
          eb.val(openedBy).as('openedBy'),
          sql<Date>`${fields.openedAt ?? new Date('2026-11-19T12:00:00Z')}::timestamptz`.as('openedAt'),
        ])
        .where('id', '=', itemId),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** An open request for more time for an existing item, inserted directly; the copies come from the item. */
export const buildExtensionRequest = (
  db: Db,
  { itemId, askedBy, ...fields }: Partial<Insertable<DB['extensionRequests']>> & { itemId: number; askedBy: number },
) =>
  db
    .insertInto('extensionRequests')
    .columns([
      ...(['itemId', 'protocolId', 'originDepartmentId', 'destinationDepartmentId'] as const),
      ...(['requestedDate', 'reason', 'askedBy', 'askedAt'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('items')
        .select(['id', 'protocolId', 'originDepartmentId', 'destinationDepartmentId'])
        .select([
          sql<string>`${fields.requestedDate ?? '2026-12-31'}::date`.as('requestedDate'),
          eb.val(fields.reason ?? 'Falta uma assinatura').as('reason'),
          eb.val(askedBy).as('askedBy'),
          sql<Date>`${fields.askedAt ?? new Date('2026-11-19T12:00:00Z')}::timestamptz`.as('askedAt'),
        ])
        .where('id', '=', itemId),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export type ItemFields = Omit<Partial<Insertable<DB['items']>>, 'status'> & { status?: ItemStatus }

export type ProtocolFields = Omit<Partial<Insertable<DB['protocols']>>, 'status' | 'createdAt'> & {
  status?: ProtocolStatus
  createdAt?: Date | string
  /** Missing fields follow from the protocol's status. Default: one item. */
  items?: ItemFields[]
}

/**
 * A protocol in any status, inserted directly, without history and notifications; the triggers compute the totals. Its
 * creator is also the person who received or completed it, unless the fields say otherwise.
 *
 * Defaults: new departments, requires return, one item that fits the status (pendente while it is open). An item that
 * requires return is due 7 days after the creation.
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

/** An item of an existing protocol; who acted on it, and when, defaults to `actedBy` and `at`. */
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
