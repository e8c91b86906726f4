import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Which reminders went out, so that each is sent once. A due date that was moved is reminded of anew.
    create table item_reminders (
      item_id int not null references items on delete cascade,
      kind text not null check (kind in ('due_tomorrow', 'due_today', 'overdue')),
      return_date date not null,
      sent_at timestamptz not null default now(),
      primary key (item_id, kind, return_date)
    );
  `.execute(db)
}
