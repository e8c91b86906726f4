-- The search text of an item also has its number with the digits alone: a trigger (sql/derived.sql) writes it, because
-- another expression of the column would rewrite the table. refresh-search-texts.ts brings the existing rows up to date.
alter table items alter column search_text drop expression;

-- The digest of the sql/search.sql that the search texts of all rows are made with; null before the first time.
alter table settings add column searched_with bytea;
