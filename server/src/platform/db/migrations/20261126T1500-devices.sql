-- A secret of the browser in which a person has signed in. It opens nothing, but guesses of others do not lock its owner
-- out there.
create table devices (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_at timestamptz not null
);
-- A person's browsers.
create index devices_user_id_idx on devices (user_id);
-- Clean-up: browsers that are no longer used.
create index devices_last_at_idx on devices (last_at);

-- The browser in which the sign-in was begun, when it is known.
alter table pending_sign_ins add column device_id int references devices on delete set null;
create index pending_sign_ins_device_id_idx on pending_sign_ins (device_id);
