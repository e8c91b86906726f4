import { type Absence, absences } from '@malote/core/items/item.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Number of open occurrences of an item, an index-only scan of `occurrences_open_key`.
 *
 * @param item the item's id, such as `i.id`
 */
export const openOccurrencesOf = (item: string): RawBuilder<number> =>
  sql<number>`(select count(*)::int from occurrences o where o.item_id = ${sql.ref(item)} and o.status = 'aberta')`

/**
 * The open occurrence that says that an item is not there; null if none does.
 *
 * @param item the item's id, such as `i.id`
 */
export const absenceOf = (item: string): RawBuilder<Absence | null> =>
  sql<Absence | null>`(
    select min(o.kind) from occurrences o
    where o.item_id = ${sql.ref(item)} and o.status = 'aberta' and o.kind in (${sql.join(absences.map(sql.lit))})
  )`

/** A row without `absent` where that is null. */
export const withAbsence = <Row extends { absent?: Absence | null | undefined }>({ absent, ...row }: Row) =>
  absent ? { ...row, absent } : row
