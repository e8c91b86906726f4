-- The items that a reminder names, so that it leads to exactly these. Null where a server of the version before wrote it,
-- and where there are more than a list of exactly these would be read for.
alter table notifications add column item_ids int[];
