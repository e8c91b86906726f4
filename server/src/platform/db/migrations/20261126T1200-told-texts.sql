-- What people typed that an entry of the history or a notification quotes: kind and id of its record (`remarks 12`), and
-- the act (`act 7f…`). Null for sentences that quote nothing, and for those of 1.0.0, which do not say it.
alter table history add column quotes text[];
alter table notifications add column quotes text[];
-- A notification of several protocols leads to the first of them; it goes as soon as its person sees other protocols than
-- before.
alter table notifications add column is_of_several boolean not null default false;
