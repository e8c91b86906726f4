import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Of each person's links only the newest was meant to work.
    delete from account_tokens a using account_tokens b
    where a.user_id = b.user_id and a.used_at is null and b.used_at is null and a.id < b.id;

    -- How the link reaches the person. The invitation that an Admin sees and the one in its mail are open together.
    alter table account_tokens add column channel text not null default 'screen' check (channel in ('screen', 'mail'));
    alter table account_tokens alter column channel drop default;
    create unique index account_tokens_one_open on account_tokens (user_id, channel) where used_at is null;
  `.execute(db)
}
