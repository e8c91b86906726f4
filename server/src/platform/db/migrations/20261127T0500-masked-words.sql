-- What is said of an item also has its numbers with the digits alone: the trigger of its search text (sql/derived.sql) writes
-- it, because another expression of the column would rewrite the table. refresh-search-texts.ts brings the existing rows up
-- to date.
alter table items alter column word_text drop expression;
