-- Since when a department or a kind of item has its name: what quotes it elsewhere, such as a calendar's events, is newer.
alter table departments add column renamed_at timestamptz;
alter table item_types add column renamed_at timestamptz;
