import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInDirection, isInSomeDirection } from '../../domain/visibility/directions.ts'
import { documentHas, hasLongNumber } from '../../platform/db/search.ts'
import { mostCounted, type Search } from '../protocols/public.ts'
import { firstOf, orderOf } from './return-order.ts'
import { isListed, isListedToo, type ReturnScope } from './return-scope.ts'

/** Number of items of a status, in list order, in which a term of one or two letters is searched. */
const firstLookedAt = 10_000

/** True when a department's name matches, so that every item of the scope is a hit. */
export const findsWholeScope = ({ directions }: ReturnScope, { departmentIds, exactId }: Search): boolean =>
  exactId === undefined &&
  directions.every(({ from = 0, to = 0 }) => departmentIds.includes(from) || departmentIds.includes(to))

/** The search as a condition on `items i`: document, protocol number, departments, responsible person. */
export function isHit({ pattern, departmentIds, personIds, exactId }: Search): RawBuilder<SqlBool> {
  if (exactId !== undefined) return sql<SqlBool>`i.protocol_id = ${exactId}`
  return sql<SqlBool>`(
    i.search_text like ${pattern}
    or ${digitsOf(pattern) ? sql`i.protocol_id::text like ${pattern}` : sql`false`}
    or i.origin_department_id = any(${departmentIds}::int[]) or i.destination_department_id = any(${departmentIds}::int[])
    or i.responsible_id = any(${personIds}::int[])
  )`
}

/**
 * The hits of a search among the items of one status, as a table `(id, return_date)`. Each kind of hit has its own
 * index and a limit.
 */
export function hitsOf(scope: ReturnScope, status: ItemStatus, search: Search): RawBuilder<unknown> {
  const { pattern, personIds, departmentIds, exactId } = search
  // Completed items are the majority, and few items contain a long number: a bitmap of the status would cost more than
  // it saves.
  const isFew = status === itemStatus.completed || hasLongNumber(pattern)
  const isFit = isFew ? isListedToo(scope, status) : isListed(scope, status)
  const fits = sql`${isFit} and ${isInSomeDirection(scope.directions, 'i')}`
  const ofProtocol = (id: number) => sql`from items i where i.protocol_id = ${id} and ${fits}`
  if (exactId !== undefined) return capped([ofProtocol(exactId)])
  const digits = digitsOf(pattern)
  if (!search.isIndexed) {
    const first = sql`from (
        select id from ${firstOf(scope, status, firstLookedAt)} s
        order by ${orderOf(status, 's')} limit ${sql.lit(firstLookedAt)}
      ) s join items i on i.id = s.id where ${isHit(search)}`
    return capped(digits ? [first, ofProtocol(Number(digits))] : [first])
  }
  const branches = [sql`from items i where ${documentHas(pattern)} and ${fits}`]
  if (digits) {
    branches.push(sql`from protocols p join items i on i.protocol_id = p.id
      where p.search_text like ${pattern} and p.id::text like ${pattern} and ${fits}`)
  }
  if (personIds.length > 0)
    branches.push(sql`from items i where i.responsible_id = any(${personIds}::int[])
      and ${isListed(scope, status)} and ${isInSomeDirection(scope.directions, 'i')}`)
  if (departmentIds.length > 0) branches.push(...withDepartments(scope, status, departmentIds))
  return capped(branches)
}

const capped = (branches: readonly RawBuilder<unknown>[]) =>
  sql`(${sql.join(
    branches.map((branch) => sql`(select i.id, i.return_date ${branch} limit ${sql.lit(mostCounted + 1)})`),
    sql` union `,
  )})`

/**
 * Items that the scope shares with the given departments. {@link findsWholeScope} has already handled the scope's own
 * department.
 */
const withDepartments = (scope: ReturnScope, status: ItemStatus, departmentIds: readonly number[]) =>
  scope.directions.flatMap((direction) =>
    [sql`i.origin_department_id`, sql`i.destination_department_id`].map(
      (end) => sql`from items i
        where ${end} = any(${departmentIds}::int[]) and ${isInDirection(direction, 'i')} and ${isListed(scope, status)}`,
    ),
  )

/** The digits of a pattern that contains only digits. */
const digitsOf = (pattern: string) => /^%(\d{1,9})%$/.exec(pattern)?.[1]
