import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- What the first due date was computed from: the category's days then, whether they are business days, and the
    -- holidays among them, as [{date, name}]. All null: set by hand, without one, or written by an earlier version.
    alter table items
      add column due_days int,
      add column due_in_business_days boolean,
      add column due_holidays jsonb,
      add constraint items_due_basis_is_whole check ((due_days is null) = (due_in_business_days is null));

    -- Every change of a due date after the first.
    create table due_date_changes (
      id int generated always as identity primary key,
      item_id int not null references items,
      kind text not null check (kind in ('extension', 'request', 'calendar', 'edit')),
      -- Null: the item had none.
      from_date date,
      to_date date not null,
      -- Null: it followed the department before, whose people those of the next ones may not know.
      changed_by int references users,
      changed_at timestamptz not null,
      reason text check (btrim(reason) <> ''),
      check (from_date is distinct from to_date)
    );
    create index due_date_changes_item_id_idx on due_date_changes (item_id, id);
    -- Foreign key: deleting a user.
    create index due_date_changes_changed_by_idx on due_date_changes (changed_by) where changed_by is not null;

    -- Requests of the holder for more time.
    create table extension_requests (
      id int generated always as identity primary key,
      item_id int not null references items,
      protocol_id int not null references protocols,
      requested_date date not null,
      reason text not null check (btrim(reason) <> ''),
      status text not null default 'aberto' check (status in ('aberto', 'concedido', 'negado', 'encerrado')),
      asked_by int not null references users,
      asked_at timestamptz not null,
      decided_by int references users,
      decided_at timestamptz,
      granted_date date,
      note text check (btrim(note) <> ''),
      -- Copies from the protocol, whose departments never change: who sees it, without a join.
      origin_department_id int not null references departments,
      destination_department_id int not null references departments,

      constraint extension_requests_open_is_undecided check ((status = 'aberto') = (decided_at is null)),
      -- One that ended with its item was decided by nobody.
      constraint extension_requests_decided_by_somebody
        check ((status in ('concedido', 'negado')) = (decided_by is not null)),
      constraint extension_requests_granted_has_date check ((status = 'concedido') = (granted_date is not null)),
      constraint extension_requests_denial_has_note check (status <> 'negado' or note is not null)
    );
    -- One open request per item.
    create unique index extension_requests_open_key on extension_requests (item_id) where status = 'aberto';
    create index extension_requests_item_id_idx on extension_requests (item_id);
    create index extension_requests_protocol_id_idx on extension_requests (protocol_id);
    -- The list, newest first: of one side each; of everything for an Admin.
    create index extension_requests_origin_idx on extension_requests (origin_department_id, status, id);
    create index extension_requests_destination_idx on extension_requests (destination_department_id, status, id);
    create index extension_requests_status_idx on extension_requests (status, id);
    -- Foreign keys: deleting a user.
    create index extension_requests_asked_by_idx on extension_requests (asked_by);
    create index extension_requests_decided_by_idx on extension_requests (decided_by) where decided_by is not null;

    -- Links of reminders: by the SHA-256 of their secret, for one person, item and due date.
    create table answer_links (
      id int generated always as identity primary key,
      secret_hash bytea not null unique check (length(secret_hash) = 32),
      user_id int not null references users on delete cascade,
      item_id int not null references items on delete cascade,
      return_date date not null,
      created_at timestamptz not null,
      used_at timestamptz
    );
    create index answer_links_user_id_idx on answer_links (user_id, item_id);
    create index answer_links_item_id_idx on answer_links (item_id);
    -- Deleting the expired ones.
    create index answer_links_created_at_idx on answer_links (created_at);
  `.execute(db)
}
