-- The history as a chain: each link holds a hash over an entry and the previous link of its protocol, each anchor a hash
-- over the last links of a day. db/chain/verify-chain.ts computes the same outside of the database.
--
-- The server's role may only call these functions (security definer); it cannot write the tables.

create or replace trigger history_chain_is_append_only before delete or truncate on history_chain
for each statement execute function refuse_change();

create or replace trigger history_chain_keeps_its_links before update of link, protocol_id, history_id, hash on history_chain
for each statement execute function refuse_change();

create or replace trigger history_chain_keeps_its_salts before update of salt, texts_digest on history_chain
for each statement when (current_setting('malote.blacking_out', true) is distinct from 'yes')
execute function refuse_change();

create or replace trigger history_anchors_are_append_only before update or delete or truncate on history_anchors
for each statement execute function refuse_change();

-- The digest that stands for an entry's sentences in its hash, and for the typed texts that they name (typed-texts.sql).
-- Each one is preceded by its length in bytes, so that no two lists look the same.
create or replace function texts_digest(salt uuid, line text, items text[], named bigint[]) returns bytea
language sql stable parallel safe
as $$
  select sha256(uuid_send(salt) || convert_to(
    (select string_agg(octet_length(one) || ':' || one, '' order by place)
     from unnest(array[line] || items || case when named is not null then digests_of(named) end)
       with ordinality texts (one, place)), 'UTF8'))
$$;

-- What is hashed of an entry besides the previous link. Only `action` is free text, so it comes last.
create or replace function link_content(entry history, item_ids int[], texts bytea) returns bytea
language sql stable parallel safe
as $$
  select convert_to(concat_ws(
    E'\n', 'malote history 1', entry.protocol_id, entry.id, coalesce(entry.item_id::text, '-'),
    coalesce(entry.created_by::text, '-'), (extract(epoch from entry.created_at) * 1000000)::bigint,
    entry.origin_department_id, entry.destination_department_id, array_to_string(item_ids, ','), encode(texts, 'hex'),
    entry.action
  ), 'UTF8')
$$;

-- Chains the entries that are not chained yet, in the order of their ids, `most` at a time. Returns how many. Only one
-- process does so at a time; others return 0.
--
-- Not with the server's force_generic_plan: a plan for any range of ids might read the whole history.
create or replace function chain_history(most int) returns int
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  progress chain_progress;
  until bigint;
  next_link bigint;
  protocol int;
  head bytea;
  entry record;
  line history;
  salt uuid;
  chained int := 0;
begin
  select * into progress from chain_progress;
  -- The usual case on a quiet day: no lock, no transaction id. Not "exists (… where id > …)": its plan for any id expects to
  -- find a row at once, and reads the whole history when there is none.
  if coalesce((select max(id) from history), 0) <= progress.chained_to then return 0; end if;
  if not pg_try_advisory_xact_lock(hashtext('chaining')) then return 0; end if;

  select * into progress from chain_progress;
  if progress.seen_to <= progress.chained_to then
    -- One statement has one snapshot: entries that it does not see belong to transactions before `seen_before`.
    select max(id), pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    into progress.seen_to, progress.seen_before from history;
  end if;
  -- A transaction id that is still to come is that of another server, from which the data were restored.
  if progress.seen_before between pg_snapshot_xmin(pg_current_snapshot())::text::bigint + 1
    and pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  then
    update chain_progress set seen_to = progress.seen_to, seen_before = progress.seen_before;
    return 0;
  end if;

  select coalesce(max(id), progress.seen_to) into until from (
    select id from history where id > progress.chained_to and id <= progress.seen_to order by id limit most
  ) page;
  select coalesce(max(link), 0) into next_link from history_chain;
  for entry in
    select h as line, coalesce(items.ids, '{}') as item_ids, coalesce(items.texts, '{}') as item_texts, heads.hash as previous
    from history h
    join (
      select protocol_id, (
        select hash from history_chain c where c.protocol_id = changed.protocol_id order by link desc limit 1
      ) as hash
      from (select distinct protocol_id from history where id > progress.chained_to and id <= until) changed
    ) heads using (protocol_id)
    left join lateral (
      select array_agg(item_id order by item_id) as ids, array_agg(description order by item_id) as texts
      from history_items where history_id = h.id
    ) items on true
    where h.id > progress.chained_to and h.id <= until
    order by h.protocol_id, h.id
  loop
    line := entry.line;
    if line.protocol_id is distinct from protocol then
      protocol := line.protocol_id;
      head := coalesce(entry.previous, '');
    end if;
    salt := gen_random_uuid();
    head := sha256(head || link_content(line, entry.item_ids, texts_digest(salt, line.description, entry.item_texts, line.texts)));
    next_link := next_link + 1;
    insert into history_chain (link, protocol_id, history_id, salt, hash)
    values (next_link, protocol, line.id, salt, head);
    chained := chained + 1;
  end loop;
  update chain_progress set chained_to = until, seen_to = progress.seen_to, seen_before = progress.seen_before;
  return chained;
