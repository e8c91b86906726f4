import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { RawBuilder } from 'kysely'
import type { Scope, SqlScope } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { compiledOnce } from '../../../platform/db/statements.ts'
import type { ListFilter } from './list-filter.ts'
import { listed } from './list-filter.ts'
import { newestOf, type Page, pageStatement, type ReadPage } from './protocol-page.ts'
import { totalOf } from './protocol-totals.ts'

interface Asked extends Page {
  scope: Scope
  filter: ListFilter
  sort?: string | undefined
  today: CivilDate | null
}

interface Values {
  department: number | undefined
  other: number | undefined
  status: unknown
  today: CivilDate | null
}

/**
 * The page with which a list opens: the newest ones, of one status or of all. It is the request that the server answers
 * most, and compiling its statement took a twelfth of the time, so that is done once for each kind.
 *
 * @returns undefined for any other page, filter and order
 */
export function readFirstPage(
  db: Db,
  { scope, filter, sort, page, perPage, today }: Asked,
): Promise<ReadPage> | undefined {
  const { status, timeZone, ...others } = filter
  if (page !== 1 || sort !== undefined || Object.values(others).some((value) => value !== undefined)) return undefined
  const [department, other] =
    scope.kind === 'pair' ? [scope.one, scope.other] : scope.kind === 'department' ? [scope.id] : []
  const key = `${scope.kind} ${status === undefined} ${perPage}`
  let read = known.get(key)
  if (!read) {
    read = compiled(scope.kind, status !== undefined, perPage)
    known.set(key, read)
  }
  return read(db.withoutPlugins(), { department, other, status, today }).then(
    ([found = { total: 0, data: '[]' }]) => found,
  )
}

const known = new Map<string, ReturnType<typeof compiled>>()

const compiled = (kind: Scope['kind'], isOfStatus: boolean, perPage: number) =>
  compiledOnce<Values, ReadPage>((place) => {
    const scope = scopeAt(kind, place)
    const filter = {
      ...{ status: isOfStatus ? place('status') : undefined, startDate: undefined, endDate: undefined },
      ...{ timeZone: 'UTC', dueBefore: undefined, waitsAt: undefined, pendingAt: undefined },
    }
    const slice = newestOf(listed(scope, filter, perPage), { page: 1, perPage })
    return pageStatement({ today: place('today') }, slice, totalOf(scope, filter))
  })

function scopeAt(kind: Scope['kind'], place: (name: keyof Values) => RawBuilder<never>): SqlScope {
  if (kind === 'all') return { kind }
  if (kind === 'department') return { kind, id: place('department') }
  return { kind, one: place('department'), other: place('other') }
}
