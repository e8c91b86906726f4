-- The part of a text around what a search found in it, for showing why something is a hit.

create or replace function excerpt(value text, term text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  most constant int := 90;
  before constant int := 30;
  line text := regexp_replace(value, '\s', ' ', 'g');
  hit int := position(searchable(term) in searchable(value));
  found int := 1;
  last int := length(line);
  middle int;
begin
  if last <= most then return line; end if;
  -- The letter at which the hit begins. A ligature or a fraction becomes several characters, an accent of its own none.
  -- By halves: anybody may write a text of thousands of them, and each comparison reads the text.
  while found < last loop
    middle := (found + last + 1) / 2;
    if length(searchable(left(value, middle - 1))) < hit then found := middle; else last := middle - 1; end if;
  end loop;
  found := greatest(1, least(found - before, length(line) - most + 1));
  return case when found > 1 then '…' else '' end || substr(line, found, most)
    || case when found + most <= length(line) then '…' else '' end;
end $$;
