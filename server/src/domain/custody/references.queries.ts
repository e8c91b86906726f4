import type { NamedDay } from '@malote/core/due-dates/due-date-facts.ts'
import type { CategoryTerms } from '@malote/core/protocols/return-requirement.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { DayCount } from '@malote/core/shared/due-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { compiledOnce } from '../../platform/db/statements.ts'

/** Referenced records, with the fields needed to validate and describe them. */
export interface Named {
  id: number
  name: string
}
export interface Category extends Named, CategoryTerms {
  dayCount: DayCount
  returnDays: number | null
}
interface Supplier extends Named {
  isActive: boolean
}
interface Person extends Named {
  isActive: boolean
  departmentId: number | null
}

/** The records that a form refers to, by id. Missing ids do not exist. */
interface Records {
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

/** Holidays between two civil days, in order. */
export interface KnownHolidays {
  from: CivilDate
  to: CivilDate
  days: readonly NamedDay[]
}

/** What a form refers to, and the holidays that its due dates may have to pass over. */
export interface References extends Records {
  /** undefined when they were not asked for. */
  holidays?: KnownHolidays | undefined
}

interface Rows {
  departments: Named[]
  itemTypes: Named[]
  categories: Category[]
  suppliers: Supplier[]
  people: Person[]
  holidays: NamedDay[]
}

interface Values {
  departments: readonly number[]
  itemTypes: readonly number[]
  categories: readonly number[]
  suppliers: readonly number[]
  people: readonly number[]
  from: CivilDate | null
  to: CivilDate | null
}

/**
 * Reads all records that a form's departments and items refer to, in one statement.
 *
 * @param span days whose holidays are read as well
 */
export async function findReferences(
  db: Db,
  departments: readonly number[],
  items: readonly ReferencedIds[],
  span?: Pick<KnownHolidays, 'from' | 'to'>,
): Promise<References> {
  const named = (key: keyof ReferencedIds) => [...new Set(items.flatMap((item) => item[key] ?? []))]
  const [found] = await read(db, {
    departments,
    itemTypes: named('itemTypeId'),
    categories: named('categoryId'),
    suppliers: named('supplierId'),
    people: named('responsibleId'),
    from: span?.from ?? null,
    to: span?.to ?? null,
  })
  return {
    departments: byId(found?.departments),
    itemTypes: byId(found?.itemTypes),
    categories: byId(found?.categories),
    suppliers: byId(found?.suppliers),
    people: byId(found?.people),
    holidays: span && { ...span, days: found?.holidays ?? [] },
  }
}

const read = compiledOnce<Values, Rows>((place) => {
  const all = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`
  const among = (ids: keyof Values) => sql`id = any(${place(ids)}::int[])`
  return sql<Rows>`select
    ${all(sql`select id, name from departments where ${among('departments')}`)} as departments,
    ${all(sql`select id, name from item_types where ${among('itemTypes')}`)} as item_types,
    ${all(sql`select id, name, return_days as "returnDays", day_count as "dayCount"
      from categories where ${among('categories')}`)} as categories,
    ${all(sql`select id, company_name as name, is_active as "isActive"
      from suppliers where ${among('suppliers')}`)} as suppliers,
    ${all(sql`select id, name, is_active as "isActive", department_id as "departmentId"
      from users where ${among('people')}`)} as people,
    ${all(sql`select date, name from holidays
      where date >= ${place('from')}::date and date <= ${place('to')}::date order by date`)} as holidays`
})

const byId = <Row extends { id: number }>(rows: readonly Row[] = []) => new Map(rows.map((row) => [row.id, row]))
