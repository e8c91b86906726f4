import { dayCount } from '@malote/core/shared/due-date.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import { hashPassword } from '../features/auth/password.ts'

let last = 0
/** Distinguishes what a test file builds: names and addresses are unique. */
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

/** The password of everybody whose builder was not told another. */
export const testPassword = 'senha-de-teste'

// argon2id of `testPassword`, made once: hashing costs more than all the rest of a test.
const testPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nA2kjfCtyqZ3cDSb68Jmgw$xp3PxFNqcYvc5gZ36zwjkJ8zAwyiyLIOvudcEYHmtyA'

export type UserFields = Omit<Row<'users'>, 'role' | 'passwordHash'> & {
  role?: Role
  /** null: first access is still pending, nobody can sign in yet. */
  password?: string | null
}

/** A person who can sign in; gets a department of their own unless one (or null, for an Admin) is given. */
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

/** A category whose items must come back within 5 business days; `returnDays: null` makes one that need not return. */
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

export { buildProtocol } from './build-protocol.ts'