end $$;

-- The hash over the last links of the protocols that got one after `first` and up to `last`.
create or replace function heads_digest(first bigint, last bigint) returns bytea language sql stable as $$
  select sha256(coalesce(string_agg(int4send(protocol_id) || hash, '' order by protocol_id), ''))
  from (
    select distinct on (protocol_id) protocol_id, hash from history_chain
    where link > first and link <= last order by protocol_id, link desc
  ) heads
$$;

-- Makes the anchor of a day that has ended; nothing if it exists, or a later one. No day of the future. An anchor from
-- the future was made while the clock of the database was ahead, perhaps by years: it counts for its own day only.
create or replace function anchor_history(ended date) returns setof history_anchors
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  previous history_anchors;
  last bigint;
begin
  if ended > current_date then raise exception 'the day % has not ended', ended; end if;
  perform pg_advisory_xact_lock(hashtext('chaining'));
  select * into previous from history_anchors order by number desc limit 1;
  if exists (select from history_anchors where day = ended or day between ended and current_date) then return; end if;
  select coalesce(max(link), 0) into last from history_chain;
  return query
    insert into history_anchors (number, day, last_link, hash)
    values (coalesce(previous.number, 0) + 1, ended, last, sha256(
      coalesce(previous.hash, '')
      || convert_to(concat_ws(E'\n', 'malote anchor 1', coalesce(previous.number, 0) + 1, to_char(ended, 'YYYY-MM-DD'), last, ''), 'UTF8')
      || heads_digest(coalesce(previous.last_link, 0), last)
    ))
    returning *;
end $$;

-- Removes the typed texts that one entry names for good. Only what black_outs records may be removed, so that nothing
-- disappears without who and why.
create or replace function black_out_quoted(entry bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from black_outs where kind = 'history' and target_id = entry) then
    raise exception 'nobody has recorded the removal of history entry %', entry;
  end if;
  update typed_texts set body = null, salt = null
  where id = any((select texts from history where id = entry)::bigint[]) and body is not null;
end $$;

-- Removes them with the sentences of the entry, once it is chained. The chain still proves everything else, because the
-- hash covers only their digests.
create or replace function black_out_history(entry bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform black_out_quoted(entry);
  perform set_config('malote.blacking_out', 'yes', true);
  update history_chain c set salt = null, texts_digest = texts_digest(c.salt, h.description, array(
    select description from history_items where history_id = entry order by item_id
  ), h.texts)
  from history h where h.id = entry and c.history_id = entry and c.salt is not null;
  if not found then raise exception 'history entry % is not chained, or blacked out already', entry; end if;
  update history set description = '[conteúdo removido]' where id = entry;
  update history_items set description = '[conteúdo removido]' where history_id = entry;
  perform set_config('malote.blacking_out', '', true);
end $$;

revoke execute on function chain_history(int), anchor_history(date), black_out_quoted(bigint), black_out_history(bigint) from public;
