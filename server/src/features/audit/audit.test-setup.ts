import type { Db } from '../../platform/db/connect.ts'

/** The events since the last call, oldest first, without their instants. */
export function newEvents(db: Db) {
  let last = 0
  return async () => {
    const rows = await db.selectFrom('auditEvents').selectAll().where('id', '>', last).orderBy('id').execute()
    last = rows.at(-1)?.id ?? last
    return rows.map(({ id: _, at: __, ...event }) => event)
  }
}
