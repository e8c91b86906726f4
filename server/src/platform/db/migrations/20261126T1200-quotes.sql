-- What people typed that an entry of the history or a notification quotes: kind and id of its record (`remarks 12`), and
-- the act (`act 7f…`). Null for sentences that quote nothing, and for those of 1.0.0, which do not say it.
alter table history add column quotes text[];
alter table notifications add column quotes text[];
