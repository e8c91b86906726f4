-- Tables with their constraints, indexes and first rows, as of 1.0.0. Functions, triggers and views are in db/sql.

create table departments (
  id int generated always as identity primary key,
  name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
  description text,
  created_at timestamptz not null default now()
);
-- Exact duplicates only. A trigger refuses names that differ in accents or spaces alone (sql/names.sql).
create unique index departments_name_key on departments (lower(name));

create table users (
  id int generated always as identity primary key,
  name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
  email text not null check (btrim(email) <> ''),
  phone text,
  department_id int references departments,
  role text not null default 'Usuário' check (role in ('Admin', 'Gestor', 'Usuário')),
  is_active boolean not null default true,
  password_hash text,
  first_access boolean not null default true,
  notify_new_protocol boolean not null default true,
  notify_protocol_received boolean not null default true,
  notify_protocol_edited boolean not null default true,
  notify_protocol_canceled boolean not null default true,
  notify_protocol_completed boolean not null default true,
  notify_protocol_comment boolean not null default true,
  notify_item_return boolean not null default true,
  notify_item_completed boolean not null default true,
  notify_item_canceled boolean not null default true,
  notify_item_assigned boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (searchable(name || ' ' || email)) stored,
  -- The password was generated and shown to somebody; it must be replaced at the first sign-in.
  must_change_password boolean not null default false,
  -- When somebody was deactivated (a trigger of people.sql writes it), and when their personal data were removed.
  deactivated_at timestamptz,
  anonymized_at timestamptz,

  -- Only the first Admin has none, because that account is created before any department.
  constraint users_have_a_department check (department_id is not null or role = 'Admin'),
  constraint users_only_inactive_left check (deactivated_at is null or not is_active),
  constraint users_anonymized_are_gone check (
    anonymized_at is null or (not is_active and phone is null and password_hash is null)
  )
);
-- Sign-in: the user with an e-mail address.
create unique index users_email_key on users (lower(email));
-- The users of a department.
create index users_department_id_idx on users (department_id);
-- The list of users, filtered by part of a name or an address.
create index users_search_text_idx on users using gin (search_text gin_trgm_ops);

-- Tokens are stored as SHA-256 only, so that reading the database is not enough to sign in.
create table sessions (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  remember boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  -- Enough for users to recognise where they signed in; the full address would reveal more than needed.
  network text,
  -- The last time the person proved who they are in this session: at the sign-in, or by the password again.
  proved_at timestamptz not null default now(),
  -- What must be done before anything else.
  duty text check (duty in ('choose-password', 'enrol-second-step')),
  -- Of a sign-in at a provider: names the session to end there.
  id_token text
);
-- A user's sessions.
create index sessions_user_id_idx on sessions (user_id);
-- Clean-up: expired sessions.
create index sessions_expires_at_idx on sessions (expires_at);

create table account_tokens (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- How the link reaches the person. The invitation that an Admin sees and the one in its mail are open together.
  channel text not null check (channel in ('screen', 'mail'))
);
-- A user's links, which a new one replaces: only the newest of each channel works.
create index account_tokens_user_id_idx on account_tokens (user_id);
create unique index account_tokens_one_open on account_tokens (user_id, channel) where used_at is null;
-- Clean-up: expired links.
create index account_tokens_expires_at_idx on account_tokens (expires_at);

