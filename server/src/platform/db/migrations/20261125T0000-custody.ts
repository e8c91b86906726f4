import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- How a cancelled protocol was cancelled; null: in the ordinary way. The version before cancels without it.
    alter table protocols
      add column cancel_kind text,
      add column redirected_from int references protocols,
      add constraint protocols_cancel_kind_check
        check (cancel_kind is null or (cancel_kind in ('refused', 'redirected') and status = 'Cancelado'));
    -- The protocol that another one was redirected to; a protocol is redirected once.
    create unique index protocols_redirected_from_key on protocols (redirected_from)
      where redirected_from is not null;

    -- The item of another protocol that this one continues: the next hop of its custody.
    alter table items add column forwarded_from_item_id int references items;
    -- The next hop of an item. At most one of them is neither completed nor cancelled.
    create index items_forwarded_from_idx on items (forwarded_from_item_id, status)
      where forwarded_from_item_id is not null;

    create table occurrences (
      id int generated always as identity primary key,
      item_id int not null references items,
      protocol_id int not null references protocols,
      kind text not null check (kind in ('missing', 'different', 'damaged', 'lost', 'claimed_returned', 'not_held')),
      description text not null check (btrim(description) <> ''),
      status text not null default 'aberta' check (status in ('aberta', 'resolvida')),
      opened_by int not null references users,
      opened_at timestamptz not null,
      outcome text check (outcome in ('found', 'replaced', 'returned', 'written_off', 'unfounded')),
      outcome_note text check (btrim(outcome_note) <> ''),
      resolved_by int references users,
      resolved_at timestamptz,
      -- Copies from the protocol, whose departments never change: who sees it, without a join.
      origin_department_id int not null references departments,
      destination_department_id int not null references departments,
      search_text text not null generated always as (searchable(description)) stored,

      -- One that was settled because its item ended has neither an outcome nor a person.
      constraint occurrences_outcome_is_whole check (num_nonnulls(outcome, outcome_note, resolved_by) in (0, 3)),
      constraint occurrences_resolved_is_status
        check ((status = 'resolvida') = (resolved_at is not null) and (status = 'resolvida' or outcome is null))
    );
    -- One open occurrence of a kind per item; also the open ones of an item, which lists count.
    create unique index occurrences_open_key on occurrences (item_id, kind) where status = 'aberta';
    -- The occurrences of a protocol, and of an item.
    create index occurrences_protocol_id_idx on occurrences (protocol_id, id);
    create index occurrences_item_id_idx on occurrences (item_id);
    -- The list of occurrences, newest first: of one side each, merged; and of everything for an Admin.
    create index occurrences_origin_idx on occurrences (origin_department_id, status, id);
    create index occurrences_destination_idx on occurrences (destination_department_id, status, id)
      include (origin_department_id);
    create index occurrences_status_idx on occurrences (status, id);
    -- By part of the description.
    create index occurrences_search_text_idx on occurrences using gin (search_text gin_trgm_ops);
    -- Foreign keys: deleting a user.
    create index occurrences_opened_by_idx on occurrences (opened_by);
    create index occurrences_resolved_by_idx on occurrences (resolved_by) where resolved_by is not null;

    -- A photo of an occurrence is a file of its item, too, and is not listed among the item's own.
    alter table attachments add column occurrence_id int references occurrences;
    create index attachments_occurrence_id_idx on attachments (occurrence_id) where occurrence_id is not null;
  `.execute(db)
}
