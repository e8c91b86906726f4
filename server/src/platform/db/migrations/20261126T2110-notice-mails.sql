-- The mails of the last hour that one person's acts sent to another; above twenty an hour the notices are bundled into one
-- mail, which lists those with the same `bundled_until`.
create table notice_mails (
  id bigint generated always as identity primary key,
  actor_id int not null references users on delete cascade,
  user_id int not null references users on delete cascade,
  at timestamptz not null,
  -- Null: the notice has a mail of its own, and only counts.
  bundled_until timestamptz,
  notification_id bigint not null,
  -- The protocols that it tells of.
  protocol_ids int[] not null
);
-- How many there were within an hour; what a bundle lists.
create index notice_mails_idx on notice_mails (actor_id, user_id, at);
-- Foreign key: deleting a user.
create index notice_mails_user_id_idx on notice_mails (user_id);
