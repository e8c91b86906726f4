-- Whether the provider's claims made this person an Admin: without them they are none any more.
alter table identities add column made_admin boolean not null default false;
