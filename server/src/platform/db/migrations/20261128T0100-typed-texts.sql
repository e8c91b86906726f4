-- What people typed and sentences quote, once for each act: in its place the sentence has U+FFFC, the id, U+FFFC, and its
-- row's `texts` has the ids that may be filled in (sql/typed-texts.sql).
create table typed_texts (
  id bigint generated always as identity primary key,
  -- The record that has the text, as in black_outs; null when none has it, as the message of a request to return items.
  kind text,
  target_id bigint,
  -- As it is quoted, perhaps cut. Null, like the salt, once it is removed.
  body text,
  salt uuid,
  -- Of salt and body; the chain of the history has it in place of the text.
  digest bytea not null default '',
  -- When notifications told of it that alone quote it; it is deleted once they are too old.
  told_at timestamptz,
  check ((kind is null) = (target_id is null)),
  check ((body is null) = (salt is null))
);
-- Removing a text: its copies.
create index typed_texts_target_idx on typed_texts (target_id, kind) where kind is not null;
-- Clean-up: texts of old notifications.
create index typed_texts_told_at_idx on typed_texts (told_at) where told_at is not null;

-- Null: finished sentences, as servers of 1.0.0 write all of them. `quotes` was in no release.
alter table history drop column quotes, add column texts bigint[];
alter table notifications drop column quotes, add column texts bigint[];
alter table due_date_changes add column texts bigint[];
