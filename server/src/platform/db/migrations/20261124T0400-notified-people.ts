import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- How many people each act of a person has notified. Appended to, so that two acts of one person do not wait for
    -- each other; the limit is on the sum of the last hour. Older rows are deleted.
    create table notified_people (
      id bigint generated always as identity primary key,
      actor_id int not null references users on delete cascade,
      notified_at timestamptz not null,
      people int not null check (people > 0)
    );
    create index notified_people_idx on notified_people (actor_id, notified_at) include (people);
  `.execute(db)
}
