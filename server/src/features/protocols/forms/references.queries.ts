import type { CategoryTerms } from '@malote/core/protocols/return-requirement.ts'
import type { DayCount } from '@malote/core/shared/due-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Referenced records, with the fields needed to validate and describe them. */
export interface Named {
  id: number
  name: string
}
export interface Category extends Named, CategoryTerms {
  dayCount: DayCount
  returnDays: number | null
}
export interface Supplier extends Named {
  isActive: boolean
}
export interface Person extends Named {
  isActive: boolean
  departmentId: number | null
}

/** The records that a form refers to, by id. Missing ids do not exist. */
export interface References {
  departments: ReadonlyMap<number, Named>
  itemTypes: ReadonlyMap<number, Named>
  categories: ReadonlyMap<number, Category>
  suppliers: ReadonlyMap<number, Supplier>
  people: ReadonlyMap<number, Person>
}

/** The ids in an item of a form. */
export interface ReferencedIds {
  itemTypeId?: number | null | undefined
  categoryId?: number | null | undefined
  supplierId?: number | null | undefined
  responsibleId?: number | null | undefined
}

type Rows = {
  departments: Named[]
  itemTypes: Named[]
  categories: Category[]
  suppliers: Supplier[]
  people: Person[]
}

/** Reads all records that a form's departments and items refer to, in one statement. */
export async function findReferences(db: Db, departments: readonly number[], items: readonly ReferencedIds[]) {
  const named = (key: keyof ReferencedIds) => [...new Set(items.flatMap((item) => item[key] ?? []))]
  const all = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`
  const { rows } = await sql<Rows>`select
    ${all(sql`select id, name from departments where id = any(${departments}::int[])`)} as departments,
    ${all(sql`select id, name from item_types where id = any(${named('itemTypeId')}::int[])`)} as item_types,
    ${all(sql`select id, name, return_days as "returnDays", day_count as "dayCount"
      from categories where id = any(${named('categoryId')}::int[])`)} as categories,
    ${all(sql`select id, company_name as name, is_active as "isActive"
      from suppliers where id = any(${named('supplierId')}::int[])`)} as suppliers,
    ${all(sql`select id, name, is_active as "isActive", department_id as "departmentId"
      from users where id = any(${named('responsibleId')}::int[])`)} as people`.execute(db)
  const found = rows[0]
  return {
    departments: byId(found?.departments),
    itemTypes: byId(found?.itemTypes),
    categories: byId(found?.categories),
    suppliers: byId(found?.suppliers),
    people: byId(found?.people),
  } satisfies References
}

const byId = <Row extends { id: number }>(rows: readonly Row[] = []) => new Map(rows.map((row) => [row.id, row]))
