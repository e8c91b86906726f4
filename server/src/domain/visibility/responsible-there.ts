import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the responsible user of an item can answer for it: is active and in its destination. False without one. An
 * expression for statements that read items.
 *
 * @param item alias of a row of `items`
 */
export const isResponsibleThere = (item: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from users r where r.id = ${sql.ref(`${item}.responsible_id`)} and r.is_active
    and r.department_id = ${sql.ref(`${item}.destination_department_id`)}
)`
