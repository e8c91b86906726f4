-- The database as the migrations and the files of db/sql make it. Written by `npm run types:db`, for reading only; what each
-- table and index is for stands in the migrations.

CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE TYPE category_change AS (
  category_id integer,
  protocol_id integer,
  sign integer
);

CREATE TABLE account_tokens (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  channel text NOT NULL,
  CONSTRAINT account_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT account_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT account_tokens_channel_check CHECK ((channel = ANY (ARRAY['screen'::text, 'mail'::text]))),
  CONSTRAINT account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'password_reset'::text]))),
  CONSTRAINT account_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX account_tokens_expires_at_idx ON public.account_tokens USING btree (expires_at);
CREATE UNIQUE INDEX account_tokens_one_open ON public.account_tokens USING btree (user_id, channel) WHERE (used_at IS NULL);
CREATE INDEX account_tokens_user_id_idx ON public.account_tokens USING btree (user_id);

CREATE TABLE answer_links (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  secret_hash bytea NOT NULL,
  user_id integer NOT NULL,
  item_id integer NOT NULL,
  return_date date NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT answer_links_pkey PRIMARY KEY (id),
  CONSTRAINT answer_links_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT answer_links_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT answer_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT answer_links_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX answer_links_created_at_idx ON public.answer_links USING btree (created_at);
CREATE INDEX answer_links_item_id_idx ON public.answer_links USING btree (item_id);
CREATE INDEX answer_links_user_id_idx ON public.answer_links USING btree (user_id, item_id);

CREATE TABLE attachments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  item_id integer NOT NULL,
  file_name text NOT NULL,
  storage_key text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  uploaded_by integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  scan_skipped boolean DEFAULT false NOT NULL,
  removed_at timestamp with time zone,
  occurrence_id integer,
  CONSTRAINT attachments_pkey PRIMARY KEY (id),
  CONSTRAINT attachments_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  CONSTRAINT attachments_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES occurrences(id),
  CONSTRAINT attachments_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  CONSTRAINT attachments_file_name_check CHECK ((btrim(file_name) <> ''::text)),
  CONSTRAINT attachments_removed_has_no_digest CHECK (((removed_at IS NULL) OR ((sha256 = decode(repeat('00'::text, 32), 'hex'::text)) AND (size_bytes = 0)))),
  CONSTRAINT attachments_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT attachments_size_bytes_check CHECK ((size_bytes >= 0)),
  CONSTRAINT attachments_storage_key_is_ours CHECK ((storage_key ~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)?[0-9]{4}-[0-9]{2}/[0-9a-f]{40}$'::text))
);
CREATE INDEX attachments_item_id_idx ON public.attachments USING btree (item_id);
CREATE INDEX attachments_occurrence_id_idx ON public.attachments USING btree (occurrence_id) WHERE (occurrence_id IS NOT NULL);
CREATE INDEX attachments_storage_key_idx ON public.attachments USING btree (storage_key);
CREATE INDEX attachments_uploaded_by_idx ON public.attachments USING btree (uploaded_by);
CREATE TRIGGER attachments_stay_removed BEFORE UPDATE OF file_name, sha256, size_bytes, removed_at ON attachments FOR EACH ROW WHEN (old.removed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  actor_id integer,
  actor_name text,
  action text NOT NULL,
  subject_kind text,
  subject_id text,
  subject_name text,
  before jsonb,
  after jsonb,
  address inet,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_action_idx ON public.audit_events USING btree (action, at DESC, id DESC);
CREATE INDEX audit_events_actor_idx ON public.audit_events USING btree (actor_id, at DESC, id DESC) INCLUDE (action);
CREATE INDEX audit_events_at_idx ON public.audit_events USING btree (at DESC, id DESC);
CREATE INDEX audit_events_attachment_idx ON public.audit_events USING btree (subject_id) WHERE (subject_kind = 'attachment'::text);
CREATE INDEX audit_events_person_idx ON public.audit_events USING btree (subject_id, id) WHERE (subject_kind = 'user'::text);
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_events FOR EACH STATEMENT WHEN (current_setting('malote.changing_audit'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION refuse_change();

CREATE TABLE backups (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  verified_at timestamp with time zone,
  name text NOT NULL,
  place text NOT NULL,
  bytes bigint,
  sha256 bytea,
  error text,
  removed_at timestamp with time zone,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_sha256_check CHECK ((octet_length(sha256) = 32)),
  CONSTRAINT backups_verified_or_failed CHECK (((verified_at IS NULL) OR ((finished_at IS NOT NULL) AND (error IS NULL))))
);
CREATE INDEX backups_verified_at_idx ON public.backups USING btree (verified_at) WHERE (verified_at IS NOT NULL);

CREATE TABLE black_outs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  protocol_id integer NOT NULL,
  kind text NOT NULL,
  target_id bigint NOT NULL,
  reason text NOT NULL,
  removed_by integer NOT NULL,
  removed_at timestamp with time zone NOT NULL,
  CONSTRAINT black_outs_pkey PRIMARY KEY (id),
  CONSTRAINT black_outs_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT black_outs_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id),
  CONSTRAINT black_outs_kind_check CHECK ((kind = ANY (ARRAY['attachment'::text, 'history'::text, 'comment'::text, 'remarks'::text, 'cancel_reason'::text, 'item_description'::text, 'item_reason'::text, 'item_cancel_reason'::text, 'occurrence_description'::text, 'occurrence_outcome_note'::text, 'extension_request_reason'::text, 'extension_request_note'::text]))),
  CONSTRAINT black_outs_reason_check CHECK ((btrim(reason) <> ''::text))
);
CREATE INDEX black_outs_history_idx ON public.black_outs USING btree (target_id) WHERE (kind = 'history'::text);
CREATE INDEX black_outs_protocol_id_idx ON public.black_outs USING btree (protocol_id, id);
CREATE INDEX black_outs_removed_by_idx ON public.black_outs USING btree (removed_by);
CREATE TRIGGER black_outs_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON black_outs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE calendar_feeds (
  user_id integer NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id),
  CONSTRAINT calendar_feeds_token_hash_key UNIQUE (token_hash),
  CONSTRAINT calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE TABLE categories (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text COLLATE "pt-BR-x-icu" NOT NULL,
  return_days integer,
  day_count text DEFAULT 'Dias úteis'::text NOT NULL,
  color text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_day_count_check CHECK ((day_count = ANY (ARRAY['Dias úteis'::text, 'Dias corridos'::text]))),
  CONSTRAINT categories_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT categories_return_days_check CHECK ((return_days > 0))
);
CREATE UNIQUE INDEX categories_name_key ON public.categories USING btree (lower(name));
CREATE TRIGGER categories_live_changed AFTER INSERT OR DELETE OR UPDATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION tell_registers_changed();
CREATE TRIGGER categories_refuse_new_taken_name BEFORE UPDATE OF name ON categories FOR EACH ROW WHEN (new.name <> old.name) EXECUTE FUNCTION refuse_taken_name();
CREATE TRIGGER categories_refuse_taken_name BEFORE INSERT ON categories FOR EACH ROW EXECUTE FUNCTION refuse_taken_name();

CREATE TABLE category_ledger (
  category_id integer NOT NULL,
  n integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

CREATE TABLE chain_progress (
  only_row boolean DEFAULT true NOT NULL,
  chained_to bigint DEFAULT 0 NOT NULL,
  seen_to bigint DEFAULT 0 NOT NULL,
  seen_before bigint DEFAULT 0 NOT NULL,
  CONSTRAINT chain_progress_pkey PRIMARY KEY (only_row),
  CONSTRAINT chain_progress_only_row_check CHECK (only_row)
);

CREATE TABLE comments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  protocol_id integer NOT NULL,
  text text NOT NULL,
  created_by integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT comments_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT comments_text_check CHECK ((btrim(text) <> ''::text))
);
CREATE INDEX comments_created_by_idx ON public.comments USING btree (created_by);
CREATE INDEX comments_protocol_id_idx ON public.comments USING btree (protocol_id, id);

CREATE TABLE departments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text COLLATE "pt-BR-x-icu" NOT NULL,
  description text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT departments_pkey PRIMARY KEY (id),
  CONSTRAINT departments_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (lower(name));
CREATE TRIGGER departments_live_changed AFTER INSERT OR DELETE OR UPDATE ON departments FOR EACH STATEMENT EXECUTE FUNCTION tell_registers_changed();
CREATE TRIGGER departments_refuse_new_taken_name BEFORE UPDATE OF name ON departments FOR EACH ROW WHEN (new.name <> old.name) EXECUTE FUNCTION refuse_taken_name();
CREATE TRIGGER departments_refuse_taken_name BEFORE INSERT ON departments FOR EACH ROW EXECUTE FUNCTION refuse_taken_name();

CREATE TABLE due_date_changes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  item_id integer NOT NULL,
  kind text NOT NULL,
  from_date date,
  to_date date NOT NULL,
  changed_by integer,
  changed_at timestamp with time zone NOT NULL,
  reason text,
  CONSTRAINT due_date_changes_pkey PRIMARY KEY (id),
  CONSTRAINT due_date_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT due_date_changes_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  CONSTRAINT due_date_changes_check CHECK ((from_date IS DISTINCT FROM to_date)),
  CONSTRAINT due_date_changes_kind_check CHECK ((kind = ANY (ARRAY['extension'::text, 'request'::text, 'calendar'::text, 'edit'::text]))),
  CONSTRAINT due_date_changes_reason_check CHECK ((btrim(reason) <> ''::text))
);
CREATE INDEX due_date_changes_changed_by_idx ON public.due_date_changes USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX due_date_changes_item_id_idx ON public.due_date_changes USING btree (item_id, id);
CREATE TRIGGER due_date_changes_are_append_only BEFORE DELETE OR TRUNCATE ON due_date_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER due_date_changes_grant_requests AFTER INSERT ON due_date_changes FOR EACH ROW WHEN (new.kind = 'extension'::text AND new.changed_by IS NOT NULL) EXECUTE FUNCTION grant_request_of_item();
CREATE TRIGGER due_date_changes_keep_their_rows BEFORE UPDATE ON due_date_changes FOR EACH ROW WHEN (new.id IS DISTINCT FROM old.id OR new.item_id IS DISTINCT FROM old.item_id OR new.kind IS DISTINCT FROM old.kind OR new.from_date IS DISTINCT FROM old.from_date OR new.to_date IS DISTINCT FROM old.to_date OR new.changed_by IS DISTINCT FROM old.changed_by OR new.changed_at IS DISTINCT FROM old.changed_at OR new.reason IS DISTINCT FROM '[conteúdo removido]'::text) EXECUTE FUNCTION refuse_change();

CREATE TABLE extension_requests (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  item_id integer NOT NULL,
  protocol_id integer NOT NULL,
  requested_date date NOT NULL,
  reason text NOT NULL,
  status text DEFAULT 'aberto'::text NOT NULL,
  asked_by integer NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  decided_by integer,
  decided_at timestamp with time zone,
  granted_date date,
  note text,
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  CONSTRAINT extension_requests_pkey PRIMARY KEY (id),
  CONSTRAINT extension_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT extension_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT extension_requests_destination_department_id_fkey FOREIGN KEY (destination_department_id) REFERENCES departments(id),
  CONSTRAINT extension_requests_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  CONSTRAINT extension_requests_origin_department_id_fkey FOREIGN KEY (origin_department_id) REFERENCES departments(id),
  CONSTRAINT extension_requests_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT extension_requests_decided_by_somebody CHECK (((status = ANY (ARRAY['concedido'::text, 'negado'::text])) = (decided_by IS NOT NULL))),
  CONSTRAINT extension_requests_denial_has_note CHECK (((status <> 'negado'::text) OR (note IS NOT NULL))),
  CONSTRAINT extension_requests_granted_has_date CHECK (((status = 'concedido'::text) = (granted_date IS NOT NULL))),
  CONSTRAINT extension_requests_note_check CHECK ((btrim(note) <> ''::text)),
  CONSTRAINT extension_requests_open_is_undecided CHECK (((status = 'aberto'::text) = (decided_at IS NULL))),
  CONSTRAINT extension_requests_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT extension_requests_status_check CHECK ((status = ANY (ARRAY['aberto'::text, 'concedido'::text, 'negado'::text, 'encerrado'::text])))
);
CREATE INDEX extension_requests_asked_by_idx ON public.extension_requests USING btree (asked_by);
CREATE INDEX extension_requests_decided_by_idx ON public.extension_requests USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX extension_requests_destination_idx ON public.extension_requests USING btree (destination_department_id, status, id);
CREATE INDEX extension_requests_item_id_idx ON public.extension_requests USING btree (item_id);
CREATE UNIQUE INDEX extension_requests_open_key ON public.extension_requests USING btree (item_id) WHERE (status = 'aberto'::text);
CREATE INDEX extension_requests_origin_idx ON public.extension_requests USING btree (origin_department_id, status, id);
CREATE INDEX extension_requests_protocol_id_idx ON public.extension_requests USING btree (protocol_id);
CREATE INDEX extension_requests_status_idx ON public.extension_requests USING btree (status, id);
CREATE TRIGGER extension_requests_are_kept BEFORE DELETE OR TRUNCATE ON extension_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER extension_requests_keep_what_was_asked BEFORE UPDATE OF id, item_id, requested_date, asked_by, asked_at ON extension_requests FOR EACH ROW WHEN (new.id IS DISTINCT FROM old.id OR new.item_id IS DISTINCT FROM old.item_id OR new.requested_date IS DISTINCT FROM old.requested_date OR new.asked_by IS DISTINCT FROM old.asked_by OR new.asked_at IS DISTINCT FROM old.asked_at) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER extension_requests_stay_decided BEFORE UPDATE OF status, decided_by, decided_at, granted_date ON extension_requests FOR EACH ROW WHEN (old.status <> 'aberto'::text AND (new.status IS DISTINCT FROM old.status OR new.decided_by IS DISTINCT FROM old.decided_by OR new.decided_at IS DISTINCT FROM old.decided_at OR new.granted_date IS DISTINCT FROM old.granted_date)) EXECUTE FUNCTION refuse_change();

CREATE TABLE finished_sign_ins (
  state_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT finished_sign_ins_pkey PRIMARY KEY (state_hash),
  CONSTRAINT finished_sign_ins_state_hash_check CHECK ((length(state_hash) = 32))
);

CREATE TABLE folded.category_return_spans (
  category_id integer NOT NULL,
  returned_on date NOT NULL,
  sent_on date NOT NULL,
  n integer NOT NULL,
  n_on_time integer NOT NULL,
  CONSTRAINT category_return_spans_pkey PRIMARY KEY (category_id, returned_on, sent_on) INCLUDE (n, n_on_time)
) WITH (fillfactor=70);
CREATE INDEX category_return_spans_empty_idx ON folded.category_return_spans USING btree (category_id) WHERE (n = 0);

CREATE TABLE folded.category_totals (
  category_id integer NOT NULL,
  n integer NOT NULL,
  CONSTRAINT category_totals_pkey PRIMARY KEY (category_id)
) WITH (fillfactor=50);

CREATE TABLE folded.creator_totals (
  user_id integer NOT NULL,
  n integer NOT NULL,
  CONSTRAINT creator_totals_pkey PRIMARY KEY (user_id)
) WITH (fillfactor=50);

CREATE TABLE folded.department_totals (
  department_id integer NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  CONSTRAINT department_totals_pkey PRIMARY KEY (department_id, status)
) WITH (fillfactor=50);

CREATE TABLE folded.due_protocols (
  department_id integer NOT NULL,
  next_return_date date NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  CONSTRAINT due_protocols_pkey PRIMARY KEY (department_id, next_return_date) INCLUDE (n)
) WITH (fillfactor=70);
CREATE INDEX due_protocols_empty_idx ON folded.due_protocols USING btree (next_return_date) WHERE (n = 0);
CREATE INDEX due_protocols_next_return_date_idx ON folded.due_protocols USING btree (next_return_date) INCLUDE (n_origin);

CREATE TABLE folded.due_returns (
  department_id integer NOT NULL,
  return_date date NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  n_destination integer NOT NULL,
  CONSTRAINT due_returns_pkey PRIMARY KEY (department_id, return_date) INCLUDE (n, n_origin, n_destination)
) WITH (fillfactor=70);
CREATE INDEX due_returns_empty_idx ON folded.due_returns USING btree (return_date) WHERE (n = 0);
CREATE INDEX due_returns_return_date_idx ON folded.due_returns USING btree (return_date) INCLUDE (n_origin);

CREATE TABLE folded.item_type_totals (
  item_type_id integer NOT NULL,
  n integer NOT NULL,
  CONSTRAINT item_type_totals_pkey PRIMARY KEY (item_type_id)
) WITH (fillfactor=50);

CREATE TABLE folded.open_returns (
  department_id integer NOT NULL,
  day date NOT NULL,
  return_date date NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  CONSTRAINT open_returns_pkey PRIMARY KEY (department_id, day, return_date) INCLUDE (n)
) WITH (fillfactor=70);
CREATE INDEX open_returns_day_idx ON folded.open_returns USING btree (day) INCLUDE (return_date, n_origin) WHERE (n_origin <> 0);
CREATE INDEX open_returns_empty_idx ON folded.open_returns USING btree (day) WHERE (n = 0);

CREATE TABLE folded.open_returns_monthly (
  department_id integer NOT NULL,
  month date NOT NULL,
  return_date date NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  CONSTRAINT open_returns_monthly_pkey PRIMARY KEY (department_id, month, return_date) INCLUDE (n)
) WITH (fillfactor=70);
CREATE INDEX open_returns_monthly_empty_idx ON folded.open_returns_monthly USING btree (month) WHERE (n = 0);
CREATE INDEX open_returns_monthly_month_idx ON folded.open_returns_monthly USING btree (month) INCLUDE (return_date, n_origin) WHERE (n_origin <> 0);

CREATE TABLE folded.pair_monthly (
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  month date NOT NULL,
  n integer NOT NULL,
  CONSTRAINT pair_monthly_pkey PRIMARY KEY (origin_department_id, month, destination_department_id) INCLUDE (n)
) WITH (fillfactor=70);
CREATE INDEX pair_monthly_destination_department_id_idx ON folded.pair_monthly USING btree (destination_department_id, month, origin_department_id) INCLUDE (n);

CREATE TABLE folded.protocol_daily (
  department_id integer NOT NULL,
  day date NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  seconds_to_complete bigint NOT NULL,
  CONSTRAINT protocol_daily_pkey PRIMARY KEY (department_id, day, status)
) WITH (fillfactor=70);
CREATE INDEX protocol_daily_day_idx ON folded.protocol_daily USING btree (day) INCLUDE (status, n_origin);
CREATE INDEX protocol_daily_empty_idx ON folded.protocol_daily USING btree (day) WHERE (n = 0);

CREATE TABLE folded.protocol_monthly (
  department_id integer NOT NULL,
  month date NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  seconds_to_complete bigint NOT NULL,
  CONSTRAINT protocol_monthly_pkey PRIMARY KEY (department_id, month, status)
) WITH (fillfactor=70);
CREATE INDEX protocol_monthly_month_idx ON folded.protocol_monthly USING btree (month) INCLUDE (status, n_origin);

CREATE TABLE folded.protocol_totals (
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  CONSTRAINT protocol_totals_pkey PRIMARY KEY (origin_department_id, destination_department_id, status) INCLUDE (n)
) WITH (fillfactor=50);
CREATE INDEX protocol_totals_destination_department_id_idx ON folded.protocol_totals USING btree (destination_department_id, status) INCLUDE (n);

CREATE TABLE folded.return_spans (
  category_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  returned_on date NOT NULL,
  sent_on date NOT NULL,
  n integer NOT NULL,
  n_on_time integer NOT NULL,
  CONSTRAINT return_spans_pkey PRIMARY KEY (category_id, destination_department_id, returned_on, sent_on) INCLUDE (n, n_on_time)
) WITH (fillfactor=70);
CREATE INDEX return_spans_empty_idx ON folded.return_spans USING btree (category_id) WHERE (n = 0);

CREATE TABLE folded.return_totals (
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  n_unassigned integer DEFAULT 0 NOT NULL,
  CONSTRAINT return_totals_pkey PRIMARY KEY (origin_department_id, destination_department_id, status) INCLUDE (n)
) WITH (fillfactor=50);
CREATE INDEX return_totals_destination_department_id_idx ON folded.return_totals USING btree (destination_department_id, status) INCLUDE (origin_department_id, n);

CREATE TABLE folded.settled_returns (
  department_id integer NOT NULL,
  day date NOT NULL,
  is_late boolean NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  CONSTRAINT settled_returns_pkey PRIMARY KEY (department_id, day, is_late) INCLUDE (n)
) WITH (fillfactor=70);
CREATE INDEX settled_returns_day_idx ON folded.settled_returns USING btree (day) INCLUDE (is_late, n_origin);
CREATE INDEX settled_returns_empty_idx ON folded.settled_returns USING btree (day) WHERE (n = 0);

CREATE TABLE folded.settled_returns_monthly (
  department_id integer NOT NULL,
  month date NOT NULL,
  is_late boolean NOT NULL,
  n integer NOT NULL,
  n_origin integer NOT NULL,
  CONSTRAINT settled_returns_monthly_pkey PRIMARY KEY (department_id, month, is_late) INCLUDE (n)
) WITH (fillfactor=70);
CREATE INDEX settled_returns_monthly_month_idx ON folded.settled_returns_monthly USING btree (month) INCLUDE (is_late, n_origin);

CREATE TABLE folded.waiting_protocols (
  department_id integer NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  CONSTRAINT waiting_protocols_pkey PRIMARY KEY (department_id, status) INCLUDE (n)
) WITH (fillfactor=50);

CREATE TABLE history (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  protocol_id integer NOT NULL,
  item_id integer,
  action text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  origin_department_id integer DEFAULT 0 NOT NULL,
  destination_department_id integer DEFAULT 0 NOT NULL,
  CONSTRAINT history_pkey PRIMARY KEY (id),
  CONSTRAINT history_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT history_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT history_action_check CHECK ((btrim(action) <> ''::text))
) WITH (autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX history_created_by_idx ON public.history USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX history_destination_department_id_idx ON public.history USING btree (destination_department_id, id);
CREATE INDEX history_item_id_idx ON public.history USING btree (item_id, id) WHERE (item_id IS NOT NULL);
CREATE INDEX history_origin_department_id_idx ON public.history USING btree (origin_department_id, id);
CREATE INDEX history_protocol_id_idx ON public.history USING btree (protocol_id, id);
CREATE TRIGGER history_copies_its_departments BEFORE INSERT ON history FOR EACH ROW WHEN (new.origin_department_id = 0) EXECUTE FUNCTION copy_from_protocol_to_history();
CREATE TRIGGER history_is_append_only BEFORE DELETE OR TRUNCATE ON history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_keeps_its_entries BEFORE UPDATE ON history FOR EACH STATEMENT WHEN (current_setting('malote.blacking_out'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION refuse_change();

CREATE TABLE history_anchors (
  number integer NOT NULL,
  day date NOT NULL,
  last_link bigint NOT NULL,
  hash bytea NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT history_anchors_pkey PRIMARY KEY (number),
  CONSTRAINT history_anchors_day_key UNIQUE (day),
  CONSTRAINT history_anchors_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TRIGGER history_anchors_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON history_anchors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE history_chain (
  link bigint NOT NULL,
  protocol_id integer NOT NULL,
  history_id bigint NOT NULL,
  salt uuid,
  texts_digest bytea,
  hash bytea NOT NULL,
  CONSTRAINT history_chain_pkey PRIMARY KEY (link),
  CONSTRAINT history_chain_history_id_key UNIQUE (history_id),
  CONSTRAINT history_chain_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT history_chain_texts_or_digest CHECK (((salt IS NULL) = (texts_digest IS NOT NULL)))
) WITH (autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX history_chain_protocol_id_idx ON public.history_chain USING btree (protocol_id, link);
CREATE TRIGGER history_chain_is_append_only BEFORE DELETE OR TRUNCATE ON history_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_chain_keeps_its_links BEFORE UPDATE OF link, protocol_id, history_id, hash ON history_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_chain_keeps_its_salts BEFORE UPDATE OF salt, texts_digest ON history_chain FOR EACH STATEMENT WHEN (current_setting('malote.blacking_out'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION refuse_change();

CREATE TABLE history_items (
  history_id bigint NOT NULL,
  item_id integer NOT NULL,
  description text NOT NULL,
  CONSTRAINT history_items_pkey PRIMARY KEY (item_id, history_id),
  CONSTRAINT history_items_history_id_fkey FOREIGN KEY (history_id) REFERENCES history(id),
  CONSTRAINT history_items_description_check CHECK ((btrim(description) <> ''::text))
);
CREATE INDEX history_items_history_id_idx ON public.history_items USING btree (history_id);
CREATE TRIGGER history_items_are_append_only BEFORE DELETE OR TRUNCATE ON history_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_items_keep_their_entries BEFORE UPDATE ON history_items FOR EACH STATEMENT WHEN (current_setting('malote.blacking_out'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION refuse_change();

CREATE TABLE holiday_years (
  year integer NOT NULL,
  CONSTRAINT holiday_years_pkey PRIMARY KEY (year)
);

CREATE TABLE holidays (
  date date NOT NULL,
  name text NOT NULL,
  kind text DEFAULT 'national'::text NOT NULL,
  CONSTRAINT holidays_pkey PRIMARY KEY (date),
  CONSTRAINT holidays_kind_check CHECK ((kind = ANY (ARRAY['national'::text, 'local'::text]))),
  CONSTRAINT holidays_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE TRIGGER holidays_live_changed AFTER INSERT OR DELETE OR UPDATE ON holidays FOR EACH STATEMENT EXECUTE FUNCTION tell_registers_changed();

CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  protocol_id integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  content_digest bytea,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key),
  CONSTRAINT idempotency_keys_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_keys_content_digest_check CHECK ((length(content_digest) = 32)),
  CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING brin (created_at);

CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_user_id_issuer_key UNIQUE (user_id, issuer),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE item_ledger (
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  day date NOT NULL,
  item_type_id integer NOT NULL,
  status text NOT NULL,
  return_date date,
  is_late boolean,
  is_listed boolean NOT NULL,
  n integer NOT NULL,
  is_unassigned boolean
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

CREATE TABLE item_reminders (
  item_id integer NOT NULL,
  user_id integer NOT NULL,
  return_date date NOT NULL,
  kind text NOT NULL,
  sent_on date NOT NULL,
  CONSTRAINT item_reminders_pkey PRIMARY KEY (item_id, user_id, return_date, kind),
  CONSTRAINT item_reminders_kind_check CHECK ((kind = ANY (ARRAY['due_tomorrow'::text, 'due_today'::text, 'overdue'::text])))
);
CREATE INDEX item_reminders_user_id_idx ON public.item_reminders USING btree (user_id, sent_on);

CREATE TABLE item_types (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text COLLATE "pt-BR-x-icu" NOT NULL,
  description text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT item_types_pkey PRIMARY KEY (id),
  CONSTRAINT item_types_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE UNIQUE INDEX item_types_name_key ON public.item_types USING btree (lower(name));
CREATE TRIGGER item_types_live_changed AFTER INSERT OR DELETE OR UPDATE ON item_types FOR EACH STATEMENT EXECUTE FUNCTION tell_registers_changed();
CREATE TRIGGER item_types_refuse_new_taken_name BEFORE UPDATE OF name ON item_types FOR EACH ROW WHEN (new.name <> old.name) EXECUTE FUNCTION refuse_taken_name();
CREATE TRIGGER item_types_refuse_taken_name BEFORE INSERT ON item_types FOR EACH ROW EXECUTE FUNCTION refuse_taken_name();

CREATE TABLE items (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  protocol_id integer NOT NULL,
  "position" integer NOT NULL,
  document_number text,
  item_type_id integer NOT NULL,
  category_id integer,
  supplier_id integer,
  responsible_id integer,
  reason text,
  status text DEFAULT 'pendente'::text NOT NULL,
  return_date date,
  original_return_date date,
  actual_return_date timestamp with time zone,
  returned_by integer,
  completed_at timestamp with time zone,
  completed_by integer,
  cancelled_at timestamp with time zone,
  cancelled_by integer,
  cancel_reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  origin_department_id integer DEFAULT 0 NOT NULL,
  destination_department_id integer DEFAULT 0 NOT NULL,
  in_cancelled_protocol boolean DEFAULT false NOT NULL,
  must_return boolean DEFAULT false NOT NULL,
  search_text text GENERATED ALWAYS AS (searchable(document_number)) STORED,
  description text,
  reminded_at timestamp with time zone,
  reminded_by integer,
  word_text text GENERATED ALWAYS AS (
CASE
    WHEN (COALESCE(description, reason) IS NOT NULL) THEN ((COALESCE(searchable(description), ''::text) || ' A '::text) || COALESCE(searchable(reason), ''::text))
    ELSE NULL::text
END) STORED,
  forwarded_from_item_id integer,
  due_days integer,
  due_in_business_days boolean,
  due_holidays jsonb,
  CONSTRAINT items_pkey PRIMARY KEY (id),
  CONSTRAINT items_position_key UNIQUE (protocol_id, "position") DEFERRABLE,
  CONSTRAINT items_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  CONSTRAINT items_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT items_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES users(id),
  CONSTRAINT items_forwarded_from_item_id_fkey FOREIGN KEY (forwarded_from_item_id) REFERENCES items(id),
  CONSTRAINT items_item_type_id_fkey FOREIGN KEY (item_type_id) REFERENCES item_types(id),
  CONSTRAINT items_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT items_reminded_by_fkey FOREIGN KEY (reminded_by) REFERENCES users(id),
  CONSTRAINT items_responsible_id_fkey FOREIGN KEY (responsible_id) REFERENCES users(id),
  CONSTRAINT items_returned_by_fkey FOREIGN KEY (returned_by) REFERENCES users(id),
  CONSTRAINT items_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES suppliers(id),
  CONSTRAINT items_are_only_postponed CHECK (((original_return_date IS NULL) OR ((return_date IS NOT NULL) AND (original_return_date < return_date)))),
  CONSTRAINT items_cancel_reason_check CHECK ((btrim(cancel_reason) <> ''::text)),
  CONSTRAINT items_cancelled_is_status CHECK ((num_nonnulls(cancelled_at, cancelled_by, cancel_reason) =
CASE
    WHEN (status = 'cancelado'::text) THEN 3
    ELSE 0
END)),
  CONSTRAINT items_completed_is_status CHECK ((num_nonnulls(completed_at, completed_by) =
CASE
    WHEN (status = 'concluído'::text) THEN 2
    ELSE 0
END)),
  CONSTRAINT items_description_check CHECK ((btrim(description) <> ''::text)),
  CONSTRAINT items_document_number_check CHECK ((btrim(document_number) <> ''::text)),
  CONSTRAINT items_due_basis_is_whole CHECK (((due_days IS NULL) = (due_in_business_days IS NULL))),
  CONSTRAINT items_hop_comes_later CHECK ((forwarded_from_item_id < id)),
  CONSTRAINT items_only_due_items_return CHECK (((actual_return_date IS NULL) OR (return_date IS NOT NULL))),
  CONSTRAINT items_position_check CHECK (("position" >= 1)),
  CONSTRAINT items_reminded_by_someone CHECK ((num_nonnulls(reminded_at, reminded_by) = ANY (ARRAY[0, 2]))),
  CONSTRAINT items_returned_by_someone CHECK ((num_nonnulls(actual_return_date, returned_by) = ANY (ARRAY[0, 2]))),
  CONSTRAINT items_returned_has_date CHECK (
CASE status
    WHEN 'retornado'::text THEN (actual_return_date IS NOT NULL)
    WHEN 'concluído'::text THEN true
    ELSE (actual_return_date IS NULL)
END),
  CONSTRAINT items_status_check CHECK ((status = ANY (ARRAY['pendente'::text, 'retornado'::text, 'concluído'::text, 'cancelado'::text])))
) WITH (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX items_cancelled_by_idx ON public.items USING btree (cancelled_by) WHERE (cancelled_by IS NOT NULL);
CREATE INDEX items_category_id_idx ON public.items USING btree (category_id, protocol_id) WHERE (category_id IS NOT NULL);
CREATE INDEX items_completed_by_idx ON public.items USING btree (completed_by) WHERE (completed_by IS NOT NULL);
CREATE INDEX items_destination_type_idx ON public.items USING btree (destination_department_id, item_type_id, created_at, id) INCLUDE (origin_department_id);
CREATE INDEX items_digit_grams_idx ON public.items USING gin (digit_grams(search_text));
CREATE INDEX items_forwarded_from_idx ON public.items USING btree (forwarded_from_item_id, status) WHERE (forwarded_from_item_id IS NOT NULL);
CREATE UNIQUE INDEX items_open_hop_key ON public.items USING btree (forwarded_from_item_id) WHERE ((forwarded_from_item_id IS NOT NULL) AND (status = ANY (ARRAY['pendente'::text, 'retornado'::text])) AND (NOT in_cancelled_protocol));
CREATE INDEX items_origin_type_idx ON public.items USING btree (origin_department_id, item_type_id, created_at, id);
CREATE INDEX items_reminded_by_idx ON public.items USING btree (reminded_by) WHERE (reminded_by IS NOT NULL);
CREATE INDEX items_responsible_id_idx ON public.items USING btree (responsible_id, status, return_date, id) INCLUDE (origin_department_id, destination_department_id, in_cancelled_protocol, must_return) WHERE (responsible_id IS NOT NULL);
CREATE INDEX items_returned_by_idx ON public.items USING btree (returned_by) WHERE (returned_by IS NOT NULL);
CREATE INDEX items_returns_destination_idx ON public.items USING btree (destination_department_id, status, return_date, id) INCLUDE (origin_department_id) WHERE (((return_date IS NOT NULL) OR must_return) AND (NOT in_cancelled_protocol));
CREATE INDEX items_returns_idx ON public.items USING btree (status, return_date, id) WHERE (((return_date IS NOT NULL) OR must_return) AND (NOT in_cancelled_protocol));
CREATE INDEX items_returns_origin_idx ON public.items USING btree (origin_department_id, status, return_date, id) WHERE (((return_date IS NOT NULL) OR must_return) AND (NOT in_cancelled_protocol));
CREATE INDEX items_search_text_idx ON public.items USING gin (search_text gin_trgm_ops);
CREATE INDEX items_supplier_id_idx ON public.items USING btree (supplier_id, protocol_id) WHERE (supplier_id IS NOT NULL);
CREATE INDEX items_type_idx ON public.items USING btree (item_type_id, created_at, id);
CREATE INDEX items_unassigned_idx ON public.items USING btree (destination_department_id, return_date, id) INCLUDE (origin_department_id) WHERE ((responsible_id IS NULL) AND (status = 'pendente'::text) AND ((return_date IS NOT NULL) OR must_return) AND (NOT in_cancelled_protocol));
CREATE INDEX items_word_text_idx ON public.items USING gin (word_text gin_trgm_ops);
CREATE TRIGGER items_are_not_truncated BEFORE TRUNCATE ON items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER items_copy_their_departments BEFORE INSERT ON items FOR EACH ROW WHEN (new.origin_department_id = 0) EXECUTE FUNCTION copy_from_protocol_to_item();
CREATE TRIGGER items_end_their_request AFTER UPDATE OF status ON items FOR EACH ROW WHEN (old.status = 'pendente'::text AND new.status <> 'pendente'::text) EXECUTE FUNCTION end_request_of_item();
CREATE TRIGGER items_keep_their_chain BEFORE UPDATE OF forwarded_from_item_id ON items FOR EACH ROW WHEN (new.forwarded_from_item_id IS DISTINCT FROM old.forwarded_from_item_id) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER items_keep_their_due_basis BEFORE UPDATE OF due_days, due_in_business_days, due_holidays ON items FOR EACH ROW WHEN (new.due_days IS DISTINCT FROM old.due_days OR new.due_in_business_days IS DISTINCT FROM old.due_in_business_days OR new.due_holidays IS DISTINCT FROM old.due_holidays) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER items_keep_their_protocol BEFORE UPDATE OF id, protocol_id, origin_department_id, destination_department_id, created_at ON items FOR EACH ROW WHEN (new.id IS DISTINCT FROM old.id OR new.protocol_id IS DISTINCT FROM old.protocol_id OR new.origin_department_id IS DISTINCT FROM old.origin_department_id OR new.destination_department_id IS DISTINCT FROM old.destination_department_id OR new.created_at IS DISTINCT FROM old.created_at) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER items_record_changed AFTER UPDATE ON items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_changed_items();
CREATE TRIGGER items_record_new AFTER INSERT ON items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (COALESCE(current_setting('malote.recorded_protocol'::text, true), ''::text) = ''::text) EXECUTE FUNCTION record_new_items();
CREATE TRIGGER items_record_removed AFTER DELETE ON items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_removed_items();
CREATE TRIGGER items_settle_their_occurrences AFTER UPDATE OF status ON items FOR EACH ROW WHEN ((new.status = ANY (ARRAY['concluído'::text, 'cancelado'::text])) AND old.status <> new.status) EXECUTE FUNCTION settle_occurrences_of_item();
CREATE TRIGGER items_stay_settled BEFORE UPDATE OF status ON items FOR EACH ROW WHEN ((old.status = ANY (ARRAY['concluído'::text, 'cancelado'::text])) AND new.status <> old.status OR old.status = 'retornado'::text AND (new.status = ANY (ARRAY['pendente'::text, 'cancelado'::text]))) EXECUTE FUNCTION refuse_change();

CREATE TABLE known_networks (
  user_id integer NOT NULL,
  network text NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network),
  CONSTRAINT known_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_networks_network_idx ON public.known_networks USING btree (network, last_at);

CREATE TABLE login_throttle (
  key text NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT login_throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX login_throttle_expire_idx ON public.login_throttle USING btree (expire);

CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  protocol_id integer,
  item_id integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  read_at timestamp with time zone,
  comment_id integer,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_type_check CHECK ((type = ANY (ARRAY['new_protocol'::text, 'protocol_received'::text, 'protocol_edited'::text, 'protocol_canceled'::text, 'protocol_completed'::text, 'protocol_comment'::text, 'item_return'::text, 'item_completed'::text, 'item_canceled'::text, 'item_assigned'::text, 'account'::text])))
) WITH (autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX notifications_created_at_idx ON public.notifications USING brin (created_at);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_id_idx ON public.notifications USING btree (user_id, id);
CREATE TRIGGER notifications_live_changed AFTER UPDATE OF read_at ON notifications FOR EACH ROW WHEN (old.read_at IS NULL AND new.read_at IS NOT NULL) EXECUTE FUNCTION tell_inbox_read();

CREATE TABLE notified_people (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  actor_id integer NOT NULL,
  notified_at timestamp with time zone NOT NULL,
  people integer NOT NULL,
  CONSTRAINT notified_people_pkey PRIMARY KEY (id),
  CONSTRAINT notified_people_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT notified_people_people_check CHECK ((people > 0))
);
CREATE INDEX notified_people_idx ON public.notified_people USING btree (actor_id, notified_at) INCLUDE (people);

CREATE TABLE occurrences (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  item_id integer NOT NULL,
  protocol_id integer NOT NULL,
  kind text NOT NULL,
  description text NOT NULL,
  status text DEFAULT 'aberta'::text NOT NULL,
  opened_by integer NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  outcome text,
  outcome_note text,
  resolved_by integer,
  resolved_at timestamp with time zone,
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  document_number text,
  search_text text GENERATED ALWAYS AS (searchable((COALESCE((document_number || ' '::text), ''::text) || description))) STORED NOT NULL,
  CONSTRAINT occurrences_pkey PRIMARY KEY (id),
  CONSTRAINT occurrences_destination_department_id_fkey FOREIGN KEY (destination_department_id) REFERENCES departments(id),
  CONSTRAINT occurrences_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  CONSTRAINT occurrences_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  CONSTRAINT occurrences_origin_department_id_fkey FOREIGN KEY (origin_department_id) REFERENCES departments(id),
  CONSTRAINT occurrences_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id),
  CONSTRAINT occurrences_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  CONSTRAINT occurrences_description_check CHECK ((btrim(description) <> ''::text)),
  CONSTRAINT occurrences_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'different'::text, 'damaged'::text, 'lost'::text, 'claimed_returned'::text, 'not_held'::text]))),
  CONSTRAINT occurrences_outcome_check CHECK ((outcome = ANY (ARRAY['found'::text, 'replaced'::text, 'returned'::text, 'written_off'::text, 'unfounded'::text]))),
  CONSTRAINT occurrences_outcome_is_whole CHECK ((num_nonnulls(outcome, outcome_note, resolved_by) = ANY (ARRAY[0, 3]))),
  CONSTRAINT occurrences_outcome_note_check CHECK ((btrim(outcome_note) <> ''::text)),
  CONSTRAINT occurrences_resolved_is_status CHECK ((((status = 'resolvida'::text) = (resolved_at IS NOT NULL)) AND ((status = 'resolvida'::text) OR (outcome IS NULL)))),
  CONSTRAINT occurrences_status_check CHECK ((status = ANY (ARRAY['aberta'::text, 'resolvida'::text])))
);
CREATE INDEX occurrences_destination_idx ON public.occurrences USING btree (destination_department_id, status, id) INCLUDE (origin_department_id, kind);
CREATE INDEX occurrences_item_id_idx ON public.occurrences USING btree (item_id);
CREATE UNIQUE INDEX occurrences_open_key ON public.occurrences USING btree (item_id, kind) WHERE (status = 'aberta'::text);
CREATE INDEX occurrences_opened_by_idx ON public.occurrences USING btree (opened_by);
CREATE INDEX occurrences_origin_idx ON public.occurrences USING btree (origin_department_id, status, id) INCLUDE (destination_department_id, kind);
CREATE INDEX occurrences_protocol_id_idx ON public.occurrences USING btree (protocol_id, id);
CREATE INDEX occurrences_resolved_by_idx ON public.occurrences USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);
CREATE INDEX occurrences_search_text_idx ON public.occurrences USING gin (search_text gin_trgm_ops);
CREATE INDEX occurrences_status_idx ON public.occurrences USING btree (status, id) INCLUDE (kind);
CREATE TRIGGER occurrences_are_kept BEFORE DELETE OR TRUNCATE ON occurrences FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER occurrences_keep_their_opening BEFORE UPDATE OF id, item_id, kind, opened_by, opened_at ON occurrences FOR EACH ROW WHEN (new.id IS DISTINCT FROM old.id OR new.item_id IS DISTINCT FROM old.item_id OR new.kind IS DISTINCT FROM old.kind OR new.opened_by IS DISTINCT FROM old.opened_by OR new.opened_at IS DISTINCT FROM old.opened_at) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER occurrences_stay_resolved BEFORE UPDATE OF status, outcome, resolved_by, resolved_at ON occurrences FOR EACH ROW WHEN (old.status = 'resolvida'::text AND (new.status IS DISTINCT FROM old.status OR new.outcome IS DISTINCT FROM old.outcome OR new.resolved_by IS DISTINCT FROM old.resolved_by OR new.resolved_at IS DISTINCT FROM old.resolved_at)) EXECUTE FUNCTION refuse_change();

CREATE TABLE pending_sign_ins (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  password_mark bytea NOT NULL,
  remember boolean NOT NULL,
  user_agent text,
  challenge text,
  wrong_codes integer DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT pending_sign_ins_token_hash_key UNIQUE (token_hash),
  CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT pending_sign_ins_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX pending_sign_ins_expires_at_idx ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_user_id_idx ON public.pending_sign_ins USING btree (user_id);

CREATE TABLE protocol_departments (
  department_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  protocol_id integer NOT NULL,
  status text NOT NULL,
  other_department_id integer DEFAULT 0 NOT NULL,
  is_origin boolean DEFAULT false NOT NULL,
  next_return_date date,
  waits boolean DEFAULT false NOT NULL,
  CONSTRAINT protocol_departments_pkey PRIMARY KEY (department_id, created_at, protocol_id) INCLUDE (status)
) WITH (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX protocol_departments_all_due_idx ON public.protocol_departments USING btree (next_return_date, created_at DESC, protocol_id DESC) INCLUDE (status) WHERE ((next_return_date IS NOT NULL) AND is_origin);
CREATE INDEX protocol_departments_all_open_idx ON public.protocol_departments USING btree (created_at, protocol_id) INCLUDE (status, next_return_date) WHERE ((status = ANY (ARRAY['Pendente'::text, 'Em andamento'::text])) AND is_origin);
CREATE INDEX protocol_departments_due_idx ON public.protocol_departments USING btree (department_id, next_return_date, created_at DESC, protocol_id DESC) INCLUDE (status, other_department_id, is_origin, waits) WHERE (next_return_date IS NOT NULL);
CREATE INDEX protocol_departments_open_idx ON public.protocol_departments USING btree (department_id, created_at, protocol_id) INCLUDE (status, other_department_id, is_origin, next_return_date, waits) WHERE (status = ANY (ARRAY['Pendente'::text, 'Em andamento'::text]));
CREATE INDEX protocol_departments_status_idx ON public.protocol_departments USING btree (department_id, status, created_at, protocol_id);

CREATE TABLE protocol_ledger (
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  day date NOT NULL,
  status text NOT NULL,
  next_return_date date,
  created_by integer NOT NULL,
  seconds_to_complete bigint NOT NULL,
  n integer NOT NULL,
  waits_at_origin boolean,
  waits_at_destination boolean
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

CREATE TABLE protocols (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  status text DEFAULT 'Pendente'::text NOT NULL,
  origin_department_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  requires_return boolean DEFAULT false NOT NULL,
  remarks text NOT NULL,
  created_by integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  received_by integer,
  received_at timestamp with time zone,
  completed_by integer,
  completed_at timestamp with time zone,
  cancelled_by integer,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  version integer DEFAULT 1 NOT NULL,
  total_items integer DEFAULT 0 NOT NULL,
  pending_items integer DEFAULT 0 NOT NULL,
  returned_items integer DEFAULT 0 NOT NULL,
  completed_items integer DEFAULT 0 NOT NULL,
  cancelled_items integer DEFAULT 0 NOT NULL,
  unassigned_items integer DEFAULT 0 NOT NULL,
  next_return_date date,
  search_text text GENERATED ALWAYS AS (searchable((((id)::text || ' '::text) || remarks))) STORED NOT NULL,
  cancel_kind text,
  redirected_from integer,
  CONSTRAINT protocols_pkey PRIMARY KEY (id),
  CONSTRAINT protocols_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  CONSTRAINT protocols_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES users(id),
  CONSTRAINT protocols_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT protocols_destination_department_id_fkey FOREIGN KEY (destination_department_id) REFERENCES departments(id),
  CONSTRAINT protocols_origin_department_id_fkey FOREIGN KEY (origin_department_id) REFERENCES departments(id),
  CONSTRAINT protocols_received_by_fkey FOREIGN KEY (received_by) REFERENCES users(id),
  CONSTRAINT protocols_redirected_from_fkey FOREIGN KEY (redirected_from) REFERENCES protocols(id),
  CONSTRAINT protocols_cancel_kind_check CHECK (((cancel_kind IS NULL) OR ((cancel_kind = ANY (ARRAY['refused'::text, 'redirected'::text])) AND (status = 'Cancelado'::text)))),
  CONSTRAINT protocols_cancel_reason_check CHECK ((btrim(cancel_reason) <> ''::text)),
  CONSTRAINT protocols_cancelled_is_status CHECK ((num_nonnulls(cancelled_at, cancelled_by, cancel_reason) =
CASE
    WHEN (status = 'Cancelado'::text) THEN 3
    ELSE 0
END)),
  CONSTRAINT protocols_closed_has_no_pending_items CHECK (((pending_items = 0) OR (status <> ALL (ARRAY['Concluído'::text, 'Cancelado'::text])))),
  CONSTRAINT protocols_completed_is_status CHECK ((num_nonnulls(completed_at, completed_by) =
CASE
    WHEN (status = 'Concluído'::text) THEN 2
    ELSE 0
END)),
  CONSTRAINT protocols_items_add_up CHECK (((total_items = (((pending_items + returned_items) + completed_items) + cancelled_items)) AND (LEAST(pending_items, returned_items, completed_items, cancelled_items, unassigned_items) >= 0) AND (unassigned_items <= pending_items))),
  CONSTRAINT protocols_received_by_someone CHECK ((num_nonnulls(received_at, received_by) = ANY (ARRAY[0, 2]))),
  CONSTRAINT protocols_received_when_due CHECK (
CASE status
    WHEN 'Pendente'::text THEN (received_at IS NULL)
    WHEN 'Em andamento'::text THEN ((received_at IS NOT NULL) AND requires_return)
    WHEN 'Concluído'::text THEN ((received_at IS NOT NULL) = requires_return)
    ELSE ((received_at IS NULL) OR requires_return)
END),
  CONSTRAINT protocols_remarks_check CHECK ((btrim(remarks) <> ''::text)),
  CONSTRAINT protocols_status_check CHECK ((status = ANY (ARRAY['Pendente'::text, 'Em andamento'::text, 'Concluído'::text, 'Cancelado'::text])))
) WITH (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, fillfactor=80);
CREATE INDEX protocols_cancelled_by_idx ON public.protocols USING btree (cancelled_by) WHERE (cancelled_by IS NOT NULL);
CREATE INDEX protocols_completed_by_idx ON public.protocols USING btree (completed_by) WHERE (completed_by IS NOT NULL);
CREATE INDEX protocols_created_at_idx ON public.protocols USING btree (created_at, id) INCLUDE (status);
CREATE INDEX protocols_created_by_idx ON public.protocols USING btree (created_by);
CREATE INDEX protocols_internal_idx ON public.protocols USING btree (created_at) WHERE (origin_department_id = destination_department_id);
CREATE INDEX protocols_open_created_by_idx ON public.protocols USING btree (created_by, id) WHERE (status = ANY (ARRAY['Pendente'::text, 'Em andamento'::text]));
CREATE INDEX protocols_pair_idx ON public.protocols USING btree (origin_department_id, destination_department_id, created_at, id) INCLUDE (status);
CREATE INDEX protocols_received_by_idx ON public.protocols USING btree (received_by) WHERE (received_by IS NOT NULL);
CREATE UNIQUE INDEX protocols_redirected_from_key ON public.protocols USING btree (redirected_from) WHERE (redirected_from IS NOT NULL);
CREATE INDEX protocols_search_text_idx ON public.protocols USING gin (search_text gin_trgm_ops);
CREATE INDEX protocols_status_created_at_idx ON public.protocols USING btree (status, created_at, id);
CREATE TRIGGER protocols_are_kept BEFORE DELETE OR TRUNCATE ON protocols FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protocols_go_forward BEFORE UPDATE OF status ON protocols FOR EACH ROW WHEN (old.status = 'Em andamento'::text AND new.status = 'Pendente'::text) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protocols_keep_their_origin BEFORE UPDATE OF id, origin_department_id, destination_department_id, created_by, created_at ON protocols FOR EACH ROW WHEN (new.id IS DISTINCT FROM old.id OR new.origin_department_id IS DISTINCT FROM old.origin_department_id OR new.destination_department_id IS DISTINCT FROM old.destination_department_id OR new.created_by IS DISTINCT FROM old.created_by OR new.created_at IS DISTINCT FROM old.created_at) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protocols_keep_their_redirection BEFORE UPDATE OF redirected_from ON protocols FOR EACH ROW WHEN (old.redirected_from IS NOT NULL AND new.redirected_from IS DISTINCT FROM old.redirected_from) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protocols_record_changed AFTER UPDATE OF status, completed_at, next_return_date, pending_items, returned_items ON protocols FOR EACH ROW WHEN (new.status IS DISTINCT FROM old.status OR new.completed_at IS DISTINCT FROM old.completed_at OR new.next_return_date IS DISTINCT FROM old.next_return_date OR new.total_items IS DISTINCT FROM old.total_items OR new.pending_items IS DISTINCT FROM old.pending_items OR new.returned_items IS DISTINCT FROM old.returned_items OR new.cancelled_items IS DISTINCT FROM old.cancelled_items) EXECUTE FUNCTION record_changed_protocol();
CREATE TRIGGER protocols_record_new AFTER INSERT ON protocols FOR EACH ROW WHEN (current_setting('malote.recorded_protocol'::text, true) IS DISTINCT FROM new.id::text) EXECUTE FUNCTION record_new_protocol();
CREATE TRIGGER protocols_settle_their_occurrences AFTER UPDATE OF status ON protocols FOR EACH ROW WHEN ((new.status = ANY (ARRAY['Concluído'::text, 'Cancelado'::text])) AND old.status <> new.status) EXECUTE FUNCTION settle_occurrences_of_protocol();
CREATE TRIGGER protocols_stay_closed BEFORE UPDATE OF status, completed_at, cancelled_at ON protocols FOR EACH ROW WHEN ((old.status = ANY (ARRAY['Concluído'::text, 'Cancelado'::text])) AND (new.status IS DISTINCT FROM old.status OR new.completed_at IS DISTINCT FROM old.completed_at OR new.cancelled_at IS DISTINCT FROM old.cancelled_at)) EXECUTE FUNCTION refuse_change();

CREATE TABLE ratings (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  section text NOT NULL,
  rating text NOT NULL,
  comments text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ratings_pkey PRIMARY KEY (id),
  CONSTRAINT ratings_user_id_section_key UNIQUE (user_id, section),
  CONSTRAINT ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT ratings_rating_check CHECK ((rating = ANY (ARRAY['muito_ruim'::text, 'ruim'::text, 'neutro'::text, 'bom'::text, 'excelente'::text]))),
  CONSTRAINT ratings_section_check CHECK ((btrim(section) <> ''::text))
);

CREATE TABLE receipt_reminders (
  user_id integer NOT NULL,
  protocol_id integer NOT NULL,
  sent_on date NOT NULL,
  CONSTRAINT receipt_reminders_pkey PRIMARY KEY (user_id, protocol_id)
);
CREATE INDEX receipt_reminders_sent_on_idx ON public.receipt_reminders USING btree (user_id, sent_on);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL,
  salt bytea NOT NULL,
  hashes bytea[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE reminder_days (
  day date NOT NULL,
  finished_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reminder_days_pkey PRIMARY KEY (day)
);

CREATE TABLE return_ledger (
  category_id integer NOT NULL,
  destination_department_id integer NOT NULL,
  sent_on date NOT NULL,
  returned_on date NOT NULL,
  is_late boolean NOT NULL,
  n integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

CREATE TABLE second_step_methods (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  secret bytea,
  last_step bigint,
  credential_id text,
  public_key bytea,
  sign_count bigint,
  transports text[],
  CONSTRAINT second_step_methods_pkey PRIMARY KEY (id),
  CONSTRAINT second_step_methods_credential_id_key UNIQUE (credential_id),
  CONSTRAINT second_step_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT second_step_methods_check CHECK ((((kind = 'totp'::text) = (secret IS NOT NULL)) AND ((kind = 'totp'::text) = (last_step IS NOT NULL)) AND ((kind = 'passkey'::text) = (credential_id IS NOT NULL)) AND ((kind = 'passkey'::text) = (public_key IS NOT NULL)) AND ((kind = 'passkey'::text) = (sign_count IS NOT NULL)) AND ((kind = 'passkey'::text) = (transports IS NOT NULL)))),
  CONSTRAINT second_step_methods_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
  CONSTRAINT second_step_methods_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE UNIQUE INDEX second_step_methods_totp_key ON public.second_step_methods USING btree (user_id) WHERE (kind = 'totp'::text);
CREATE INDEX second_step_methods_user_id_idx ON public.second_step_methods USING btree (user_id);

CREATE TABLE second_step_offers (
  session_id integer NOT NULL,
  kind text NOT NULL,
  secret bytea,
  challenge text,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT second_step_offers_pkey PRIMARY KEY (session_id, kind),
  CONSTRAINT second_step_offers_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT second_step_offers_check CHECK (((kind = 'totp'::text) = (secret IS NOT NULL))),
  CONSTRAINT second_step_offers_check1 CHECK (((kind = 'passkey'::text) = (challenge IS NOT NULL))),
  CONSTRAINT second_step_offers_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text])))
);

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  token_hash bytea NOT NULL,
  remember boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  user_agent text,
  network text,
  proved_at timestamp with time zone DEFAULT now() NOT NULL,
  duty text,
  id_token text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_duty_check CHECK ((duty = ANY (ARRAY['choose-password'::text, 'enrol-second-step'::text]))),
  CONSTRAINT sessions_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_access_changed AFTER DELETE OR UPDATE OF duty ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session_ended();

CREATE TABLE settings (
  only_row boolean DEFAULT true NOT NULL,
  time_zone text DEFAULT 'America/Sao_Paulo'::text NOT NULL,
  files_swept_at timestamp with time zone,
  installation_id uuid DEFAULT gen_random_uuid() NOT NULL,
  installation_home text,
  CONSTRAINT settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT settings_only_row_check CHECK (only_row),
  CONSTRAINT settings_time_zone_check CHECK ((('1970-01-01 00:00:00+00'::timestamp with time zone AT TIME ZONE time_zone) IS NOT NULL))
);
CREATE TRIGGER settings_rebuild_days AFTER UPDATE OF time_zone ON settings FOR EACH ROW WHEN (new.time_zone <> old.time_zone) EXECUTE FUNCTION rebuild_for_time_zone();

CREATE TABLE suggestion_votes (
  suggestion_id integer NOT NULL,
  user_id integer NOT NULL,
  vote text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT suggestion_votes_pkey PRIMARY KEY (suggestion_id, user_id),
  CONSTRAINT suggestion_votes_suggestion_id_fkey FOREIGN KEY (suggestion_id) REFERENCES suggestions(id) ON DELETE CASCADE,
  CONSTRAINT suggestion_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT suggestion_votes_vote_check CHECK ((vote = ANY (ARRAY['up'::text, 'down'::text])))
);
CREATE INDEX suggestion_votes_user_id_idx ON public.suggestion_votes USING btree (user_id);

CREATE TABLE suggestions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  priority text NOT NULL,
  expected_benefit text,
  status text DEFAULT 'pendente'::text NOT NULL,
  implementation_notes text,
  created_by integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (searchable(((title || ' '::text) || description))) STORED NOT NULL,
  CONSTRAINT suggestions_pkey PRIMARY KEY (id),
  CONSTRAINT suggestions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT suggestions_category_check CHECK ((category = ANY (ARRAY['interface'::text, 'funcionalidade'::text, 'performance'::text, 'documentacao'::text, 'correcao'::text, 'integracao'::text, 'outro'::text]))),
  CONSTRAINT suggestions_description_check CHECK ((btrim(description) <> ''::text)),
  CONSTRAINT suggestions_priority_check CHECK ((priority = ANY (ARRAY['baixa'::text, 'media'::text, 'alta'::text]))),
  CONSTRAINT suggestions_status_check CHECK ((status = ANY (ARRAY['pendente'::text, 'em_analise'::text, 'aprovada'::text, 'implementada'::text, 'rejeitada'::text]))),
  CONSTRAINT suggestions_title_check CHECK ((btrim(title) <> ''::text))
);
CREATE INDEX suggestions_created_by_idx ON public.suggestions USING btree (created_by);
CREATE INDEX suggestions_search_text_idx ON public.suggestions USING gin (search_text gin_trgm_ops);

CREATE TABLE suppliers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  cnpj text NOT NULL,
  code text,
  store text,
  company_name text COLLATE "pt-BR-x-icu" NOT NULL,
  state text NOT NULL,
  city text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (searchable(((((cnpj || ' '::text) || COALESCE(code, ''::text)) || ' '::text) || company_name))) STORED NOT NULL,
  CONSTRAINT suppliers_pkey PRIMARY KEY (id),
  CONSTRAINT suppliers_city_check CHECK ((btrim(city) <> ''::text)),
  CONSTRAINT suppliers_cnpj_check CHECK ((cnpj ~ '^[A-Z0-9]{12}[0-9]{2}$'::text)),
  CONSTRAINT suppliers_company_name_check CHECK ((btrim(company_name) <> ''::text)),
  CONSTRAINT suppliers_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE UNIQUE INDEX suppliers_cnpj_store_key ON public.suppliers USING btree (cnpj, COALESCE(store, ''::text));
CREATE INDEX suppliers_company_name_idx ON public.suppliers USING btree (company_name, id);
CREATE INDEX suppliers_search_text_idx ON public.suppliers USING gin (search_text gin_trgm_ops);
CREATE TRIGGER suppliers_live_changed AFTER INSERT OR DELETE OR UPDATE ON suppliers FOR EACH STATEMENT EXECUTE FUNCTION tell_registers_changed();

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text COLLATE "pt-BR-x-icu" NOT NULL,
  email text NOT NULL,
  phone text,
  department_id integer,
  role text DEFAULT 'Usuário'::text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  password_hash text,
  first_access boolean DEFAULT true NOT NULL,
  notify_new_protocol boolean DEFAULT true NOT NULL,
  notify_protocol_received boolean DEFAULT true NOT NULL,
  notify_protocol_edited boolean DEFAULT true NOT NULL,
  notify_protocol_canceled boolean DEFAULT true NOT NULL,
  notify_protocol_completed boolean DEFAULT true NOT NULL,
  notify_protocol_comment boolean DEFAULT true NOT NULL,
  notify_item_return boolean DEFAULT true NOT NULL,
  notify_item_completed boolean DEFAULT true NOT NULL,
  notify_item_canceled boolean DEFAULT true NOT NULL,
  notify_item_assigned boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (searchable(((name || ' '::text) || email))) STORED NOT NULL,
  must_change_password boolean DEFAULT false NOT NULL,
  deactivated_at timestamp with time zone,
  anonymized_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id),
  CONSTRAINT users_anonymized_are_gone CHECK (((anonymized_at IS NULL) OR ((NOT is_active) AND (phone IS NULL) AND (password_hash IS NULL)))),
  CONSTRAINT users_email_check CHECK ((btrim(email) <> ''::text)),
  CONSTRAINT users_have_a_department CHECK (((department_id IS NOT NULL) OR (role = 'Admin'::text))),
  CONSTRAINT users_name_check CHECK ((btrim(name) <> ''::text)),
  CONSTRAINT users_only_inactive_left CHECK (((deactivated_at IS NULL) OR (NOT is_active))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['Admin'::text, 'Gestor'::text, 'Usuário'::text])))
);
CREATE INDEX users_department_id_idx ON public.users USING btree (department_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX users_search_text_idx ON public.users USING gin (search_text gin_trgm_ops);
CREATE TRIGGER users_access_changed AFTER DELETE OR UPDATE OF name, role, department_id, is_active ON users FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
CREATE TRIGGER users_live_changed AFTER INSERT OR DELETE OR UPDATE OF name, email, phone, role, department_id, is_active, first_access ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_registers_changed();
CREATE TRIGGER users_own_live_changed AFTER UPDATE ON users FOR EACH ROW WHEN ((to_jsonb(old.*) - 'password_hash'::text - 'updated_at'::text - 'search_text'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'password_hash'::text - 'updated_at'::text - 'search_text'::text)) EXECUTE FUNCTION tell_person_changed();
CREATE TRIGGER users_stamp_departure BEFORE INSERT OR UPDATE OF is_active ON users FOR EACH ROW EXECUTE FUNCTION stamp_departure();
CREATE TRIGGER users_take_their_inbox_along AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION remove_inbox();

CREATE VIEW category_return_spans AS
 SELECT category_return_spans.category_id,
    category_return_spans.returned_on,
    category_return_spans.sent_on,
    category_return_spans.n,
    category_return_spans.n_on_time
   FROM folded.category_return_spans
UNION ALL
 SELECT category_return_spans.category_id,
    category_return_spans.returned_on,
    category_return_spans.sent_on,
    category_return_spans.n,
    category_return_spans.n_on_time
   FROM tail.category_return_spans;

CREATE VIEW category_totals AS
 SELECT category_totals.category_id,
    category_totals.n
   FROM folded.category_totals
UNION ALL
 SELECT category_totals.category_id,
    category_totals.n
   FROM tail.category_totals;

CREATE VIEW creator_totals AS
 SELECT creator_totals.user_id,
    creator_totals.n
   FROM folded.creator_totals
UNION ALL
 SELECT creator_totals.user_id,
    creator_totals.n
   FROM tail.creator_totals;

CREATE VIEW department_totals AS
 SELECT department_totals.department_id,
    department_totals.status,
    department_totals.n,
    department_totals.n_origin
   FROM folded.department_totals
UNION ALL
 SELECT department_totals.department_id,
    department_totals.status,
    department_totals.n,
    department_totals.n_origin
   FROM tail.department_totals;

CREATE VIEW due_protocols AS
 SELECT due_protocols.department_id,
    due_protocols.next_return_date,
    due_protocols.n,
    due_protocols.n_origin
   FROM folded.due_protocols
UNION ALL
 SELECT due_protocols.department_id,
    due_protocols.next_return_date,
    due_protocols.n,
    due_protocols.n_origin
   FROM tail.due_protocols;

CREATE VIEW due_returns AS
 SELECT due_returns.department_id,
    due_returns.return_date,
    due_returns.n,
    due_returns.n_origin,
    due_returns.n_destination
   FROM folded.due_returns
UNION ALL
 SELECT due_returns.department_id,
    due_returns.return_date,
    due_returns.n,
    due_returns.n_origin,
    due_returns.n_destination
   FROM tail.due_returns;

CREATE VIEW expected.category_return_spans AS
 SELECT category_id,
    returned_on,
    sent_on,
    sum(n)::integer AS n,
    sum(n_on_time)::integer AS n_on_time
   FROM expected.return_spans
  GROUP BY category_id, returned_on, sent_on;

CREATE VIEW expected.category_totals AS
 SELECT category_id,
    count(DISTINCT protocol_id)::integer AS n
   FROM items
  WHERE category_id IS NOT NULL
  GROUP BY category_id;

CREATE VIEW expected.creator_totals AS
 SELECT created_by AS user_id,
    count(*)::integer AS n
   FROM protocols
  GROUP BY created_by;

CREATE VIEW expected.department_totals AS
 SELECT d.department_id,
    p.status,
    count(*)::integer AS n,
    count(*) FILTER (WHERE d.department_id = p.origin_department_id)::integer AS n_origin
   FROM expected.protocol_departments d
     JOIN protocols p ON p.id = d.protocol_id
  GROUP BY d.department_id, p.status;

CREATE VIEW expected.due_protocols AS
 SELECT d.department_id,
    c.next_return_date,
    count(*)::integer AS n,
    count(*) FILTER (WHERE d.department_id = p.origin_department_id)::integer AS n_origin
   FROM expected.protocol_departments d
     JOIN protocols p ON p.id = d.protocol_id
     JOIN expected.item_counters c ON c.id = p.id
  WHERE c.next_return_date IS NOT NULL
  GROUP BY d.department_id, c.next_return_date
UNION ALL
 SELECT 0 AS department_id,
    c.next_return_date,
    count(*)::integer AS n,
    0 AS n_origin
   FROM protocols p
     JOIN expected.item_counters c ON c.id = p.id
  WHERE c.next_return_date IS NOT NULL
  GROUP BY c.next_return_date;

CREATE VIEW expected.due_returns AS
 SELECT side.side AS department_id,
    i.return_date,
    count(*)::integer AS n,
    count(*) FILTER (WHERE side.side = p.origin_department_id)::integer AS n_origin,
    count(*) FILTER (WHERE side.side = p.destination_department_id)::integer AS n_destination
   FROM items i
     JOIN protocols p ON p.id = i.protocol_id,
    LATERAL unnest(sides(p.origin_department_id, p.destination_department_id)) side(side)
  WHERE i.status = 'pendente'::text AND i.return_date IS NOT NULL AND p.status <> 'Cancelado'::text
  GROUP BY side.side, i.return_date;

CREATE VIEW expected.extension_requests AS
 SELECT r.id,
    i.protocol_id,
    p.origin_department_id,
    p.destination_department_id,
        CASE
            WHEN r.status = 'aberto'::text AND i.status <> 'pendente'::text THEN 'encerrado'::text
            ELSE r.status
        END AS status
   FROM extension_requests r
     JOIN items i ON i.id = r.item_id
     JOIN protocols p ON p.id = i.protocol_id;

CREATE VIEW expected.history_copies AS
 SELECT h.id,
    p.origin_department_id,
    p.destination_department_id
   FROM history h
     JOIN protocols p ON p.id = h.protocol_id;

CREATE VIEW expected.item_copies AS
 SELECT i.id,
    p.origin_department_id,
    p.destination_department_id,
    p.status = 'Cancelado'::text AS in_cancelled_protocol,
    p.requires_return AS must_return
   FROM items i
     JOIN protocols p ON p.id = i.protocol_id;

CREATE VIEW expected.item_counters AS
 SELECT p.id,
    count(i.id)::integer AS total_items,
    count(*) FILTER (WHERE i.status = 'pendente'::text)::integer AS pending_items,
    count(*) FILTER (WHERE i.status = 'retornado'::text)::integer AS returned_items,
    count(*) FILTER (WHERE i.status = 'concluído'::text)::integer AS completed_items,
    count(*) FILTER (WHERE i.status = 'cancelado'::text)::integer AS cancelled_items,
    count(*) FILTER (WHERE i.status = 'pendente'::text AND i.responsible_id IS NULL)::integer AS unassigned_items,
    min(i.return_date) FILTER (WHERE i.status = 'pendente'::text) AS next_return_date
   FROM protocols p
     LEFT JOIN items i ON i.protocol_id = p.id
  GROUP BY p.id;

CREATE VIEW expected.item_type_totals AS
 SELECT item_type_id,
    count(*)::integer AS n
   FROM items
  GROUP BY item_type_id;

CREATE VIEW expected.occurrences AS
 SELECT o.id,
    i.protocol_id,
    p.origin_department_id,
    p.destination_department_id,
    i.document_number,
        CASE
            WHEN (i.status = ANY (ARRAY['concluído'::text, 'cancelado'::text])) OR (p.status = ANY (ARRAY['Concluído'::text, 'Cancelado'::text])) THEN 'resolvida'::text
            ELSE o.status
        END AS status
   FROM occurrences o
     JOIN items i ON i.id = o.item_id
     JOIN protocols p ON p.id = i.protocol_id;

CREATE VIEW expected.open_returns AS
 SELECT side.side AS department_id,
    civil_day(p.created_at) AS day,
    i.return_date,
    count(*)::integer AS n,
    count(*) FILTER (WHERE side.side = p.origin_department_id)::integer AS n_origin
   FROM items i
     JOIN protocols p ON p.id = i.protocol_id,
    LATERAL unnest(sides(p.origin_department_id, p.destination_department_id)) side(side)
  WHERE i.status = 'pendente'::text AND i.return_date IS NOT NULL AND p.status <> 'Cancelado'::text
  GROUP BY side.side, (civil_day(p.created_at)), i.return_date;

CREATE VIEW expected.open_returns_monthly AS
 SELECT department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    return_date,
    sum(n)::integer AS n,
    sum(n_origin)::integer AS n_origin
   FROM expected.open_returns
  GROUP BY department_id, (date_trunc('month'::text, day::timestamp with time zone)::date), return_date;

CREATE VIEW expected.pair_monthly AS
 SELECT origin_department_id,
    destination_department_id,
    date_trunc('month'::text, civil_day(created_at)::timestamp with time zone)::date AS month,
    count(*)::integer AS n
   FROM protocols
  GROUP BY origin_department_id, destination_department_id, (date_trunc('month'::text, civil_day(created_at)::timestamp with time zone)::date);

CREATE VIEW expected.protocol_daily AS
 SELECT d.department_id,
    civil_day(p.created_at) AS day,
    p.status,
    count(*)::integer AS n,
    count(*) FILTER (WHERE d.department_id = p.origin_department_id)::integer AS n_origin,
    sum(seconds_to_complete(p.created_at, p.completed_at))::bigint AS seconds_to_complete
   FROM expected.protocol_departments d
     JOIN protocols p ON p.id = d.protocol_id
  GROUP BY d.department_id, (civil_day(p.created_at)), p.status;

CREATE VIEW expected.protocol_departments AS
 WITH waiting AS (
         SELECT protocols.id,
            protocols.created_at,
            protocols.status,
            protocols.origin_department_id,
            protocols.destination_department_id,
            protocols.next_return_date,
            waits_at_origin(protocols.status, protocols.total_items, protocols.pending_items, protocols.returned_items, protocols.cancelled_items) AS at_origin,
            waits_at_destination(protocols.status, protocols.pending_items) AS at_destination
           FROM protocols
        )
 SELECT waiting.origin_department_id AS department_id,
    waiting.created_at,
    waiting.id AS protocol_id,
    waiting.status,
    waiting.destination_department_id AS other_department_id,
    true AS is_origin,
    waiting.next_return_date,
    waiting.at_origin OR waiting.at_destination AND waiting.destination_department_id = waiting.origin_department_id AS waits
   FROM waiting
UNION ALL
 SELECT waiting.destination_department_id AS department_id,
    waiting.created_at,
    waiting.id AS protocol_id,
    waiting.status,
    waiting.origin_department_id AS other_department_id,
    false AS is_origin,
    waiting.next_return_date,
    waiting.at_destination AS waits
   FROM waiting
  WHERE waiting.destination_department_id <> waiting.origin_department_id;

CREATE VIEW expected.protocol_monthly AS
 SELECT department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    status,
    sum(n)::integer AS n,
    sum(n_origin)::integer AS n_origin,
    sum(seconds_to_complete)::bigint AS seconds_to_complete
   FROM expected.protocol_daily
  GROUP BY department_id, (date_trunc('month'::text, day::timestamp with time zone)::date), status;

CREATE VIEW expected.protocol_totals AS
 SELECT origin_department_id,
    destination_department_id,
    status,
    count(*)::integer AS n
   FROM protocols
  GROUP BY origin_department_id, destination_department_id, status;

CREATE VIEW expected.return_spans AS
 SELECT i.category_id,
    p.destination_department_id,
    civil_day(i.actual_return_date) AS returned_on,
    civil_day(p.created_at) AS sent_on,
    count(*)::integer AS n,
    count(*) FILTER (WHERE civil_day(i.actual_return_date) <= i.return_date)::integer AS n_on_time
   FROM items i
     JOIN protocols p ON p.id = i.protocol_id
  WHERE i.category_id IS NOT NULL AND i.actual_return_date IS NOT NULL AND p.status <> 'Cancelado'::text
  GROUP BY i.category_id, p.destination_department_id, (civil_day(i.actual_return_date)), (civil_day(p.created_at));

CREATE VIEW expected.return_totals AS
 SELECT p.origin_department_id,
    p.destination_department_id,
    i.status,
    count(*)::integer AS n,
    count(*) FILTER (WHERE i.responsible_id IS NULL)::integer AS n_unassigned
   FROM items i
     JOIN protocols p ON p.id = i.protocol_id
  WHERE (i.return_date IS NOT NULL OR p.requires_return) AND p.status <> 'Cancelado'::text
  GROUP BY p.origin_department_id, p.destination_department_id, i.status;

CREATE VIEW expected.settled_returns AS
 SELECT side.side AS department_id,
    civil_day(p.created_at) AS day,
    civil_day(i.actual_return_date) > i.return_date AS is_late,
    count(*)::integer AS n,
    count(*) FILTER (WHERE side.side = p.origin_department_id)::integer AS n_origin
   FROM items i
     JOIN protocols p ON p.id = i.protocol_id,
    LATERAL unnest(sides(p.origin_department_id, p.destination_department_id)) side(side)
  WHERE i.actual_return_date IS NOT NULL AND p.status <> 'Cancelado'::text
  GROUP BY side.side, (civil_day(p.created_at)), (civil_day(i.actual_return_date) > i.return_date);

CREATE VIEW expected.settled_returns_monthly AS
 SELECT department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    is_late,
    sum(n)::integer AS n,
    sum(n_origin)::integer AS n_origin
   FROM expected.settled_returns
  GROUP BY department_id, (date_trunc('month'::text, day::timestamp with time zone)::date), is_late;

CREATE VIEW expected.waiting_protocols AS
 SELECT side.side AS department_id,
    p.status,
    count(*)::integer AS n
   FROM protocols p
     JOIN expected.item_counters c ON c.id = p.id,
    LATERAL unnest(sides(p.origin_department_id, p.destination_department_id)) side(side)
  WHERE side.side = p.destination_department_id AND (p.status = 'Pendente'::text OR p.status = 'Em andamento'::text AND c.pending_items > 0) OR side.side = p.origin_department_id AND p.status = 'Em andamento'::text AND (c.returned_items > 0 OR c.pending_items = 0 AND c.total_items > c.cancelled_items)
  GROUP BY side.side, p.status;

CREATE VIEW item_type_totals AS
 SELECT item_type_totals.item_type_id,
    item_type_totals.n
   FROM folded.item_type_totals
UNION ALL
 SELECT item_type_totals.item_type_id,
    item_type_totals.n
   FROM tail.item_type_totals;

CREATE VIEW open_returns AS
 SELECT open_returns.department_id,
    open_returns.day,
    open_returns.return_date,
    open_returns.n,
    open_returns.n_origin
   FROM folded.open_returns
UNION ALL
 SELECT open_returns.department_id,
    open_returns.day,
    open_returns.return_date,
    open_returns.n,
    open_returns.n_origin
   FROM tail.open_returns;

CREATE VIEW open_returns_monthly AS
 SELECT open_returns_monthly.department_id,
    open_returns_monthly.month,
    open_returns_monthly.return_date,
    open_returns_monthly.n,
    open_returns_monthly.n_origin
   FROM folded.open_returns_monthly
UNION ALL
 SELECT open_returns_monthly.department_id,
    open_returns_monthly.month,
    open_returns_monthly.return_date,
    open_returns_monthly.n,
    open_returns_monthly.n_origin
   FROM tail.open_returns_monthly;

CREATE VIEW pair_monthly AS
 SELECT pair_monthly.origin_department_id,
    pair_monthly.destination_department_id,
    pair_monthly.month,
    pair_monthly.n
   FROM folded.pair_monthly
UNION ALL
 SELECT pair_monthly.origin_department_id,
    pair_monthly.destination_department_id,
    pair_monthly.month,
    pair_monthly.n
   FROM tail.pair_monthly;

CREATE VIEW protocol_daily AS
 SELECT protocol_daily.department_id,
    protocol_daily.day,
    protocol_daily.status,
    protocol_daily.n,
    protocol_daily.n_origin,
    protocol_daily.seconds_to_complete
   FROM folded.protocol_daily
UNION ALL
 SELECT protocol_daily.department_id,
    protocol_daily.day,
    protocol_daily.status,
    protocol_daily.n,
    protocol_daily.n_origin,
    protocol_daily.seconds_to_complete
   FROM tail.protocol_daily;

CREATE VIEW protocol_monthly AS
 SELECT protocol_monthly.department_id,
    protocol_monthly.month,
    protocol_monthly.status,
    protocol_monthly.n,
    protocol_monthly.n_origin,
    protocol_monthly.seconds_to_complete
   FROM folded.protocol_monthly
UNION ALL
 SELECT protocol_monthly.department_id,
    protocol_monthly.month,
    protocol_monthly.status,
    protocol_monthly.n,
    protocol_monthly.n_origin,
    protocol_monthly.seconds_to_complete
   FROM tail.protocol_monthly;

CREATE VIEW protocol_totals AS
 SELECT protocol_totals.origin_department_id,
    protocol_totals.destination_department_id,
    protocol_totals.status,
    protocol_totals.n
   FROM folded.protocol_totals
UNION ALL
 SELECT protocol_totals.origin_department_id,
    protocol_totals.destination_department_id,
    protocol_totals.status,
    protocol_totals.n
   FROM tail.protocol_totals;

CREATE VIEW return_spans AS
 SELECT return_spans.category_id,
    return_spans.destination_department_id,
    return_spans.returned_on,
    return_spans.sent_on,
    return_spans.n,
    return_spans.n_on_time
   FROM folded.return_spans
UNION ALL
 SELECT return_spans.category_id,
    return_spans.destination_department_id,
    return_spans.returned_on,
    return_spans.sent_on,
    return_spans.n,
    return_spans.n_on_time
   FROM tail.return_spans;

CREATE VIEW return_totals AS
 SELECT return_totals.origin_department_id,
    return_totals.destination_department_id,
    return_totals.status,
    return_totals.n,
    return_totals.n_unassigned
   FROM folded.return_totals
UNION ALL
 SELECT return_totals.origin_department_id,
    return_totals.destination_department_id,
    return_totals.status,
    return_totals.n,
    return_totals.n_unassigned
   FROM tail.return_totals;

CREATE VIEW settled_returns AS
 SELECT settled_returns.department_id,
    settled_returns.day,
    settled_returns.is_late,
    settled_returns.n,
    settled_returns.n_origin
   FROM folded.settled_returns
UNION ALL
 SELECT settled_returns.department_id,
    settled_returns.day,
    settled_returns.is_late,
    settled_returns.n,
    settled_returns.n_origin
   FROM tail.settled_returns;

CREATE VIEW settled_returns_monthly AS
 SELECT settled_returns_monthly.department_id,
    settled_returns_monthly.month,
    settled_returns_monthly.is_late,
    settled_returns_monthly.n,
    settled_returns_monthly.n_origin
   FROM folded.settled_returns_monthly
UNION ALL
 SELECT settled_returns_monthly.department_id,
    settled_returns_monthly.month,
    settled_returns_monthly.is_late,
    settled_returns_monthly.n,
    settled_returns_monthly.n_origin
   FROM tail.settled_returns_monthly;

CREATE VIEW tail.category_return_spans AS
 SELECT category_id,
    returned_on,
    sent_on,
    n,
    n_on_time
   FROM tail.return_spans;

CREATE VIEW tail.category_totals AS
 SELECT category_id,
    n
   FROM category_ledger;

CREATE VIEW tail.creator_totals AS
 SELECT created_by AS user_id,
    n
   FROM protocol_ledger;

CREATE VIEW tail.department_totals AS
 SELECT protocol_ledger.origin_department_id AS department_id,
    protocol_ledger.status,
    protocol_ledger.n,
    protocol_ledger.n AS n_origin
   FROM protocol_ledger
UNION ALL
 SELECT protocol_ledger.destination_department_id AS department_id,
    protocol_ledger.status,
    protocol_ledger.n,
    0 AS n_origin
   FROM protocol_ledger
  WHERE protocol_ledger.destination_department_id <> protocol_ledger.origin_department_id;

CREATE VIEW tail.due_protocols AS
 SELECT protocol_ledger.origin_department_id AS department_id,
    protocol_ledger.next_return_date,
    protocol_ledger.n,
    protocol_ledger.n AS n_origin
   FROM protocol_ledger
  WHERE protocol_ledger.next_return_date IS NOT NULL
UNION ALL
 SELECT protocol_ledger.destination_department_id AS department_id,
    protocol_ledger.next_return_date,
    protocol_ledger.n,
    0 AS n_origin
   FROM protocol_ledger
  WHERE protocol_ledger.next_return_date IS NOT NULL AND protocol_ledger.destination_department_id <> protocol_ledger.origin_department_id
UNION ALL
 SELECT 0 AS department_id,
    protocol_ledger.next_return_date,
    protocol_ledger.n,
    0 AS n_origin
   FROM protocol_ledger
  WHERE protocol_ledger.next_return_date IS NOT NULL;

CREATE VIEW tail.due_returns AS
 SELECT item_ledger.origin_department_id AS department_id,
    item_ledger.return_date,
    item_ledger.n,
    item_ledger.n AS n_origin,
        CASE
            WHEN item_ledger.destination_department_id = item_ledger.origin_department_id THEN item_ledger.n
            ELSE 0
        END AS n_destination
   FROM item_ledger
  WHERE item_ledger.is_listed AND item_ledger.status = 'pendente'::text AND item_ledger.return_date IS NOT NULL
UNION ALL
 SELECT item_ledger.destination_department_id AS department_id,
    item_ledger.return_date,
    item_ledger.n,
    0 AS n_origin,
    item_ledger.n AS n_destination
   FROM item_ledger
  WHERE item_ledger.is_listed AND item_ledger.status = 'pendente'::text AND item_ledger.return_date IS NOT NULL AND item_ledger.destination_department_id <> item_ledger.origin_department_id;

CREATE VIEW tail.item_type_totals AS
 SELECT item_type_id,
    n
   FROM item_ledger;

CREATE VIEW tail.open_returns AS
 SELECT item_ledger.origin_department_id AS department_id,
    item_ledger.day,
    item_ledger.return_date,
    item_ledger.n,
    item_ledger.n AS n_origin
   FROM item_ledger
  WHERE item_ledger.is_listed AND item_ledger.status = 'pendente'::text AND item_ledger.return_date IS NOT NULL
UNION ALL
 SELECT item_ledger.destination_department_id AS department_id,
    item_ledger.day,
    item_ledger.return_date,
    item_ledger.n,
    0 AS n_origin
   FROM item_ledger
  WHERE item_ledger.is_listed AND item_ledger.status = 'pendente'::text AND item_ledger.return_date IS NOT NULL AND item_ledger.destination_department_id <> item_ledger.origin_department_id;

CREATE VIEW tail.open_returns_monthly AS
 SELECT department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    return_date,
    n,
    n_origin
   FROM tail.open_returns;

CREATE VIEW tail.pair_monthly AS
 SELECT origin_department_id,
    destination_department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    n
   FROM protocol_ledger;

CREATE VIEW tail.protocol_daily AS
 SELECT protocol_ledger.origin_department_id AS department_id,
    protocol_ledger.day,
    protocol_ledger.status,
    protocol_ledger.n,
    protocol_ledger.n AS n_origin,
    protocol_ledger.seconds_to_complete
   FROM protocol_ledger
UNION ALL
 SELECT protocol_ledger.destination_department_id AS department_id,
    protocol_ledger.day,
    protocol_ledger.status,
    protocol_ledger.n,
    0 AS n_origin,
    protocol_ledger.seconds_to_complete
   FROM protocol_ledger
  WHERE protocol_ledger.destination_department_id <> protocol_ledger.origin_department_id;

CREATE VIEW tail.protocol_monthly AS
 SELECT department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    status,
    n,
    n_origin,
    seconds_to_complete
   FROM tail.protocol_daily;

CREATE VIEW tail.protocol_totals AS
 SELECT origin_department_id,
    destination_department_id,
    status,
    n
   FROM protocol_ledger;

CREATE VIEW tail.return_spans AS
 SELECT category_id,
    destination_department_id,
    returned_on,
    sent_on,
    n,
        CASE
            WHEN is_late THEN 0
            ELSE n
        END AS n_on_time
   FROM return_ledger;

CREATE VIEW tail.return_totals AS
 SELECT origin_department_id,
    destination_department_id,
    status,
    n,
        CASE
            WHEN is_unassigned THEN n
            ELSE 0
        END AS n_unassigned
   FROM item_ledger
  WHERE is_listed;

CREATE VIEW tail.settled_returns AS
 SELECT item_ledger.origin_department_id AS department_id,
    item_ledger.day,
    item_ledger.is_late,
    item_ledger.n,
    item_ledger.n AS n_origin
   FROM item_ledger
  WHERE item_ledger.is_listed AND item_ledger.is_late IS NOT NULL
UNION ALL
 SELECT item_ledger.destination_department_id AS department_id,
    item_ledger.day,
    item_ledger.is_late,
    item_ledger.n,
    0 AS n_origin
   FROM item_ledger
  WHERE item_ledger.is_listed AND item_ledger.is_late IS NOT NULL AND item_ledger.destination_department_id <> item_ledger.origin_department_id;

CREATE VIEW tail.settled_returns_monthly AS
 SELECT department_id,
    date_trunc('month'::text, day::timestamp with time zone)::date AS month,
    is_late,
    n,
    n_origin
   FROM tail.settled_returns;

CREATE VIEW tail.waiting_protocols AS
 SELECT protocol_ledger.origin_department_id AS department_id,
    protocol_ledger.status,
    protocol_ledger.n
   FROM protocol_ledger
  WHERE protocol_ledger.waits_at_origin
UNION ALL
 SELECT protocol_ledger.destination_department_id AS department_id,
    protocol_ledger.status,
    protocol_ledger.n
   FROM protocol_ledger
  WHERE protocol_ledger.waits_at_destination AND NOT (protocol_ledger.waits_at_origin AND protocol_ledger.destination_department_id = protocol_ledger.origin_department_id);

CREATE VIEW waiting_protocols AS
 SELECT waiting_protocols.department_id,
    waiting_protocols.status,
    waiting_protocols.n
   FROM folded.waiting_protocols
UNION ALL
 SELECT waiting_protocols.department_id,
    waiting_protocols.status,
    waiting_protocols.n
   FROM tail.waiting_protocols;

CREATE OR REPLACE FUNCTION public.anchor_history(ended date)
 RETURNS SETOF history_anchors
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  previous history_anchors;
  last bigint;
begin
  if ended > current_date then raise exception 'the day % has not ended', ended; end if;
  perform pg_advisory_xact_lock(hashtext('chaining'));
  select * into previous from history_anchors order by number desc limit 1;
  if exists (select from history_anchors where day = ended or day between ended and current_date) then return; end if;
  select coalesce(max(link), 0) into last from history_chain;
  return query
    insert into history_anchors (number, day, last_link, hash)
    values (coalesce(previous.number, 0) + 1, ended, last, sha256(
      coalesce(previous.hash, '')
      || convert_to(concat_ws(E'\n', 'malote anchor 1', coalesce(previous.number, 0) + 1, to_char(ended, 'YYYY-MM-DD'), last, ''), 'UTF8')
      || heads_digest(coalesce(previous.last_link, 0), last)
    ))
    returning *;
end $function$;

CREATE OR REPLACE FUNCTION public.anonymize_audit(person integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  alias text;
  personal constant text[] := array['uname', 'uemail', 'uphone', 'email', 'issuer', 'subject', 'methods', 'name'];
begin
  select name into alias from users where id = person and anonymized_at is not null;
  if alias is null then raise exception 'person % is not anonymised', person; end if;
  perform set_config('malote.changing_audit', 'yes', true);
  update audit_events set
    actor_name = alias,
    address = case when at >= now() - interval '180 days' then address end
  where actor_id = person;
  update audit_events set
    subject_name = alias, before = before - personal, after = after - personal,
    address = case when actor_id is not null or at >= now() - interval '180 days' then address end
  where subject_kind = 'user' and subject_id = person::text;
  perform set_config('malote.changing_audit', '', true);
end $function$;

CREATE OR REPLACE FUNCTION public.black_out_audit(attachment integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from attachments where id = attachment and removed_at is not null) then
    raise exception 'attachment % is not removed', attachment;
  end if;
  perform set_config('malote.changing_audit', 'yes', true);
  update audit_events set subject_name = '[arquivo removido]'
  where subject_kind = 'attachment' and subject_id = attachment::text and subject_name is not null;
  perform set_config('malote.changing_audit', '', true);
end $function$;

CREATE OR REPLACE FUNCTION public.black_out_history(entry bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from black_outs where kind = 'history' and target_id = entry) then
    raise exception 'nobody has recorded the removal of history entry %', entry;
  end if;
  perform set_config('malote.blacking_out', 'yes', true);
  update history_chain c set salt = null, texts_digest = texts_digest(c.salt, h.description, array(
    select description from history_items where history_id = entry order by item_id
  ))
  from history h where h.id = entry and c.history_id = entry and c.salt is not null;
  if not found then raise exception 'history entry % is not chained, or blacked out already', entry; end if;
  update history set description = '[conteúdo removido]' where id = entry;
  update history_items set description = '[conteúdo removido]' where history_id = entry;
  perform set_config('malote.blacking_out', '', true);
end $function$;

CREATE OR REPLACE FUNCTION public.business_days(start date, today date, holidays date[])
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest(0, 5 * ((today - date '0001-01-01' + 1) / 7) + least(5, (today - date '0001-01-01' + 1) % 7)
    - 5 * ((start - date '0001-01-01' + 1) / 7) - least(5, (start - date '0001-01-01' + 1) % 7)
    - (select count(*) from unnest(holidays) holiday where holiday > start and holiday <= today))::int
$function$;

CREATE OR REPLACE FUNCTION public.chain_history(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'auto'
AS $function$
declare
  progress chain_progress;
  until bigint;
  next_link bigint;
  protocol int;
  head bytea;
  entry record;
  line history;
  salt uuid;
  chained int := 0;
begin
  select * into progress from chain_progress;
  -- The usual case on a quiet day: no lock, no transaction id. Not "exists (… where id > …)": its plan for any id expects to
  -- find a row at once, and reads the whole history when there is none.
  if coalesce((select max(id) from history), 0) <= progress.chained_to then return 0; end if;
  if not pg_try_advisory_xact_lock(hashtext('chaining')) then return 0; end if;

  select * into progress from chain_progress;
  if progress.seen_to <= progress.chained_to then
    -- One statement has one snapshot: entries that it does not see belong to transactions before `seen_before`.
    select max(id), pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    into progress.seen_to, progress.seen_before from history;
  end if;
  -- A transaction id that is still to come is that of another server, from which the data were restored.
  if progress.seen_before between pg_snapshot_xmin(pg_current_snapshot())::text::bigint + 1
    and pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  then
    update chain_progress set seen_to = progress.seen_to, seen_before = progress.seen_before;
    return 0;
  end if;

  select coalesce(max(id), progress.seen_to) into until from (
    select id from history where id > progress.chained_to and id <= progress.seen_to order by id limit most
  ) page;
  select coalesce(max(link), 0) into next_link from history_chain;
  for entry in
    select h as line, coalesce(items.ids, '{}') as item_ids, coalesce(items.texts, '{}') as item_texts, heads.hash as previous
    from history h
    join (
      select protocol_id, (
        select hash from history_chain c where c.protocol_id = changed.protocol_id order by link desc limit 1
      ) as hash
      from (select distinct protocol_id from history where id > progress.chained_to and id <= until) changed
    ) heads using (protocol_id)
    left join lateral (
      select array_agg(item_id order by item_id) as ids, array_agg(description order by item_id) as texts
      from history_items where history_id = h.id
    ) items on true
    where h.id > progress.chained_to and h.id <= until
    order by h.protocol_id, h.id
  loop
    line := entry.line;
    if line.protocol_id is distinct from protocol then
      protocol := line.protocol_id;
      head := coalesce(entry.previous, '');
    end if;
    salt := gen_random_uuid();
    head := sha256(head || link_content(line, entry.item_ids, texts_digest(salt, line.description, entry.item_texts)));
    next_link := next_link + 1;
    insert into history_chain (link, protocol_id, history_id, salt, hash)
    values (next_link, protocol, line.id, salt, head);
    chained := chained + 1;
  end loop;
  update chain_progress set chained_to = until, seen_to = progress.seen_to, seen_before = progress.seen_before;
  return chained;
end $function$;

CREATE OR REPLACE FUNCTION public.civil_day(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$ select (instant at time zone (select time_zone from public.settings))::date $function$;

CREATE OR REPLACE FUNCTION public.copy_from_protocol_to_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select origin_department_id, destination_department_id
  into new.origin_department_id, new.destination_department_id
  from protocols where id = new.protocol_id;
  if not found then new.origin_department_id := 0; new.destination_department_id := 0; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.copy_from_protocol_to_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select origin_department_id, destination_department_id, status = 'Cancelado', requires_return
  into new.origin_department_id, new.destination_department_id, new.in_cancelled_protocol, new.must_return
  from protocols where id = new.protocol_id;
  -- The foreign key refuses an unknown protocol.
  if not found then
    new.origin_department_id := 0; new.destination_department_id := 0;
    new.in_cancelled_protocol := false; new.must_return := false;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_items(protocol_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Locked first and counted by the next statement, which then sees what others have committed meanwhile. No key
  -- update: whoever inserts an item already holds a key share lock, through its foreign key. A row that this
  -- transaction has written is locked or unknown to others already.
  perform from protocols
  where id = any(protocol_ids) and xmin <> pg_current_xact_id()::xid
  order by id for no key update;

  update protocols p set
    total_items = c.total, pending_items = c.pending, returned_items = c.returned, completed_items = c.completed,
    cancelled_items = c.cancelled, unassigned_items = c.unassigned, next_return_date = c.next
  from (
    select affected.id,
      count(i.id) as total,
      count(*) filter (where status = 'pendente') as pending,
      count(*) filter (where status = 'retornado') as returned,
      count(*) filter (where status = 'concluído') as completed,
      count(*) filter (where status = 'cancelado') as cancelled,
      count(*) filter (where status = 'pendente' and responsible_id is null) as unassigned,
      min(return_date) filter (where status = 'pendente') as next
    from unnest(protocol_ids) affected (id) left join items i on i.protocol_id = affected.id
    group by affected.id
  ) c
  where p.id = c.id and (
    p.total_items, p.pending_items, p.returned_items, p.completed_items, p.cancelled_items,
    p.unassigned_items, p.next_return_date
  ) is distinct from (c.total, c.pending, c.returned, c.completed, c.cancelled, c.unassigned, c.next);
end $function$;

CREATE OR REPLACE FUNCTION public.digit_grams(value text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  grams text[] := '{}';
  gram text;
begin
  for start in 1 .. length(value) - 4 loop
    gram := substr(value, start, 5);
    if gram ~ '^[0-9]{5}$' and gram <> all (grams) then grams := grams || gram; end if;
  end loop;
  return grams;
end $function$;

CREATE OR REPLACE FUNCTION public.end_request_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update extension_requests set status = 'encerrado',
    decided_at = coalesce(new.cancelled_at, new.completed_at, new.actual_return_date, new.updated_at)
  where item_id = new.id and status = 'aberto';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.excerpt(value text, term text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  most constant int := 90;
  before constant int := 30;
  line text := regexp_replace(value, '\s', ' ', 'g');
  hit int := position(searchable(term) in searchable(value));
  found int := 1;
  last int := length(line);
  middle int;
begin
  if last <= most then return line; end if;
  -- The letter at which the hit begins. A ligature or a fraction becomes several characters, an accent of its own none.
  -- By halves: anybody may write a text of thousands of them, and each comparison reads the text.
  while found < last loop
    middle := (found + last + 1) / 2;
    if length(searchable(left(value, middle - 1))) < hit then found := middle; else last := middle - 1; end if;
  end loop;
  found := greatest(1, least(found - before, length(line) - most + 1));
  return case when found > 1 then '…' else '' end || substr(line, found, most)
    || case when found + most <= length(line) then '…' else '' end;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_ledgers()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  moved int;
begin
  -- The usual case on a quiet day: no lock, no transaction id.
  if not exists (select from protocol_ledger) and not exists (select from item_ledger)
    and not exists (select from category_ledger) and not exists (select from return_ledger)
  then
    return 0;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('folding')) then return 0; end if;

  -- One statement: all of its parts see the ledgers as of one snapshot, with whole transactions only.
  with protocols_gone as (delete from protocol_ledger returning 1),
  items_gone as (delete from item_ledger returning 1),
  categories_gone as (delete from category_ledger returning 1),
  returns_gone as (delete from return_ledger returning 1),
  to_protocol_totals as (
    insert into folded.protocol_totals as t (origin_department_id, destination_department_id, status, n)
    select origin_department_id, destination_department_id, status, sum(n)
    from tail.protocol_totals group by 1, 2, 3 having sum(n) <> 0
    on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n
  ),
  to_department_totals as (
    insert into folded.department_totals as t (department_id, status, n, n_origin)
    select department_id, status, sum(n), sum(n_origin)
    from tail.department_totals group by 1, 2 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, status) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_protocol_daily as (
    insert into folded.protocol_daily as t (department_id, day, status, n, n_origin, seconds_to_complete)
    select department_id, day, status, sum(n), sum(n_origin), sum(seconds_to_complete)
    from tail.protocol_daily group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0 or sum(seconds_to_complete) <> 0
    on conflict (department_id, day, status) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin, seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete
  ),
  to_protocol_monthly as (
    insert into folded.protocol_monthly as t (department_id, month, status, n, n_origin, seconds_to_complete)
    select department_id, month, status, sum(n), sum(n_origin), sum(seconds_to_complete)
    from tail.protocol_monthly group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0 or sum(seconds_to_complete) <> 0
    on conflict (department_id, month, status) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin, seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete
  ),
  to_pair_monthly as (
    insert into folded.pair_monthly as t (origin_department_id, destination_department_id, month, n)
    select origin_department_id, destination_department_id, month, sum(n)
    from tail.pair_monthly group by 1, 2, 3 having sum(n) <> 0
    on conflict (origin_department_id, month, destination_department_id) do update set n = t.n + excluded.n
  ),
  to_due_protocols as (
    insert into folded.due_protocols as t (department_id, next_return_date, n, n_origin)
    select department_id, next_return_date, sum(n), sum(n_origin)
    from tail.due_protocols group by 1, 2 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, next_return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_creator_totals as (
    insert into folded.creator_totals as t (user_id, n)
    select user_id, sum(n)
    from tail.creator_totals group by 1 having sum(n) <> 0
    on conflict (user_id) do update set n = t.n + excluded.n
  ),
  to_waiting_protocols as (
    insert into folded.waiting_protocols as t (department_id, status, n)
    select department_id, status, sum(n)
    from tail.waiting_protocols group by 1, 2 having sum(n) <> 0
    on conflict (department_id, status) do update set n = t.n + excluded.n
  ),
  to_return_totals as (
    insert into folded.return_totals as t (origin_department_id, destination_department_id, status, n, n_unassigned)
    select origin_department_id, destination_department_id, status, sum(n), sum(n_unassigned)
    from tail.return_totals group by 1, 2, 3 having sum(n) <> 0 or sum(n_unassigned) <> 0
    on conflict (origin_department_id, destination_department_id, status) do update
    set n = t.n + excluded.n, n_unassigned = t.n_unassigned + excluded.n_unassigned
  ),
  to_open_returns as (
    insert into folded.open_returns as t (department_id, day, return_date, n, n_origin)
    select department_id, day, return_date, sum(n), sum(n_origin)
    from tail.open_returns group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, day, return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_open_returns_monthly as (
    insert into folded.open_returns_monthly as t (department_id, month, return_date, n, n_origin)
    select department_id, month, return_date, sum(n), sum(n_origin)
    from tail.open_returns_monthly group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, month, return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_settled_returns as (
    insert into folded.settled_returns as t (department_id, day, is_late, n, n_origin)
    select department_id, day, is_late, sum(n), sum(n_origin)
    from tail.settled_returns group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, day, is_late) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_settled_returns_monthly as (
    insert into folded.settled_returns_monthly as t (department_id, month, is_late, n, n_origin)
    select department_id, month, is_late, sum(n), sum(n_origin)
    from tail.settled_returns_monthly group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, month, is_late) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_due_returns as (
    insert into folded.due_returns as t (department_id, return_date, n, n_origin, n_destination)
    select department_id, return_date, sum(n), sum(n_origin), sum(n_destination)
    from tail.due_returns group by 1, 2 having sum(n) <> 0 or sum(n_origin) <> 0 or sum(n_destination) <> 0
    on conflict (department_id, return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin, n_destination = t.n_destination + excluded.n_destination
  ),
  to_item_type_totals as (
    insert into folded.item_type_totals as t (item_type_id, n)
    select item_type_id, sum(n)
    from tail.item_type_totals group by 1 having sum(n) <> 0
    on conflict (item_type_id) do update set n = t.n + excluded.n
  ),
  to_category_totals as (
    insert into folded.category_totals as t (category_id, n)
    select category_id, sum(n)
    from tail.category_totals group by 1 having sum(n) <> 0
    on conflict (category_id) do update set n = t.n + excluded.n
  ),
  to_return_spans as (
    insert into folded.return_spans as t (category_id, destination_department_id, returned_on, sent_on, n, n_on_time)
    select category_id, destination_department_id, returned_on, sent_on, sum(n), sum(n_on_time)
    from tail.return_spans group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n_on_time) <> 0
    on conflict (category_id, destination_department_id, returned_on, sent_on) do update
    set n = t.n + excluded.n, n_on_time = t.n_on_time + excluded.n_on_time
  ),
  to_category_return_spans as (
    insert into folded.category_return_spans as t (category_id, returned_on, sent_on, n, n_on_time)
    select category_id, returned_on, sent_on, sum(n), sum(n_on_time)
    from tail.category_return_spans group by 1, 2, 3 having sum(n) <> 0 or sum(n_on_time) <> 0
    on conflict (category_id, returned_on, sent_on) do update
    set n = t.n + excluded.n, n_on_time = t.n_on_time + excluded.n_on_time
  )
  select (select count(*) from protocols_gone) + (select count(*) from items_gone)
    + (select count(*) from categories_gone) + (select count(*) from returns_gone) into moved;

  -- Days of which nothing is left. The other tables have few keys.
  delete from folded.protocol_daily where n = 0;
  delete from folded.due_protocols where n = 0;
  delete from folded.open_returns where n = 0;
  delete from folded.open_returns_monthly where n = 0;
  delete from folded.settled_returns where n = 0;
  delete from folded.due_returns where n = 0;
  delete from folded.return_spans where n = 0;
  delete from folded.category_return_spans where n = 0;
  return moved;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_old_audit(days integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  forgotten int;
begin
  if days is null or days < 180 then raise exception 'audited events are kept for at least 180 days, not %', days; end if;
  perform set_config('malote.changing_audit', 'yes', true);
  delete from audit_events where id = any (array(
    select id from audit_events where at < now() - make_interval(days => days) order by at, id limit most
  ));
  get diagnostics forgotten = row_count;
  perform set_config('malote.changing_audit', '', true);
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION public.grant_request_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update extension_requests set status = 'concedido', granted_date = new.to_date,
    decided_by = new.changed_by, decided_at = new.changed_at
  where item_id = new.item_id and status = 'aberto' and requested_date <= new.to_date;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.heads_digest(first bigint, last bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(coalesce(string_agg(int4send(protocol_id) || hash, '' order by protocol_id), ''))
  from (
    select distinct on (protocol_id) protocol_id, hash from history_chain
    where link > first and link <= last order by protocol_id, link desc
  ) heads
$function$;

CREATE OR REPLACE FUNCTION public.link_content(entry history, item_ids integer[], texts bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select convert_to(concat_ws(
    E'\n', 'malote history 1', entry.protocol_id, entry.id, coalesce(entry.item_id::text, '-'),
    coalesce(entry.created_by::text, '-'), (extract(epoch from entry.created_at) * 1000000)::bigint,
    entry.origin_department_id, entry.destination_department_id, array_to_string(item_ids, ','), encode(texts, 'hex'),
    entry.action
  ), 'UTF8')
$function$;

CREATE OR REPLACE FUNCTION public.rebuild_derived()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  figure text;
begin
  -- Nobody folds meanwhile. Writers wait, so that what is read here stays true until the end of the transaction; readers
  -- go on.
  perform pg_advisory_xact_lock(hashtext('folding'));
  lock table protocols, items in share row exclusive mode;

  update items i set in_cancelled_protocol = c.in_cancelled_protocol, must_return = c.must_return
  from expected.item_copies c
  where c.id = i.id and (c.in_cancelled_protocol, c.must_return) <> (i.in_cancelled_protocol, i.must_return);
  perform count_items(array(select id from protocols));
  update occurrences o set protocol_id = e.protocol_id, origin_department_id = e.origin_department_id,
    destination_department_id = e.destination_department_id, document_number = e.document_number, status = e.status,
    resolved_at = case when e.status = 'resolvida' then coalesce(o.resolved_at, now()) end
  from expected.occurrences e
  where e.id = o.id
    and (e.protocol_id, e.origin_department_id, e.destination_department_id, e.document_number, e.status)
      is distinct from (o.protocol_id, o.origin_department_id, o.destination_department_id, o.document_number, o.status);
  update extension_requests r set protocol_id = e.protocol_id, origin_department_id = e.origin_department_id,
    destination_department_id = e.destination_department_id, status = e.status,
    decided_at = case when e.status <> 'aberto' then coalesce(r.decided_at, now()) end
  from expected.extension_requests e
  where e.id = r.id
    and (e.protocol_id, e.origin_department_id, e.destination_department_id, e.status)
      is distinct from (r.protocol_id, r.origin_department_id, r.destination_department_id, r.status);

  delete from protocol_departments;
  insert into protocol_departments select * from expected.protocol_departments order by 1, 2, 3;

  delete from protocol_ledger;
  delete from item_ledger;
  delete from category_ledger;
  delete from return_ledger;
  foreach figure in array array[
    'protocol_totals', 'department_totals', 'protocol_daily', 'protocol_monthly', 'pair_monthly',
    'due_protocols', 'waiting_protocols', 'creator_totals', 'return_totals', 'open_returns', 'open_returns_monthly',
    'settled_returns', 'settled_returns_monthly', 'due_returns', 'item_type_totals', 'category_totals',
    'return_spans', 'category_return_spans'
  ] loop
    execute format('delete from folded.%I', figure);
    execute format('insert into folded.%I select * from expected.%I order by 1, 2', figure, figure);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_for_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform rebuild_derived(); return null; end $function$;

CREATE OR REPLACE FUNCTION public.record_categories(changes category_change[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if cardinality(changes) = 0 then return; end if;
  insert into category_ledger (category_id, n)
  select category_id, sum((now.n > 0)::int - (now.n - change > 0)::int)
  from (
    select category_id, protocol_id, sum(sign) as change
    from unnest(changes) where category_id is not null
    group by 1, 2 having sum(sign) <> 0
  ) changed, lateral (
    select count(*) as n from items i
    where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
  ) now
  group by 1 having sum((now.n > 0)::int - (now.n - change > 0)::int) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION public.record_changed_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_items(array(
    select distinct n.protocol_id from old_rows o join new_rows n using (id)
    where (o.status, o.return_date, o.responsible_id, o.item_type_id, o.category_id)
      is distinct from (n.status, n.return_date, n.responsible_id, n.item_type_id, n.category_id)
  ));

  if exists (
    select from old_rows o join new_rows n using (id)
    where (
      o.item_type_id, o.status, o.return_date, o.actual_return_date, o.must_return, o.in_cancelled_protocol,
      o.responsible_id is null
    ) is distinct from (
      n.item_type_id, n.status, n.return_date, n.actual_return_date, n.must_return, n.in_cancelled_protocol,
      n.responsible_id is null
    )
  ) then
    insert into item_ledger (
      origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
      is_unassigned, n
    )
    select origin_department_id, destination_department_id, p.day, item_type_id, status, return_date,
      civil_day(actual_return_date) > return_date,
      (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null, sum(sign)
    from (select *, -1 as sign from old_rows union all select *, 1 from new_rows) i,
      lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(sign) <> 0;
  end if;

  if exists (
    select from old_rows o join new_rows n using (id)
    where num_nonnulls(o.actual_return_date, n.actual_return_date) > 0
      and (o.category_id, o.actual_return_date, o.return_date, o.in_cancelled_protocol)
        is distinct from (n.category_id, n.actual_return_date, n.return_date, n.in_cancelled_protocol)
  ) then
    insert into return_ledger (category_id, destination_department_id, sent_on, returned_on, is_late, n)
    select category_id, destination_department_id, p.day, civil_day(actual_return_date),
      civil_day(actual_return_date) > return_date, sum(sign)
    from (select *, -1 as sign from old_rows union all select *, 1 from new_rows) i,
      lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
    where category_id is not null and actual_return_date is not null and not in_cancelled_protocol
    group by 1, 2, 3, 4, 5
    having sum(sign) <> 0;
  end if;

  perform record_categories(array(
    select (o.category_id, o.protocol_id, -1)::category_change from old_rows o join new_rows n using (id)
    where o.category_id is distinct from n.category_id
    union all
    select (n.category_id, n.protocol_id, 1)::category_change from old_rows o join new_rows n using (id)
    where o.category_id is distinct from n.category_id
  ));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_changed_protocol()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  day date := civil_day(new.created_at);
  was_at_origin boolean := waits_at_origin(
    old.status, old.total_items, old.pending_items, old.returned_items, old.cancelled_items
  );
  was_at_destination boolean := waits_at_destination(old.status, old.pending_items);
  at_origin boolean := waits_at_origin(
    new.status, new.total_items, new.pending_items, new.returned_items, new.cancelled_items
  );
  at_destination boolean := waits_at_destination(new.status, new.pending_items);
begin
  if (new.status, new.completed_at, new.next_return_date, at_origin, at_destination)
    is not distinct from (old.status, old.completed_at, old.next_return_date, was_at_origin, was_at_destination)
  then
    return null;
  end if;

  insert into protocol_ledger (
    origin_department_id, destination_department_id, day, status, next_return_date, created_by, seconds_to_complete,
    waits_at_origin, waits_at_destination, n
  ) values (
    old.origin_department_id, old.destination_department_id, day, old.status, old.next_return_date, old.created_by,
    -seconds_to_complete(old.created_at, old.completed_at), was_at_origin, was_at_destination, -1
  ), (
    new.origin_department_id, new.destination_department_id, day, new.status, new.next_return_date, new.created_by,
    seconds_to_complete(new.created_at, new.completed_at), at_origin, at_destination, 1
  );

  update protocol_departments set status = new.status, next_return_date = new.next_return_date,
    waits = (is_origin and at_origin) or (department_id = new.destination_department_id and at_destination)
  where department_id = any(array[new.origin_department_id, new.destination_department_id])
    and created_at = new.created_at and protocol_id = new.id;

  -- What was returned before its protocol is cancelled leaves the returns list.
  if new.status = 'Cancelado' and new.status <> old.status then
    update items set in_cancelled_protocol = true where protocol_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_new_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_items(array(select distinct protocol_id from new_rows));

  insert into item_ledger (
    origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
    is_unassigned, n
  )
  select origin_department_id, destination_department_id, p.day, item_type_id, status, return_date,
    civil_day(actual_return_date) > return_date,
    (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null, count(*)
  from new_rows i, lateral (
    -- civil_day() written out, as above.
    select (created_at at time zone time_zone)::date as day from settings, protocols where id = i.protocol_id offset 0
  ) p
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

  insert into return_ledger (category_id, destination_department_id, sent_on, returned_on, is_late, n)
  select category_id, destination_department_id, p.day, civil_day(actual_return_date),
    civil_day(actual_return_date) > return_date, count(*)
  from new_rows i, lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
  where category_id is not null and actual_return_date is not null and not in_cancelled_protocol
  group by 1, 2, 3, 4, 5;

  -- A protocol counts once, with its first items of the category: when all that it has of it are these.
  insert into category_ledger (category_id, n)
  select category_id, count(*)
  from (
    select category_id, protocol_id, count(*) as added from new_rows where category_id is not null group by 1, 2
  ) changed
  where added = (
    select count(*) from items i where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
  )
  group by 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_new_protocol()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into protocol_departments (
    department_id, created_at, protocol_id, status, other_department_id, is_origin, next_return_date, waits
  )
  select side, new.created_at, new.id, new.status, other, is_origin, new.next_return_date,
    (side = new.destination_department_id and waits_at_destination(new.status, new.pending_items))
    or (is_origin and waits_at_origin(
      new.status, new.total_items, new.pending_items, new.returned_items, new.cancelled_items
    ))
  from (values
    (new.origin_department_id, new.destination_department_id, true),
    (new.destination_department_id, new.origin_department_id, false)
  ) sides (side, other, is_origin)
  where is_origin or side <> other;

  insert into protocol_ledger (
    origin_department_id, destination_department_id, day, status, next_return_date, created_by, seconds_to_complete,
    waits_at_origin, waits_at_destination, n
  )
  -- civil_day() written out: a call costs as much as the row, and creations are frequent.
  select new.origin_department_id, new.destination_department_id, (new.created_at at time zone time_zone)::date,
    new.status, new.next_return_date, new.created_by, seconds_to_complete(new.created_at, new.completed_at),
    waits_at_origin(new.status, new.total_items, new.pending_items, new.returned_items, new.cancelled_items),
    waits_at_destination(new.status, new.pending_items), 1
  from settings;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_removed_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_items(array(select distinct protocol_id from old_rows));

  insert into item_ledger (
    origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
    is_unassigned, n
  )
  select origin_department_id, destination_department_id, p.day, item_type_id, status, return_date,
    civil_day(actual_return_date) > return_date,
    (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null, -count(*)
  from old_rows i, lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

  insert into return_ledger (category_id, destination_department_id, sent_on, returned_on, is_late, n)
  select category_id, destination_department_id, p.day, civil_day(actual_return_date),
    civil_day(actual_return_date) > return_date, -count(*)
  from old_rows i, lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
  where category_id is not null and actual_return_date is not null and not in_cancelled_protocol
  group by 1, 2, 3, 4, 5;

  perform record_categories(array(select (category_id, protocol_id, -1)::category_change from old_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception '%: % refused', tg_table_name, tg_name using errcode = 'restrict_violation'; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_taken_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare taken text;
begin
  -- One at a time in each register, so that the next one sees the name of the one before.
  perform pg_advisory_xact_lock(hashtext('names of ' || tg_table_name));
  execute format('select name from %I where same_name(name) = same_name($1) and id <> $2 order by id limit 1', tg_table_name)
    into taken using new.name, new.id;
  if taken is not null then
    raise unique_violation using message = format('a row of %s has this name already', tg_table_name),
      detail = taken, table = tg_table_name, column = 'name';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin delete from notifications where user_id = old.id; return null; end $function$;

CREATE OR REPLACE FUNCTION public.same_name(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return btrim(regexp_replace(
    searchable(regexp_replace(normalize(value, nfkc), '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g')),
    '[\s\u1680\u2028\u2029]+', ' ', 'g'
  ));
end $function$;

CREATE OR REPLACE FUNCTION public.searchable(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return lower(public.unaccent('public.unaccent', value)); end $function$;

CREATE OR REPLACE FUNCTION public.seconds_to_complete(created_at timestamp with time zone, completed_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(extract(epoch from completed_at - created_at), 0)::bigint $function$;

CREATE OR REPLACE FUNCTION public.settle_occurrences_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update occurrences set status = 'resolvida', resolved_at = coalesce(new.completed_at, new.cancelled_at, new.updated_at)
  where item_id = new.id and status = 'aberta';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_occurrences_of_protocol()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update occurrences set status = 'resolvida', resolved_at = coalesce(new.completed_at, new.cancelled_at)
  where protocol_id = new.id and status = 'aberta';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sides(origin integer, destination integer)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when origin = destination then array[origin] else array[origin, destination] end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_departure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.is_active then
    new.deactivated_at := null;
  elsif tg_op = 'INSERT' or old.is_active then
    new.deactivated_at := coalesce(new.deactivated_at, now());
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('access_changed', old.id::text); return null; end $function$;

CREATE OR REPLACE FUNCTION public.tell_inbox_read()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('live_changed', 'inbox ' || new.user_id); return null; end $function$;

CREATE OR REPLACE FUNCTION public.tell_person_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('live_changed', 'me ' || new.id); return null; end $function$;

CREATE OR REPLACE FUNCTION public.tell_registers_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('live_changed', 'registers'); return null; end $function$;

CREATE OR REPLACE FUNCTION public.tell_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('access_changed', old.user_id::text); return null; end $function$;

CREATE OR REPLACE FUNCTION public.texts_digest(salt uuid, line text, items text[])
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(uuid_send(salt) || convert_to(
    (select string_agg(octet_length(one) || ':' || one, '' order by place)
     from unnest(array[line] || items) with ordinality texts (one, place)), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.waits_at_destination(status text, pending_items integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select status = 'Pendente' or (status = 'Em andamento' and pending_items > 0) $function$;

CREATE OR REPLACE FUNCTION public.waits_at_origin(status text, total_items integer, pending_items integer, returned_items integer, cancelled_items integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select status = 'Em andamento'
    and (returned_items > 0 or (pending_items = 0 and total_items > cancelled_items))
$function$;
