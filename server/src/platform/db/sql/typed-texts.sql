-- What people typed, kept once for the sentences that quote it, so that a removal blanks one row.

-- verify-chain.ts computes the same outside of the database.
create or replace function digest_typed_text() returns trigger language plpgsql as $$
begin
  new.salt := gen_random_uuid();
  new.digest := sha256(uuid_send(new.salt) || convert_to(new.body, 'UTF8'));
  return new;
end $$;

create or replace trigger typed_texts_get_their_digest before insert on typed_texts for each row
execute function digest_typed_text();

create or replace trigger typed_texts_are_not_truncated before truncate on typed_texts for each statement
execute function refuse_change();

create or replace trigger typed_texts_are_kept before delete on typed_texts for each row when (old.told_at is null)
execute function refuse_change();

-- A text may be removed, by the functions below and black_out_history() alone (chain.sql).
create or replace trigger typed_texts_keep_their_rows before update on typed_texts for each row
when (
  new.body is not null
  or (new.id, new.kind, new.target_id, new.digest, new.told_at)
    is distinct from (old.id, old.kind, old.target_id, old.digest, old.told_at)
)
execute function refuse_change();

-- The digests of these texts, in this order.
create or replace function digests_of(ids bigint[]) returns text[] language sql stable parallel safe
as $$
  select array(
    select encode(t.digest, 'hex') from unnest(ids) with ordinality named (id, place) join typed_texts t using (id)
    order by place
  )
$$;

-- Only texts with one of the ids, and never a token inside of a text: names and texts may contain what looks like one.
-- Nothing of the sentence is left when one of its texts is removed.
create or replace function fill_in(sentence text, ids bigint[]) returns text
language plpgsql stable parallel safe as $$
declare
  mark constant text := chr(65532);
  parts constant text[] := string_to_array(sentence, mark);
  known text[];
  bodies text[];
  filled text := coalesce(parts[1], '');
  part int := 2;
  place int;
begin
  select array_agg(id::text), array_agg(body) into known, bodies from typed_texts where id = any(ids) and body is not null;
  if coalesce(cardinality(known), 0) < cardinality(ids) then return '[conteúdo removido]'; end if;
  while part <= cardinality(parts) loop
    place := case when part < cardinality(parts) then array_position(known, parts[part]) end;
    if place is null then
      filled := filled || mark || parts[part];
      part := part + 1;
    else
      filled := filled || bodies[place] || parts[part + 1];
      part := part + 2;
    end if;
  end loop;
  return filled;
end $$;

-- A sentence as people read it. PostgreSQL inlines this one, so that sentences without texts cost nothing.
create or replace function filled_in(sentence text, texts bigint[]) returns text language sql stable parallel safe
as $$ select case when texts is null then sentence else fill_in(sentence, texts) end $$;

-- Removes the copies of a text whose removal is on record, and with them all that their sentences say.
create or replace function black_out_texts(removed_kind text, removed_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from black_outs where kind = removed_kind and target_id = removed_id) then
    raise exception 'nobody has recorded the removal of % %', removed_kind, removed_id;
  end if;
  update typed_texts set body = null, salt = null
  where kind = removed_kind and target_id = removed_id and body is not null;
end $$;

-- Deletes the texts that only notifications from before this instant quoted, which are deleted.
create or replace function forget_texts(told_before timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from typed_texts where told_at < told_before $$;

revoke execute on function black_out_texts(text, bigint), forget_texts(timestamptz) from public;
