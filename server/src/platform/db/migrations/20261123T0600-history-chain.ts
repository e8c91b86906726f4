import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- One link per history entry: a hash over the entry and the previous link of its protocol. Written by chain_history()
    -- (sql/chain.sql) soon after the entry. A table of its own, because the history itself never changes: existing
    -- entries are chained without rewriting them.
    create table history_chain (
      -- 1, 2, 3 … without gaps, in the order of chaining.
      link bigint primary key,
      protocol_id int not null,
      -- The entry. Not foreign keys: the link must survive an entry that disappears.
      history_id bigint not null unique,
      -- Part of the digest of the entry's texts, so that a removed text cannot be guessed from its digest. It is removed
      -- together with the text.
      salt uuid,
      -- The digest of the texts; only once they have been removed.
      texts_digest bytea,
      -- SHA-256
      hash bytea not null check (octet_length(hash) = 32),
      constraint history_chain_texts_or_digest check ((salt is null) = (texts_digest is not null))
    ) with (autovacuum_vacuum_insert_scale_factor = 0.02);
    -- The last link of a protocol; the links of all protocols in order.
    create index history_chain_protocol_id_idx on history_chain (protocol_id, link);

    -- One row: how far the chain reaches.
    create table chain_progress (
      only_row boolean primary key default true check (only_row),
      -- Every entry up to this id is chained.
      chained_to bigint not null default 0,
      -- The newest id that the last run saw, and the first transaction that had not begun then: once all earlier
      -- transactions have ended, no smaller id can appear any more.
      seen_to bigint not null default 0,
      seen_before bigint not null default 0
    );
    insert into chain_progress default values;

    -- One hash a day over the last links of all protocols that got one since the previous anchor. Kept elsewhere, too
    -- (log, mail), it proves that nothing before it was rewritten.
    create table history_anchors (
      number int primary key,
      -- The day that had ended, in the organisation's time zone.
      day date not null unique,
      -- The anchor covers the links after the previous anchor's, up to this one.
      last_link bigint not null,
      hash bytea not null check (octet_length(hash) = 32),
      made_at timestamptz not null default now()
    );

    -- The items of one line, for chaining it.
    create index history_items_history_id_idx on history_items (history_id);
  `.execute(db)
}
