-- Searching, comparing and sorting by what one sees.
--
-- Applied before the migrations, because generated columns use these functions. PostgreSQL assumes that an immutable
-- function never changes: when one does, refresh-search-texts.ts rewrites what differs.

create extension if not exists pg_trgm;

-- A text without accents, letter case, invisible characters and surplus blanks; the same as searchable() of core
-- (typed-text.ts), which a test compares. Written in PL/pgSQL, because an SQL function that is not inlined costs several
-- times more per call.
create or replace function searchable(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) > length(value) then
    value := regexp_replace(
      translate(value, '°˚´', 'ºº`'),
      '[\u0080-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
      '\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
      '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    );
    value := lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g'));
    -- Single quotes become backticks here, which become apostrophes below.
    value := translate(value, '‘’‛′‵ʹʻʼʽˈ‹›“”„‟″‶«»ʺ', '````````````"""""""""');
    value := translate(value, '‐‑‒–—―⁃−⁄∕‚øđðłħŧıŋĸς×', '--------//,oddlhtinqσx');
    value := replace(replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  else
    value := lower(value);
  end if;
  value := translate(
    value,
    E'`\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f',
    ''''
  );
  return btrim(regexp_replace(value, '[\x09-\x0d \x85\u1680\u2028\u2029\u2800]+', ' ', 'g'));
end $$;

-- A text with numbers as searches see it, followed by the same with their digits alone, unless none has a mask to lose:
-- '00058.987654/2026-11' is also found as 00058987654202611.
create or replace function searchable_number(value text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  masked constant text := searchable(value);
  plain constant text := regexp_replace(masked, '(?<=[0-9])[ .,/_-]+(?=[0-9])', '', 'g');
begin
  return case when plain = masked then masked else masked || ' ' || plain end;
end $$;

-- What people say about an item apart from its document number, as one text. A search term has no capitals, so that none
-- reaches from the description into the reason.
create or replace function word_text_of(description text, reason text) returns text
language sql immutable parallel safe as $$
  select case when coalesce(description, reason) is not null
    then coalesce(searchable_number(description), '') || ' A ' || coalesce(searchable_number(reason), '') end
$$;

-- All distinct sequences of five digits; search terms are split in the same way (db/search.ts). A loop, because regular
-- expressions that return rows cost three times as much for a number of usual length, and every new item has one.
create or replace function digit_grams(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  grams text[] := '{}';
  gram text;
begin
  for start in 1 .. length(value) - 4 loop
    gram := substr(value, start, 5);
    if gram ~ '^[0-9]{5}$' and gram <> all (grams) then grams := grams || gram; end if;
  end loop;
  return grams;
end $$;
