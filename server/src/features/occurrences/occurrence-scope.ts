import {
  type OccurrenceFilter,
  type OccurrenceKind,
  type OccurrenceStatus,
  occurrenceStatuses,
} from '@malote/core/occurrences/occurrence.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Direction, directionsIn, isInSomeDirection } from '../../domain/visibility/directions.ts'
import { newestIn } from '../../domain/visibility/newest-in.ts'
import { scopeOf } from '../../domain/visibility/scope.ts'
import { unindexed } from '../../platform/db/planner-hints.ts'

/** The occurrences that a list covers, without its search. */
export interface OccurrenceScope {
  /** No occurrence is in two of them. */
  directions: readonly Direction[]
  statuses: readonly OccurrenceStatus[]
  kind: OccurrenceKind | undefined
}

/** What the viewer may see, narrowed by the filters. A side is one of the viewer's own department, also for an Admin. */
export const occurrenceScopeOf = (viewer: Viewer, { status, kind, ...where }: OccurrenceFilter): OccurrenceScope => ({
  directions: directionsOf(viewer, where),
  statuses: status === 'all' ? occurrenceStatuses : [status],
  kind,
})

function directionsOf(viewer: Viewer, { department, side }: Pick<OccurrenceFilter, 'department' | 'side'>) {
  if (side === undefined) return directionsIn(scopeOf(viewer, department))
  const own = ownDepartment(viewer)
  const other = department === own ? undefined : department
  return [side === 'origin' ? { from: own, to: other } : { from: other, to: own }]
}

/**
 * The newest `most` occurrences of a scope as a table `(id)`.
 *
 * @param condition further condition on `occurrences o`
 */
export const newestOf = (
  { kind, ...ranges }: OccurrenceScope,
  most: number,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> =>
  newestIn({ table: 'occurrences', alias: 'o' }, ranges, most, sql<SqlBool>`${isOfKind(kind)} and ${condition}`)

/** The scope as a condition on rows `o` that another index has found. */
export const isInOccurrenceScope = ({
  directions,
  statuses,
  kind,
}: OccurrenceScope): RawBuilder<SqlBool> => sql<SqlBool>`
  ${isInSomeDirection(directions, 'o')} and ${unindexed.text(sql`o.status`)} = any(${[...statuses]}::text[])
  and ${isOfKind(kind)}`

const isOfKind = (kind: OccurrenceKind | undefined) => (kind === undefined ? sql`true` : sql`o.kind = ${kind}`)
