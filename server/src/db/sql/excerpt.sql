-- The part of a text around what a search found in it, for showing why something is a hit.

create or replace function excerpt(value text, term text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  most constant int := 90;
  before constant int := 30;
  line text := regexp_replace(value, '\s', ' ', 'g');
  found int := position(searchable(term) in searchable(value));
begin
  if length(line) <= most then return line; end if;
  -- A ligature or a fraction becomes several characters.
  while found > 1 and length(searchable(left(value, found - 1))) >= position(searchable(term) in searchable(value)) loop
    found := found - 1;
  end loop;
  found := greatest(1, least(found - before, length(line) - most + 1));
  return case when found > 1 then '…' else '' end || substr(line, found, most)
    || case when found + most <= length(line) then '…' else '' end;
end $$;
