import { itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { searchableNumber } from '@malote/core/shared/typed-text.ts'
import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { mostTracked, type TrackingFilter } from '@malote/core/tracking/tracking-result.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Direction, directionsIn, isInDirection, isInScope } from '../../domain/visibility/directions.ts'
import { hasStatusAndDays, protocolsIn, statusAndDaysOf } from '../../domain/visibility/protocols-in.ts'
import { type Scope, scopeOf } from '../../domain/visibility/visible-to.ts'
import { contains, descriptionHas, documentHas, hasLongNumber, hasTrigram } from '../../platform/db/search.ts'
import { computedOnce, unindexed } from '../../platform/db/statements.ts'

/**
 * One more than is shown, to learn whether there are others. A literal, so that the planner knows how few rows are
 * joined.
 */
const most = sql.lit(mostTracked + 1)

/** Number of the newest protocols searched before the index of the document numbers is queried. */
const newestFirst = 300

/** The same for a long number: few documents contain it, unless it is a date, which occurs in the newest ones. */
const newestForNumbers = 50

/** The same for a text without three consecutive letters or digits, which the index finds only as a whole. */
const newestForShortTexts = 5_000

/** The same for such a text in a description, which has to be made comparable for each. */
const newestForShortDescriptions = 1_000

/** Maximum number of hits gathered from the index; of more frequent texts, not all hits are examined. */
const mostGathered = 10_000

/** The filters of a search, besides its text. */
interface Where {
  scope: Scope
  /** Condition on the item `i`: status, category and days, not the scope. */
  fits: RawBuilder<SqlBool>
  newest: (protocols: number) => RawBuilder<unknown>
}

/**
 * The items that a search finds, at most {@link mostTracked} and one more, as a table `(id, created_at)`; null when the
 * text cannot be of the chosen type. Each type of search has its own index, and none reads all possible hits.
 *
 * @param timeZone IANA name; the filter's days are days in this zone
 */
export function hitsOf(viewer: Viewer, filter: TrackingFilter, timeZone: string): RawBuilder<unknown> | null {
  const { search, type } = filter
  if (search === undefined) return null
  const where = whereOf(viewer, filter, timeZone)
  if (type === 'item') return ofThings(search, where)
  if (type === 'document') return ofDocuments(search, where)
  const number = protocolNumberOf(search)
  return number === null ? null : ofProtocol(number, where)
}

/** The newest items that the viewer sees whose document number contains the text, as a table `(id, created_at)`. */
export const documentHits = (viewer: Viewer, text: string): RawBuilder<unknown> => {
  const everything = { department: undefined, status: undefined, startDate: undefined, endDate: undefined }
  // The time zone does not matter without days in the filter.
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

/** The items of one protocol, in the order of its form. */
const ofProtocol = (number: number, { scope, fits }: Where) => sql`(
  select i.id, i.created_at from items i
  where i.protocol_id = ${number} and ${isInScope(scope, 'i')} and ${fits}
  order by i.position limit ${most})`

/**
 * Reads the newest protocols first: a text that most numbers contain fills the page from them, without querying an
 * index that matches everywhere. A rare text is not among them, and the index finds it quickly.
 */
function ofDocuments(text: string, { scope, fits, newest }: Where) {
  const search = searchableNumber(text)
  const isIndexed = hasTrigram(search)
  const pattern = contains(search)
  const matches = isIndexed ? documentHas(search, pattern) : sql`i.search_text = searchable_number(${search})`
  const few = hasLongNumber(search) ? newestForNumbers : newestFirst
  const isEnough = sql`(select count(*) from recent) > ${sql.lit(mostTracked)}`
  // For a short text, the index of the document numbers would be read completely.
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

/**
 * What the thing is: items whose type has such a name, of each type the newest in each direction, and items with such a
 * description. Older descriptions are looked at only where the newest ones do not fill the page, and the index that finds
 * all of them is read only for rare texts.
 */
function ofThings(search: string, { scope, fits, newest }: Where) {
  const pattern = contains(search)
  const newestIn = (direction: Direction) => sql`(select i.id, i.created_at from items i
    where i.item_type_id = t.id and ${isInDirection(direction, 'i')} and ${fits}
    order by i.created_at desc, i.id desc limit ${most})`
  const typed = sql`select i.id, i.created_at
    from item_types t, lateral (${sql.join(directionsIn(scope).map(newestIn), sql` union all `)}) i
    where searchable(t.name) like ${pattern}`
  const describedIn = (protocols: number) => sql`select i.id, i.created_at
    from ${newest(protocols)} p join items i on i.protocol_id = p.id
    where ${unindexed.condition(descriptionHas(pattern))} and ${fits}`
  if (!hasTrigram(search)) {
    return sql`(${typed} union ${describedIn(newestForShortDescriptions)} order by created_at desc, id desc limit ${most})`
  }
  const hasRoom = (hits: string) => sql`(select count(*) from ${sql.id(hits)}) <= ${sql.lit(mostTracked)}`
  return sql`(
    with ${computedOnce('near', sql`${typed} union ${describedIn(newestFirst)}`)},
    ${computedOnce('wide', sql`select * from near union ${describedIn(newestForShortTexts)} and ${hasRoom('near')}`)}
    select id, created_at from wide
    union
    select id, created_at from (
      select i.id, i.created_at from items i
      where ${descriptionHas(pattern)} and ${isInScope(scope, 'i')} and ${fits} and ${hasRoom('wide')}
      limit ${sql.lit(mostGathered)}
    ) gathered
    order by created_at desc, id desc limit ${most})`
}

const isReceived = sql`exists (select from protocols p where p.id = i.protocol_id and p.received_at is not null)`

const conditions: Record<ProtocolStatus, RawBuilder<SqlBool>> = {
  [protocolStatus.pending]: sql<SqlBool>`(i.status = ${sql.lit(itemStatus.pending)} and not ${isReceived})`,
  [protocolStatus.inProgress]: sql<SqlBool>`(not i.in_cancelled_protocol and (
    i.status = ${sql.lit(itemStatus.returned)} or (i.status = ${sql.lit(itemStatus.pending)} and ${isReceived})))`,
  [protocolStatus.completed]: sql<SqlBool>`i.status = ${sql.lit(itemStatus.completed)}`,
  [protocolStatus.cancelled]: sql<SqlBool>`(i.status = ${sql.lit(itemStatus.cancelled)}
    or (i.in_cancelled_protocol and i.status = ${sql.lit(itemStatus.returned)}))`,
}

/**
 * The status filter as a condition on the item `i`, so that every hit shows the requested status. A returned item
 * (shown as *Retornado*) counts as under way until it is completed, and as cancelled if its protocol was cancelled.
 */
const isOfStatus = (status: ProtocolStatus | undefined): RawBuilder<SqlBool> =>
  status === undefined ? sql<SqlBool>`true` : conditions[status]