-- Failed sign-ins, counted by rate-limiter-flexible, which chose the names and types.
create table login_throttle (
  key text primary key,
  points int not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
-- Clean-up: expired counts.
create index login_throttle_expire_idx on login_throttle (expire);

-- Networks from which people have signed in, as in sessions.network. Failures of others do not lock them out there.
create table known_networks (
  user_id int not null references users on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (user_id, network)
);
-- How many people sign in from one network: an organisation may have more failures than a single person.
create index known_networks_network_idx on known_networks (network, last_at);

-- Who somebody is at an OpenID Connect provider. A person has at most one identity at each.
create table identities (
  issuer text not null,
  subject text not null,
  user_id int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins that are finished, until they would have expired: each counts once.
create table finished_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  expires_at timestamptz not null
);

create table second_step_methods (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (btrim(name) <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Authenticator app: the shared secret (sealed if there is a key), and the time step of the last accepted code,
  -- because a code counts once.
  secret bytea,
  last_step bigint,
  -- Passkey: id of the credential (base64url), public key (COSE), signature counter, and how it is reached.
  credential_id text unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  check (
    (kind = 'totp') = (secret is not null) and (kind = 'totp') = (last_step is not null)
    and (kind = 'passkey') = (credential_id is not null) and (kind = 'passkey') = (public_key is not null)
    and (kind = 'passkey') = (sign_count is not null) and (kind = 'passkey') = (transports is not null)
  )
);
-- A person's methods; one authenticator app each.
create index second_step_methods_user_id_idx on second_step_methods (user_id);
create unique index second_step_methods_totp_key on second_step_methods (user_id) where kind = 'totp';

-- The unused codes of a person, as argon2id with one salt, so that a typed code is hashed once. A used one is removed.
create table recovery_codes (
  user_id int primary key references users on delete cascade,
  salt bytea not null,
  hashes bytea[] not null,
  created_at timestamptz not null default now()
);

-- Sign-ins with a right password that wait for their second step.
create table pending_sign_ins (
  id int generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id int not null references users on delete cascade,
  -- SHA-256 of the stored password: a new password ends the sign-in.
  password_mark bytea not null,
  remember boolean not null,
  user_agent text,
  -- What a passkey must sign; null when the person has none.
  challenge text,
  wrong_codes int not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_ins_user_id_idx on pending_sign_ins (user_id);
create index pending_sign_ins_expires_at_idx on pending_sign_ins (expires_at);

-- Enrolments that were begun in a session: the offered secret, or what a new passkey must sign.
create table second_step_offers (
  session_id int not null references sessions on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  secret bytea check ((kind = 'totp') = (secret is not null)),
  challenge text check ((kind = 'passkey') = (challenge is not null)),
  expires_at timestamptz not null,
  primary key (session_id, kind)
);

-- A person's calendar feed, by the SHA-256 of the token in its address.
create table calendar_feeds (
  user_id int primary key references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null
);

create table categories (
  id int generated always as identity primary key,
  name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
  return_days int check (return_days > 0),
  day_count text not null default 'Dias úteis' check (day_count in ('Dias úteis', 'Dias corridos')),
  color text,
  created_at timestamptz not null default now()
);
-- Exact duplicates only. A trigger refuses names that differ in accents or spaces alone (sql/names.sql).
create unique index categories_name_key on categories (lower(name));

create table item_types (
  id int generated always as identity primary key,
  name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
  description text,
  created_at timestamptz not null default now()
);
-- Exact duplicates, as for categories.
create unique index item_types_name_key on item_types (lower(name));

create table suppliers (
  id int generated always as identity primary key,
  -- Upper case, without punctuation; may have letters since IN RFB 2.229/2024. Wrong check digits only cause a
  -- warning.
  cnpj text not null check (cnpj ~ '^[A-Z0-9]{12}[0-9]{2}$'),
  code text,
  store text,
  company_name text collate "pt-BR-x-icu" not null check (btrim(company_name) <> ''),
  state text not null check (state ~ '^[A-Z]{2}$'),
  city text not null check (btrim(city) <> ''),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  search_text text not null
    generated always as (searchable(cnpj || ' ' || coalesce(code, '') || ' ' || company_name)) stored
);
-- A company may be registered once per store.
create unique index suppliers_cnpj_store_key on suppliers (cnpj, coalesce(store, ''));
-- A page of the alphabetical list.
create index suppliers_company_name_idx on suppliers (company_name, id);
-- Suppliers by part of the CNPJ, the code or the name.
create index suppliers_search_text_idx on suppliers using gin (search_text gin_trgm_ops);

-- What the database needs to compute the civil day of an instant, and the identity of the installation.
create table settings (
  only_row boolean primary key default true check (only_row),
  -- The application writes APP_TIMEZONE here at start. The check refuses an unknown zone at once, not in the first
  -- trigger that uses it.
  time_zone text not null default 'America/Sao_Paulo' check (timestamptz 'epoch' at time zone time_zone is not null),
  -- All files stored before this time have been checked for orphans; null before the first sweep.
  files_swept_at timestamptz,
  -- The identity of this installation, carried by the key of every stored file.
  installation_id uuid not null default gen_random_uuid(),
  -- The database in which the identity was made: system identifier of the cluster and oid. A database that finds another
  -- value here is a copy. null before the first start.
  installation_home text
);
insert into settings default values;

-- Days that are not working days.
create table holidays (
  date date primary key,
  name text not null check (btrim(name) <> ''),
  kind text not null default 'national' check (kind in ('national', 'local'))
);

-- Years whose national holidays were added, once each, so that holidays deleted by an Admin are not added again.
create table holiday_years (year int primary key);

create table protocols (
  id int generated always as identity primary key,
  status text not null default 'Pendente' check (status in ('Pendente', 'Em andamento', 'Concluído', 'Cancelado')),
  origin_department_id int not null references departments,
  destination_department_id int not null references departments,
  requires_return boolean not null default false,
  remarks text not null check (btrim(remarks) <> ''),
  created_by int not null references users,
  created_at timestamptz not null default now(),
  received_by int references users,
  received_at timestamptz,
  completed_by int references users,
  completed_at timestamptz,
  cancelled_by int references users,
  cancelled_at timestamptz,
  cancel_reason text check (btrim(cancel_reason) <> ''),
  -- Incremented by each edit, to detect concurrent edits.
  version int not null default 1,
  -- Maintained by the triggers on items. Unassigned: pending without a responsible user. Next: the earliest pending
  -- one.
  total_items int not null default 0,
  pending_items int not null default 0,
  returned_items int not null default 0,
  completed_items int not null default 0,
  cancelled_items int not null default 0,
  unassigned_items int not null default 0,
  next_return_date date,
  search_text text not null generated always as (searchable(id::text || ' ' || remarks)) stored,
  -- How a cancelled protocol was cancelled; null: in the ordinary way.
  cancel_kind text,
  redirected_from int references protocols,

  -- PostgreSQL prepares every check for every statement, so a few dense checks are measurably faster.
  constraint protocols_received_by_someone check (num_nonnulls(received_at, received_by) in (0, 2)),
  constraint protocols_completed_is_status
    check (num_nonnulls(completed_at, completed_by) = case when status = 'Concluído' then 2 else 0 end),
  constraint protocols_cancelled_is_status check (
    num_nonnulls(cancelled_at, cancelled_by, cancel_reason) = case when status = 'Cancelado' then 3 else 0 end
  ),
  constraint protocols_cancel_kind_check
    check (cancel_kind is null or (cancel_kind in ('refused', 'redirected') and status = 'Cancelado')),
  -- Only protocols with return are received, before their status advances.
  constraint protocols_received_when_due check (
    case status
      when 'Pendente' then received_at is null
      when 'Em andamento' then received_at is not null and requires_return
      when 'Concluído' then (received_at is not null) = requires_return
      else received_at is null or requires_return
    end
  ),
  -- Items are settled before their protocol.
  constraint protocols_closed_has_no_pending_items
    check (pending_items = 0 or status not in ('Concluído', 'Cancelado')),
  constraint protocols_items_add_up check (
    total_items = pending_items + returned_items + completed_items + cancelled_items
    and least(pending_items, returned_items, completed_items, cancelled_items, unassigned_items) >= 0
    and unassigned_items <= pending_items
  )
) with (
  -- Item counters change often. Free space for a second row version on the page allows updates that touch no index.
  fillfactor = 80,
  -- Index-only scans need a current visibility map; by default, vacuum waits until a fifth of the table has
  -- changed.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

-- Lists of an Admin, who sees all departments: all protocols, newest first.
create index protocols_created_at_idx on protocols (created_at, id) include (status);
-- The same list, for one status.
create index protocols_status_created_at_idx on protocols (status, created_at, id);
-- The list between two given departments: both directions, merged.
create index protocols_pair_idx
  on protocols (origin_department_id, destination_department_id, created_at, id) include (status);
-- Reports: protocols within one department, which the daily counts contain once instead of twice. They are few.
create index protocols_internal_idx on protocols (created_at) where origin_department_id = destination_department_id;
-- Foreign key: deleting a user.
create index protocols_created_by_idx on protocols (created_by);
-- Reminders: a user's protocols that are not settled.
create index protocols_open_created_by_idx on protocols (created_by, id)
  where status in ('Pendente', 'Em andamento');
-- Foreign keys, like protocols_created_by_idx.
create index protocols_received_by_idx on protocols (received_by) where received_by is not null;
create index protocols_completed_by_idx on protocols (completed_by) where completed_by is not null;
create index protocols_cancelled_by_idx on protocols (cancelled_by) where cancelled_by is not null;
-- The protocol that another one was redirected to; a protocol is redirected once.
create unique index protocols_redirected_from_key on protocols (redirected_from) where redirected_from is not null;
-- Protocols by part of their number or their remarks.
create index protocols_search_text_idx on protocols using gin (search_text gin_trgm_ops);

-- The departments that see a protocol: one row per side, or one row if both are the same. Triggers write it
-- (sql/derived.sql), so foreign keys are unnecessary. The primary key serves a department's list, newest first, as
-- an index-only scan.
create table protocol_departments (
  department_id int not null,
  created_at timestamptz not null,
  protocol_id int not null,
  -- Copies of what the filters of a department's list ask for. waits: for an action of this department.
  status text not null,
  other_department_id int not null default 0,
  is_origin boolean not null default false,
  next_return_date date,
  waits boolean not null default false,
  primary key (department_id, created_at, protocol_id) include (status)
) with (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- A department's list, for one status.
create index protocol_departments_status_idx
  on protocol_departments (department_id, status, created_at, protocol_id);
-- Open protocols of a department: what is late, what waits there, what was sent and not received. Newest first, and
-- by due date.
create index protocol_departments_open_idx on protocol_departments (department_id, created_at, protocol_id)
  include (status, other_department_id, is_origin, next_return_date, waits)
  where status in ('Pendente', 'Em andamento');
create index protocol_departments_due_idx
  on protocol_departments (department_id, next_return_date, created_at desc, protocol_id desc)
  include (status, other_department_id, is_origin, waits)
  where next_return_date is not null;
-- The same for an Admin, who sees all departments: each protocol once, at its origin.
create index protocol_departments_all_open_idx on protocol_departments (created_at, protocol_id)
  include (status, next_return_date)
  where status in ('Pendente', 'Em andamento') and is_origin;
create index protocol_departments_all_due_idx
  on protocol_departments (next_return_date, created_at desc, protocol_id desc) include (status)
  where next_return_date is not null and is_origin;

-- A protocol is created under one key and edited under others. Keys are written in the transaction of the change,
-- so that a refused change does not use up its key.
create table idempotency_keys (
  user_id int not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  protocol_id int not null references protocols,
  created_at timestamptz not null default now(),
  -- SHA-256 of the request's content, to detect other content under a used key; null when unknown.
  content_digest bytea check (length(content_digest) = 32),
  primary key (user_id, key)
);
-- Clean-up: old keys. Rows are inserted in order of time, for which BRIN is the smallest index.
create index idempotency_keys_created_at_idx on idempotency_keys using brin (created_at);

create table items (
  id int generated always as identity primary key,
  protocol_id int not null references protocols,
  -- Starts at 1 for the first line of the form. Deferrable, so that one statement may renumber all lines.
  position int not null check (position >= 1),
  document_number text check (btrim(document_number) <> ''),
  item_type_id int not null references item_types,
  category_id int references categories,
  supplier_id int references suppliers,
  responsible_id int references users,
  reason text,
  status text not null default 'pendente' check (status in ('pendente', 'retornado', 'concluído', 'cancelado')),
  return_date date,
  -- The first due date of an item whose due date was extended; null if it never was.
  original_return_date date,
  actual_return_date timestamptz,
  returned_by int references users,
  completed_at timestamptz,
  completed_by int references users,
  cancelled_at timestamptz,
  cancelled_by int references users,
  cancel_reason text check (btrim(cancel_reason) <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Copies from the protocol, written by triggers (sql/derived.sql): they tell without a join who sees the item and
  -- whether it is listed. must_return is the protocol's requires_return.
  origin_department_id int not null default 0,
  destination_department_id int not null default 0,
  in_cancelled_protocol boolean not null default false,
  must_return boolean not null default false,
  search_text text generated always as (searchable(document_number)) stored,
  -- What people call the item.
  description text,
  -- When the origin last asked for the item back, and who did. In the row of the item, so that lists need no join and a
  -- creation writes nothing for it.
  reminded_at timestamptz,
  reminded_by int references users,
  -- What people say about an item, apart from its document number: one text, so that one trigram index is enough. A search
  -- term has no capitals, so that none reaches from the description into the reason.
  word_text text generated always as (
    case when coalesce(description, reason) is not null
      then coalesce(searchable(description), '') || ' A ' || coalesce(searchable(reason), '') end
  ) stored,
  -- The item of another protocol that this one continues: the next hop of its custody.
  forwarded_from_item_id int references items,
  -- What the first due date was computed from: the category's days then, whether they are business days, and the holidays
  -- among them, as [{date, name}]. All null: set by hand, or without one.
  due_days int,
  due_in_business_days boolean,
  due_holidays jsonb,

  constraint items_position_key unique (protocol_id, position) deferrable initially immediate,
  constraint items_returned_by_someone check (num_nonnulls(actual_return_date, returned_by) in (0, 2)),
  constraint items_returned_has_date check (
    case status
      when 'retornado' then actual_return_date is not null
      when 'concluído' then true
      else actual_return_date is null
    end
  ),
  constraint items_only_due_items_return check (actual_return_date is null or return_date is not null),
  constraint items_completed_is_status
    check (num_nonnulls(completed_at, completed_by) = case when status = 'concluído' then 2 else 0 end),
  constraint items_cancelled_is_status check (
    num_nonnulls(cancelled_at, cancelled_by, cancel_reason) = case when status = 'cancelado' then 3 else 0 end
  ),
  constraint items_are_only_postponed
    check (original_return_date is null or (return_date is not null and original_return_date < return_date)),
  constraint items_description_check check (btrim(description) <> ''),
  constraint items_reminded_by_someone check (num_nonnulls(reminded_at, reminded_by) in (0, 2)),
  -- A hop comes after the one it continues, so that no chain is a circle.
  constraint items_hop_comes_later check (forwarded_from_item_id < id),
  constraint items_due_basis_is_whole check ((due_days is null) = (due_in_business_days is null))
) with (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

-- The returns screen, the upcoming returns and the daily reminders: items of one status, in protocols that are not
-- cancelled, with a due date or with return required, by due date. Items without a date come last.
--
-- A department's list merges two index-only scans. PostgreSQL merges only if each half (origin = $1; destination =
-- $1 and origin <> $1) has its own order by return_date, id limit offset + page; a plain union all would read and
-- sort all open items.
create index items_returns_origin_idx on items (origin_department_id, status, return_date, id)
  where (return_date is not null or must_return) and not in_cancelled_protocol;
create index items_returns_destination_idx on items (destination_department_id, status, return_date, id)
  include (origin_department_id)
  where (return_date is not null or must_return) and not in_cancelled_protocol;
-- The same for an Admin, who sees all departments.
create index items_returns_idx on items (status, return_date, id)
  where (return_date is not null or must_return) and not in_cancelled_protocol;
-- The returns list of one responsible user; the included columns say who sees the item and whether it is listed.
create index items_responsible_id_idx on items (responsible_id, status, return_date, id)
  include (origin_department_id, destination_department_id, in_cancelled_protocol, must_return)
  where responsible_id is not null;
-- Items that nobody answers for yet, to be returned by a department.
create index items_unassigned_idx on items (destination_department_id, return_date, id)
  include (origin_department_id)
  where responsible_id is null and status = 'pendente'
    and (return_date is not null or must_return) and not in_cancelled_protocol;

-- Tracking by item type: the newest items of the types whose names match, in all departments or in the viewer's. In
-- this order, a page costs the same for a frequent type as for a rare one.
create index items_type_idx on items (item_type_id, created_at, id);
create index items_origin_type_idx on items (origin_department_id, item_type_id, created_at, id);
create index items_destination_type_idx on items (destination_department_id, item_type_id, created_at, id)
  include (origin_department_id);

-- Items of a category or of a supplier.
create index items_category_id_idx on items (category_id, protocol_id) where category_id is not null;
create index items_supplier_id_idx on items (supplier_id, protocol_id) where supplier_id is not null;

-- Items by part of their document number.
create index items_search_text_idx on items using gin (search_text gin_trgm_ops);
-- The same for long numbers, by all sequences of five digits. There are only a thousand trigrams of digits. Among
-- millions of items, each occurs so often that combining them takes milliseconds; a sequence of five digits is
-- rare.
create index items_digit_grams_idx on items using gin (digit_grams(search_text));

-- Protocols by part of the description or the reason of an item.
create index items_word_text_idx on items using gin (word_text gin_trgm_ops);

-- The next hop of an item. An item is in one place: at most one of its next hops is neither completed nor cancelled.
create index items_forwarded_from_idx on items (forwarded_from_item_id, status)
  where forwarded_from_item_id is not null;
create unique index items_open_hop_key on items (forwarded_from_item_id)
  where forwarded_from_item_id is not null and status in ('pendente', 'retornado') and not in_cancelled_protocol;

-- Foreign keys: deleting a user.
create index items_returned_by_idx on items (returned_by) where returned_by is not null;
create index items_completed_by_idx on items (completed_by) where completed_by is not null;
create index items_cancelled_by_idx on items (cancelled_by) where cancelled_by is not null;
create index items_reminded_by_idx on items (reminded_by) where reminded_by is not null;

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
  -- A copy from the item, whose number never changes: the search of the list reads one index of one table.
  document_number text,
  search_text text not null
    generated always as (searchable(coalesce(document_number || ' ', '') || description)) stored,

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
-- The list of occurrences, newest first, of one kind from the index alone: of one side each, merged; and of everything
-- for an Admin.
create index occurrences_origin_idx on occurrences (origin_department_id, status, id)
  include (destination_department_id, kind);
create index occurrences_destination_idx on occurrences (destination_department_id, status, id)
  include (origin_department_id, kind);
create index occurrences_status_idx on occurrences (status, id) include (kind);
-- By part of the document number or the description.
create index occurrences_search_text_idx on occurrences using gin (search_text gin_trgm_ops);
-- Foreign keys: deleting a user.
create index occurrences_opened_by_idx on occurrences (opened_by);
create index occurrences_resolved_by_idx on occurrences (resolved_by) where resolved_by is not null;

-- No cascade from items: the files of a deleted item must be removed from the storage first.
create table attachments (
  id int generated always as identity primary key,
  item_id int not null references items,
  file_name text not null check (btrim(file_name) <> ''),
  -- A key may not lead out of the storage's folder.
  storage_key text not null,
  content_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_by int not null references users,
  created_at timestamptz not null default now(),
  -- Whether the file was stored while the virus scanner did not respond.
  scan_skipped boolean not null default false,
  -- A removed file has no digest, by which it could be guessed. The key in the storage, random digits, stays.
  removed_at timestamptz,
  -- A photo of an occurrence is a file of its item, too, and is not listed among the item's own.
  occurrence_id int references occurrences,

  constraint attachments_storage_key_is_ours check (
    storage_key ~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)?[0-9]{4}-[0-9]{2}/[0-9a-f]{40}$'
  ),
  constraint attachments_removed_has_no_digest check (
    removed_at is null or (sha256 = decode(repeat('00', 32), 'hex') and size_bytes = 0)
  )
);
-- The files of an item.
create index attachments_item_id_idx on attachments (item_id);
create index attachments_occurrence_id_idx on attachments (occurrence_id) where occurrence_id is not null;
-- The rows of a stored file: the sweep, a removal, a restore. A protocol that was redirected and the one made from it have
-- the same stored files, each with rows of its own.
create index attachments_storage_key_idx on attachments (storage_key);
-- Foreign key: deleting a user.
create index attachments_uploaded_by_idx on attachments (uploaded_by);

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
  used_at timestamptz,
  -- When the account was deactivated, or got another department or address: the link stays dead if that is undone.
  ended_at timestamptz
);
create index answer_links_user_id_idx on answer_links (user_id, item_id);
create index answer_links_item_id_idx on answer_links (item_id);
-- Deleting the expired ones.
create index answer_links_created_at_idx on answer_links (created_at);

-- The history of custody. Append-only: triggers refuse every change (sql/custody.sql).
create table history (
  id bigint generated always as identity primary key,
  protocol_id int not null references protocols,
  -- Not a foreign key: when an edit removes an item, its history lines remain.
  item_id int,
  action text not null check (btrim(action) <> ''),
  description text not null default '',
  -- null: the system.
  created_by int references users,
  created_at timestamptz not null default now(),
  -- Copies from the protocol, written by a trigger (sql/derived.sql). Without them, "recent activities" of a
  -- department with few would scan the history of all departments backwards until it has found ten lines.
  origin_department_id int not null default 0,
  destination_department_id int not null default 0
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

-- The history of a protocol or an item.
create index history_protocol_id_idx on history (protocol_id, id);
create index history_item_id_idx on history (item_id, id) where item_id is not null;
-- Recent activities of a department: both sides, merged.
create index history_origin_department_id_idx on history (origin_department_id, id);
create index history_destination_department_id_idx on history (destination_department_id, id);
-- Foreign key: deleting a user.
create index history_created_by_idx on history (created_by) where created_by is not null;

-- The items of a history line about several of them (its own item_id is null). Append-only, like the line.
create table history_items (
  history_id bigint not null references history,
  -- Not a foreign key, as in history.
  item_id int not null,
  -- What the line says of this item alone.
  description text not null check (btrim(description) <> ''),
  -- In this order: tracking reads the lines of an item.
  primary key (item_id, history_id)
);
-- The items of one line, for chaining it.
create index history_items_history_id_idx on history_items (history_id);

-- One link per history entry: a hash over the entry and the previous link of its protocol. Written by chain_history()
-- (sql/chain.sql) soon after the entry. A table of its own, because the history itself never changes.
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

-- Deleting a comment permanently removes its text; the history still shows that it existed.
create table comments (
  id int generated always as identity primary key,
  protocol_id int not null references protocols,
  text text not null check (btrim(text) <> ''),
  created_by int not null references users,
  created_at timestamptz not null default now()
);
-- The comments of a protocol.
create index comments_protocol_id_idx on comments (protocol_id, id);
-- Foreign key: deleting a user.
create index comments_created_by_idx on comments (created_by);

-- Files and texts that Admins have removed for good: who, when and why; never what.
create table black_outs (
  id int generated always as identity primary key,
  protocol_id int not null references protocols,
  kind text not null check (kind in (
    'attachment', 'history', 'comment', 'remarks', 'cancel_reason', 'item_description', 'item_reason',
    'item_cancel_reason', 'occurrence_description', 'occurrence_outcome_note', 'extension_request_reason',
    'extension_request_note'
  )),
  -- Id of the attachment, history entry, comment, protocol, item, occurrence or request. Not a foreign key: a comment can
  -- be deleted.
  target_id bigint not null,
  reason text not null check (btrim(reason) <> ''),
  removed_by int not null references users,
  removed_at timestamptz not null
);
-- The removals of a protocol, for its page.
create index black_outs_protocol_id_idx on black_outs (protocol_id, id);
-- Whether the removal of an entry's texts is on record.
create index black_outs_history_idx on black_outs (target_id) where kind = 'history';
-- Deleting a person asks for it.
create index black_outs_removed_by_idx on black_outs (removed_by);

-- Administrative acts, sign-ins, exports and downloads. Rows are only ever inserted; names are those of the moment.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Not a foreign key: an event keeps the id of a deleted person.
  actor_id int,
  actor_name text,
  action text not null,
  subject_kind text,
  subject_id text,
  subject_name text,
  before jsonb,
  after jsonb,
  address inet
);
-- The newest events, of all kinds and of one; and those of one person, whose kinds are filtered within the index.
create index audit_events_at_idx on audit_events (at desc, id desc);
create index audit_events_action_idx on audit_events (action, at desc, id desc);
create index audit_events_actor_idx on audit_events (actor_id, at desc, id desc) include (action);
-- The events about a person, for the export of their data and for its removal.
create index audit_events_person_idx on audit_events (subject_id, id) where subject_kind = 'user';
-- The downloads of one file, whose name goes with it.
create index audit_events_attachment_idx on audit_events (subject_id) where subject_kind = 'attachment';

-- One row per recipient. No foreign keys: a creation writes dozens of rows here, and checking the keys would cost
-- as much as the rows. The records in protocol_id and item_id may be deleted; a trigger deletes the rows of a
-- deleted user (sql/inbox.sql).
create table notifications (
  id bigint generated always as identity primary key,
  user_id int not null,
  type text not null check (type in (
    'new_protocol', 'protocol_received', 'protocol_edited', 'protocol_canceled', 'protocol_completed',
    'protocol_comment', 'item_return', 'item_completed', 'item_canceled', 'item_assigned', 'account'
  )),
  title text not null,
  message text not null,
  protocol_id int,
  item_id int,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- The comment that the notification quotes. The text is read from the comment, so that deleting the comment deletes
  -- every quotation.
  comment_id int
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

-- A person's inbox, newest first.
create index notifications_user_id_idx on notifications (user_id, id);
-- The number of a user's unread notifications.
create index notifications_unread_idx on notifications (user_id) where read_at is null;
-- Clean-up: old notifications. Rows are inserted in order of time, for which BRIN is the smallest index.
create index notifications_created_at_idx on notifications using brin (created_at);

-- The last reminder of each kind that a person got for an item and its due date. After a change of due date, the
-- item is reminded of again; while it stays overdue, the reminder is repeated after some time, which updates
-- sent_on. No foreign keys, as in notifications: a morning writes thousands of rows, and they are deleted after two
-- months anyway.
create table item_reminders (
  item_id int not null,
  user_id int not null,
  return_date date not null,
  kind text not null check (kind in ('due_tomorrow', 'due_today', 'overdue')),
  sent_on date not null,
  primary key (item_id, user_id, return_date, kind)
);
-- Whether a user has been reminded today.
create index item_reminders_user_id_idx on item_reminders (user_id, sent_on);

-- When a person was last told that a protocol waits to be received; repeated while it does. No foreign keys, as in
-- item_reminders.
create table receipt_reminders (
  user_id int not null,
  protocol_id int not null,
  sent_on date not null,
  primary key (user_id, protocol_id)
);
-- Whether a user has been reminded today.
create index receipt_reminders_sent_on_idx on receipt_reminders (user_id, sent_on);

-- The days on which all reminders are done.
create table reminder_days (
  day date primary key,
  finished_at timestamptz not null default now()
);

-- How many people each act of a person has notified. Appended to, so that two acts of one person do not wait for
-- each other; the limit is on the sum of the last hour. Older rows are deleted.
create table notified_people (
  id bigint generated always as identity primary key,
  actor_id int not null references users on delete cascade,
  notified_at timestamptz not null,
  people int not null check (people > 0)
);
create index notified_people_idx on notified_people (actor_id, notified_at) include (people);

create table suggestions (
  id int generated always as identity primary key,
  title text not null check (btrim(title) <> ''),
  description text not null check (btrim(description) <> ''),
  category text not null check (category in (
    'interface', 'funcionalidade', 'performance', 'documentacao', 'correcao', 'integracao', 'outro'
  )),
  priority text not null check (priority in ('baixa', 'media', 'alta')),
  expected_benefit text,
  status text not null default 'pendente'
    check (status in ('pendente', 'em_analise', 'aprovada', 'implementada', 'rejeitada')),
  implementation_notes text,
  created_by int not null references users,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (searchable(title || ' ' || description)) stored
);
-- Foreign key: deleting a user.
create index suggestions_created_by_idx on suggestions (created_by);
-- Suggestions by part of their title or description.
create index suggestions_search_text_idx on suggestions using gin (search_text gin_trgm_ops);

-- Votes are counted on reading: they are few, and a counter would have to be kept consistent.
create table suggestion_votes (
  suggestion_id int not null references suggestions on delete cascade,
  user_id int not null references users on delete cascade,
  vote text not null check (vote in ('up', 'down')),
  created_at timestamptz not null default now(),
  primary key (suggestion_id, user_id)
);
-- Foreign key: the votes of a deleted user.
create index suggestion_votes_user_id_idx on suggestion_votes (user_id);

create table ratings (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  section text not null check (btrim(section) <> ''),
  rating text not null check (rating in ('muito_ruim', 'ruim', 'neutro', 'bom', 'excelente')),
  comments text,
  created_at timestamptz not null default now(),
  unique (user_id, section)
);

-- The backups that the job queue has made of this database. Not archived: a restored copy has none of its own yet.
create table backups (
  id int generated always as identity primary key,
  started_at timestamptz not null,
  -- When the work ended, well or not; null while it runs, or when its process died.
  finished_at timestamptz,
  -- When its trial restore had succeeded.
  verified_at timestamptz,
  -- File name, and the folder or bucket as the operator wrote it.
  name text not null,
  place text not null,
  bytes bigint,
  -- Of the file as stored.
  sha256 bytea check (octet_length(sha256) = 32),
  -- A Portuguese sentence.
  error text,
  -- When it was deleted because enough newer ones exist.
  removed_at timestamptz,
  constraint backups_verified_or_failed check (verified_at is null or (finished_at is not null and error is null))
);
create index backups_verified_at_idx on backups (verified_at) where verified_at is not null;

-- The library of the job queue makes its tables here. It may run as a role that cannot create a schema.
create schema if not exists pgboss;

-- Totals of protocols and items, so that no page counts a large table. Triggers append each change to a ledger
-- (sql/ledgers.sql). The tables of the schema `folded` hold the sums of earlier changes; a figure is the sum of both
-- (sql/figures.sql). Only triggers and the fold write here, so that foreign keys are unnecessary.
--
-- The total of the organisation is the sum of `n_origin` over all departments, because each protocol has one origin.

-- Every reader scans all rows that are not folded yet, so that indexes would not help. All rows are deleted every
-- few seconds: the fold also vacuums (db/folding.ts), and autovacuum truncates the tables.

create table protocol_ledger (
  origin_department_id int not null,
  destination_department_id int not null,
  -- Civil day of the protocol's creation.
  day date not null,
  status text not null,
  -- Earliest due date of the open items; null if there is none.
  next_return_date date,
  created_by int not null,
  -- These two are summed. Seconds from creation to completion: 0 while not completed, negative where n is.
  seconds_to_complete bigint not null,
  n int not null,
  -- Whether the protocol waits for an action of these departments; null counts as what is folded already.
  waits_at_origin boolean,
  waits_at_destination boolean
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table item_ledger (
  origin_department_id int not null,
  destination_department_id int not null,
  -- Civil day of the protocol's creation.
  day date not null,
  item_type_id int not null,
  status text not null,
  return_date date,
  -- null while not returned
  is_late boolean,
  -- Whether the returns screen lists it, as in items_returns_idx.
  is_listed boolean not null,
  n int not null,
  is_unassigned boolean
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Protocols with at least one item of the category. Cannot be summed from items.
create table category_ledger (
  category_id int not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Returned items with a category. Not part of item_ledger: creations would write more rows there, one per category.
create table return_ledger (
  category_id int not null,
  destination_department_id int not null,
  -- Civil days of the protocol's creation and of the return.
  sent_on date not null,
  returned_on date not null,
  is_late boolean not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A category of a protocol's item before (sign -1) or after (sign 1) a change.
create type category_change as (category_id int, protocol_id int, sign int);

create schema folded;

-- Number of protocols in lists of one sender, or between two departments.
create table folded.protocol_totals (
  origin_department_id int not null,
  destination_department_id int not null,
  status text not null,
  n int not null,
  primary key (origin_department_id, destination_department_id, status) include (n)
) with (fillfactor = 50);
-- Number of protocols sent to a department. Includes the status: otherwise PostgreSQL skip-scans the primary key,
-- sender by sender, once many pairs of departments have exchanged protocols.
create index protocol_totals_destination_department_id_idx
  on folded.protocol_totals (destination_department_id, status) include (n);

-- Lists and cards of one department: n counts the protocols on either side, n_origin those that it sent.
create table folded.department_totals (
  department_id int not null,
  status text not null,
  n int not null,
  n_origin int not null,
  primary key (department_id, status)
) with (fillfactor = 50);

-- Number of protocols that wait at a department, by status.
create table folded.waiting_protocols (
  department_id int not null,
  status text not null,
  n int not null,
  primary key (department_id, status) include (n)
) with (fillfactor = 50);

-- Dashboard and reports, by civil day of creation. Seconds from creation to completion are summed over completed
-- protocols and are 0 in the other rows: the sum divided by n is the average time.
create table folded.protocol_daily (
  department_id int not null,
  day date not null,
  status text not null,
  n int not null,
  n_origin int not null,
  seconds_to_complete bigint not null,
  primary key (department_id, day, status)
) with (fillfactor = 70);
-- The same for the whole organisation.
create index protocol_daily_day_idx on folded.protocol_daily (day) include (status, n_origin);
-- For the fold, which deletes rows that count nothing any more; the same in the tables below.
create index protocol_daily_empty_idx on folded.protocol_daily (day) where n = 0;

-- The same by month; month is its first day. A long period is its whole months plus the days of the incomplete
-- ones.
create table folded.protocol_monthly (
  department_id int not null,
  month date not null,
  status text not null,
  n int not null,
  n_origin int not null,
  seconds_to_complete bigint not null,
  primary key (department_id, month, status)
) with (fillfactor = 70);
create index protocol_monthly_month_idx on folded.protocol_monthly (month) include (status, n_origin);

-- Report of the flow between departments: what a department sent and received per month.
create table folded.pair_monthly (
  origin_department_id int not null,
  destination_department_id int not null,
  month date not null,
  n int not null,
  primary key (origin_department_id, month, destination_department_id) include (n)
) with (fillfactor = 70);
create index pair_monthly_destination_department_id_idx
  on folded.pair_monthly (destination_department_id, month, origin_department_id) include (n);

-- The returns screen: items as in items_returns_idx. A department's total is the sum over the pairs with the
-- department on either side.
create table folded.return_totals (
  origin_department_id int not null,
  destination_department_id int not null,
  status text not null,
  n int not null,
  -- Those without a responsible user.
  n_unassigned int not null default 0,
  primary key (origin_department_id, destination_department_id, status) include (n)
) with (fillfactor = 50);
create index return_totals_destination_department_id_idx
  on folded.return_totals (destination_department_id, status) include (origin_department_id, n);

-- Report of returns: returned items, on time or late, by civil day of their protocol's creation.
create table folded.settled_returns (
  department_id int not null,
  day date not null,
  is_late boolean not null,
  n int not null,
  n_origin int not null,
  primary key (department_id, day, is_late) include (n)
) with (fillfactor = 70);
-- The same for the whole organisation, where each protocol counts at its origin.
create index settled_returns_day_idx on folded.settled_returns (day) include (is_late, n_origin);
create index settled_returns_empty_idx on folded.settled_returns (day) where n = 0;

-- Report of returns: open items with a due date, by that date and the civil day of their protocol's creation.
create table folded.open_returns (
  department_id int not null,
  day date not null,
  return_date date not null,
  n int not null,
  n_origin int not null,
  primary key (department_id, day, return_date) include (n)
) with (fillfactor = 70);
-- The same for the whole organisation.
create index open_returns_day_idx on folded.open_returns (day) include (return_date, n_origin) where n_origin <> 0;
create index open_returns_empty_idx on folded.open_returns (day) where n = 0;

-- The same two by month, for long periods; month is its first day.
create table folded.open_returns_monthly (
  department_id int not null,
  month date not null,
  return_date date not null,
  n int not null,
  n_origin int not null,
  primary key (department_id, month, return_date) include (n)
) with (fillfactor = 70);
create index open_returns_monthly_month_idx on folded.open_returns_monthly (month)
  include (return_date, n_origin) where n_origin <> 0;
create index open_returns_monthly_empty_idx on folded.open_returns_monthly (month) where n = 0;

create table folded.settled_returns_monthly (
  department_id int not null,
  month date not null,
  is_late boolean not null,
  n int not null,
  n_origin int not null,
  primary key (department_id, month, is_late) include (n)
) with (fillfactor = 70);
create index settled_returns_monthly_month_idx on folded.settled_returns_monthly (month) include (is_late, n_origin);

-- Returns between due dates: open items by due date. n counts those with the department on either side, n_origin
-- those to be returned to it, n_destination those that it must return.
create table folded.due_returns (
  department_id int not null,
  return_date date not null,
  n int not null,
  n_origin int not null,
  n_destination int not null,
  primary key (department_id, return_date) include (n, n_origin, n_destination)
) with (fillfactor = 70);
-- The same for the whole organisation.
create index due_returns_return_date_idx on folded.due_returns (return_date) include (n_origin);
create index due_returns_empty_idx on folded.due_returns (return_date) where n = 0;

-- Summary above the list: the number of late protocols, by the earliest due date of their open items. Department 0 has
-- those of all departments, whose rows an Admin's count would otherwise sum.
create table folded.due_protocols (
  department_id int not null,
  next_return_date date not null,
  n int not null,
  n_origin int not null,
  primary key (department_id, next_return_date) include (n)
) with (fillfactor = 70);
-- The same for the whole organisation.
create index due_protocols_next_return_date_idx on folded.due_protocols (next_return_date) include (n_origin);
create index due_protocols_empty_idx on folded.due_protocols (next_return_date) where n = 0;

-- What is usual: how long items take to come back. Both days, not the number between them: how many of them are business
-- days changes with the calendar, and whether that counts with the category.
create table folded.return_spans (
  category_id int not null,
  destination_department_id int not null,
  returned_on date not null,
  sent_on date not null,
  n int not null,
  n_on_time int not null,
  primary key (category_id, destination_department_id, returned_on, sent_on) include (n, n_on_time)
) with (fillfactor = 70);
create index return_spans_empty_idx on folded.return_spans (category_id) where n = 0;

-- The same for all destinations.
create table folded.category_return_spans (
  category_id int not null,
  returned_on date not null,
  sent_on date not null,
  n int not null,
  n_on_time int not null,
  primary key (category_id, returned_on, sent_on) include (n, n_on_time)
) with (fillfactor = 70);
create index category_return_spans_empty_idx on folded.category_return_spans (category_id) where n = 0;

-- Settings: the number of items of a type, and of protocols with an item of a category. Suppliers need no totals:
-- there are many, and items_supplier_id_idx counts the ten of a page.
create table folded.item_type_totals (
  item_type_id int primary key,
  n int not null
) with (fillfactor = 50);

create table folded.category_totals (
  category_id int primary key,
  n int not null
) with (fillfactor = 50);

-- The list of users: the number of protocols that each has created. Users without protocols have no row.
create table folded.creator_totals (
  user_id int primary key,
  n int not null
) with (fillfactor = 50);
