import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { mostTracked, type TrackingFilter } from '@malote/core/tracking/tracking-result.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { computedOnce, unindexed } from '../../db/planner-hints.ts'
import { contains, documentHas, hasLongNumber, hasTrigram } from '../../db/search.ts'
import { type Direction, directionsIn, isInDirection, isInScope } from '../../visibility/directions.ts'
import { protocolsIn } from '../../visibility/protocols-in.ts'
import { type Scope, scopeOf } from '../../visibility/scope.ts'
import { hasStatusAndDays, statusAndDaysOf } from '../../visibility/status-and-days.ts'
import { isOfStatus } from './is-of-status.ts'

/** One more than are shown tells whether there are others. Written out, so that the plan knows how few rows are joined. */
const most = sql.lit(mostTracked + 1)

/** How many of the newest protocols are looked at before the index of the document numbers is asked. */
const newestFirst = 300

/** A long number is in few documents, unless it is a date: then in the newest ones. */
const newestForNumbers = 50

/** How many of them for a text without three letters or digits in a row, which that index finds only as a whole. */
const newestForShortTexts = 5_000

/** As many hits as that index gathers at most; of a text that is in more of them, not all are looked at. */
const mostGathered = 10_000

/** What a search is about, beside its text. */
interface Where {
  scope: Scope
  /** Of the item `i`: status, category and days, not the scope. */
  fits: RawBuilder<SqlBool>
  newest: (protocols: number) => RawBuilder<unknown>
}

/**
 * The items that a search finds, at most {@link mostTracked} and one more, as a table `(id, created_at)`; null when the
 * text cannot be what it was called. Each kind of search has its own index, and none reads all that it could find.
 *
 * @param timeZone IANA name; the filter's days are days there
 */
export function hitsOf(viewer: Viewer, filter: TrackingFilter, timeZone: string): RawBuilder<unknown> | null {
  const { search, type } = filter
  if (search === undefined) return null
  const where = whereOf(viewer, filter, timeZone)
  if (type === 'item') return ofItemTypes(search, where)
  if (type === 'document') return ofDocuments(search, where)
  const number = protocolNumberOf(search)
  return number === null ? null : ofProtocol(number, where)
}

/** The newest items that the viewer sees whose document number has the text, as a table `(id, created_at)`. */
export const documentHits = (viewer: Viewer, text: string): RawBuilder<unknown> => {
  const everything = { department: undefined, status: undefined, startDate: undefined, endDate: undefined }
  // Without days, no day begins anywhere.
  return ofDocuments(text, whereOf(viewer, { ...everything, category: undefined }, 'UTC'))
}

function whereOf(viewer: Viewer, filter: Omit<TrackingFilter, 'search' | 'type'>, timeZone: string): Where {
  const scope = scopeOf(viewer, filter.department)
  const days = statusAndDaysOf({ ...filter, status: undefined }, timeZone)
  const hasCategory = filter.category === undefined ? sql`true` : sql`i.category_id = ${filter.category}`
  return {
    scope,
    fits: sql<SqlBool>`${hasStatusAndDays('i', days)} and ${hasCategory} and ${isOfStatus(filter.status)}`,
    newest: (protocols) =>
      sql`(select id from ${protocolsIn(scope, days)} s order by created_at desc, id desc limit ${sql.lit(protocols)})`,
  }
}

/** The items of one protocol in the order of its form. */
const ofProtocol = (number: number, { scope, fits }: Where) => sql`(
  select i.id, i.created_at from items i
  where i.protocol_id = ${number} and ${isInScope(scope, 'i')} and ${fits}
  order by i.position limit ${most})`

/** The types by their names, and of each its newest items at either end. */
const ofItemTypes = (search: string, { scope, fits }: Where) => {
  const newestIn = (direction: Direction) => sql`(select i.id, i.created_at from items i
    where i.item_type_id = t.id and ${isInDirection(direction, 'i')} and ${fits}
    order by i.created_at desc, i.id desc limit ${most})`
  return sql`(
    select i.id, i.created_at
    from item_types t, lateral (${sql.join(directionsIn(scope).map(newestIn), sql` union all `)}) i
    where searchable(t.name) like ${contains(search)}
    order by i.created_at desc, i.id desc limit ${most})`
}

/**
 * A text that most numbers have fills the page from the newest protocols alone: an index that finds it everywhere is
 * not even asked. A rare one is not among them, and the index finds it at once.
 */
function ofDocuments(search: string, { scope, fits, newest }: Where) {
  const isIndexed = hasTrigram(search)
  const pattern = contains(search)
  const matches = isIndexed ? documentHas(search, pattern) : sql`i.search_text = searchable(${search})`
  const few = hasLongNumber(search) ? newestForNumbers : newestFirst
  const isEnough = sql`(select count(*) from recent) > ${sql.lit(mostTracked)}`
  // For a short text the index of the document numbers would be read from end to end.
  const recent = sql`
    select i.id, i.created_at
    from ${newest(isIndexed ? few : newestForShortTexts)} p join items i on i.protocol_id = p.id
    where ${unindexed.text(sql`i.search_text`)} like ${pattern} and ${fits}
    order by i.created_at desc, i.id desc limit ${most}`
  return sql`(
    with ${computedOnce('recent', recent)}
    select id, created_at from recent
    union
    select id, created_at from (
      select i.id, i.created_at from items i
      where ${matches} and ${isInScope(scope, 'i')} and ${fits} and not ${isEnough} limit ${sql.lit(mostGathered)}
    ) gathered
    order by created_at desc, id desc limit ${most})`
}
