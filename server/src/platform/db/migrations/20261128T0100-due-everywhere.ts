import { type Kysely, sql } from 'kysely'

/**
 * The due dates of all protocols, as those of department 0: an Admin's count of what is late otherwise sums the rows of
 * every department.
 *
 * With the lock of the fold, so that none runs between the sum and the new definition of the figure. What is not folded
 * yet will be added by the next fold.
 */
export async function up(db: Kysely<any>) {
  await sql`
    select pg_advisory_xact_lock(hashtext('folding'));
    insert into folded.due_protocols (department_id, next_return_date, n, n_origin)
      select 0, next_return_date, sum(n_origin), 0 from folded.due_protocols
      where department_id <> 0 group by next_return_date having sum(n_origin) <> 0
    on conflict (department_id, next_return_date) do update set n = excluded.n
  `.execute(db)
}
