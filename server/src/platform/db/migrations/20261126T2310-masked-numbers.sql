-- Search texts of protocols and occurrences also have their numbers with the digits alone: triggers (sql/derived.sql) write
-- them, because another expression of the column would rewrite the tables. refresh-search-texts.ts brings the existing
-- rows up to date.
alter table protocols alter column search_text drop expression, alter column search_text set default '';
alter table occurrences alter column search_text drop expression, alter column search_text set default '';
