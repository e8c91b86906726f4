-- Data that could be computed from protocols and items, but are stored so that no page scans a table: the copies in
-- items and history, the departments that see a protocol, and the item counters in its row. Totals are in figures.sql.
--
-- Triggers update these in the transaction that changes the facts. For each kind, a view of the schema "expected"
-- defines the contents: rebuild_derived() fills the tables from the views, and the invariants compare with them
-- (db/invariants.ts).

create schema if not exists expected;

-- The distinct departments of a protocol.
create or replace function sides(origin int, destination int) returns int[] language sql immutable parallel safe as $$
  select case when origin = destination then array[origin] else array[origin, destination] end
$$;

-- Whether a protocol waits for an action of its destination (to receive it, to complete it, to return an item), or of
-- its origin (to confirm a returned item, to complete it); `waitsHere` of core/src/protocols/waiting.ts as SQL.
create or replace function waits_at_destination(status text, pending_items int) returns boolean
language sql immutable parallel safe
as $$ select status = 'Pendente' or (status = 'Em andamento' and pending_items > 0) $$;

create or replace function waits_at_origin(
  status text, total_items int, pending_items int, returned_items int, cancelled_items int
) returns boolean language sql immutable parallel safe as $$
  select status = 'Em andamento'
    and (returned_items > 0 or (pending_items = 0 and total_items > cancelled_items))
$$;

create or replace view expected.protocol_departments as
  -- Not materialized: triggers ask for one protocol.
  with waiting as not materialized (
    select id, created_at, status, origin_department_id, destination_department_id, next_return_date,
      waits_at_origin(status, total_items, pending_items, returned_items, cancelled_items) as at_origin,
      waits_at_destination(status, pending_items) as at_destination
    from protocols
  )
  select origin_department_id as department_id, created_at, id as protocol_id, status,
    destination_department_id as other_department_id, true as is_origin, next_return_date,
    at_origin or (at_destination and destination_department_id = origin_department_id) as waits
  from waiting
  union all
  select destination_department_id, created_at, id, status, origin_department_id, false, next_return_date, at_destination
  from waiting where destination_department_id <> origin_department_id;

-- The copies in items and history. The departments of a protocol never change. A copy costs two integers per item; a
-- table like protocol_departments would cost two more rows.

create or replace view expected.item_copies as
  select i.id, p.origin_department_id, p.destination_department_id, p.status = 'Cancelado' as in_cancelled_protocol,
    p.requires_return as must_return
  from items i join protocols p on p.id = i.protocol_id;

create or replace function copy_from_protocol_to_item() returns trigger language plpgsql as $$
begin
  select origin_department_id, destination_department_id, status = 'Cancelado', requires_return
  into new.origin_department_id, new.destination_department_id, new.in_cancelled_protocol, new.must_return
  from protocols where id = new.protocol_id;
  -- The foreign key refuses an unknown protocol.
  if not found then
    new.origin_department_id := 0; new.destination_department_id := 0;
    new.in_cancelled_protocol := false; new.must_return := false;
  end if;
  return new;
end $$;

-- A statement that also inserts the protocol supplies the copies itself, which is cheaper than looking them up for each
-- item.
create or replace trigger items_copy_their_departments before insert on items for each row
when (new.origin_department_id = 0)
execute function copy_from_protocol_to_item();

create or replace function write_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_number(new.document_number);
  new.word_text := word_text_of(new.description, new.reason);
  return new;
end $$;

create or replace trigger items_write_search_text before insert or update of document_number, description, reason on items
for each row execute function write_search_text();

create or replace function write_search_text_of_protocol() returns trigger language plpgsql as $$
begin
  new.search_text := btrim(new.id || ' ' || searchable_number(new.remarks));
  return new;
end $$;

create or replace trigger protocols_write_search_text before insert or update of remarks on protocols for each row
execute function write_search_text_of_protocol();

create or replace function write_search_text_of_occurrence() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_number(coalesce(new.document_number || ' ', '') || new.description);
  return new;
end $$;

create or replace trigger occurrences_write_search_text before insert or update of document_number, description on occurrences
for each row execute function write_search_text_of_occurrence();

create or replace view expected.history_copies as
  select h.id, p.origin_department_id, p.destination_department_id
  from history h join protocols p on p.id = h.protocol_id;

create or replace function copy_from_protocol_to_history() returns trigger language plpgsql as $$
begin
  select origin_department_id, destination_department_id
  into new.origin_department_id, new.destination_department_id
  from protocols where id = new.protocol_id;
  if not found then new.origin_department_id := 0; new.destination_department_id := 0; end if;
  return new;
end $$;

create or replace trigger history_copies_its_departments before insert on history for each row
when (new.origin_department_id = 0)
execute function copy_from_protocol_to_history();

-- The item counters of protocols.

create or replace view expected.item_counters as
  select p.id,
    count(i.id)::int as total_items,
    (count(*) filter (where i.status = 'pendente'))::int as pending_items,
    (count(*) filter (where i.status = 'retornado'))::int as returned_items,
    (count(*) filter (where i.status = 'concluído'))::int as completed_items,
    (count(*) filter (where i.status = 'cancelado'))::int as cancelled_items,
    (count(*) filter (where i.status = 'pendente' and i.responsible_id is null))::int as unassigned_items,
    min(i.return_date) filter (where i.status = 'pendente') as next_return_date
  from protocols p left join items i on i.protocol_id = p.id
  group by p.id;

-- Writes only counters that differ: a creation may already have written those of its items.
create or replace function count_items(protocol_ids int[]) returns void language plpgsql as $$
begin
  -- Locked first and counted by the next statement, which then sees what others have committed meanwhile. No key
  -- update: whoever inserts an item already holds a key share lock, through its foreign key. A row that this
  -- transaction has written is locked or unknown to others already.
  perform from protocols
  where id = any(protocol_ids) and xmin <> pg_current_xact_id()::xid
  order by id for no key update;

  update protocols p set
    total_items = c.total, pending_items = c.pending, returned_items = c.returned, completed_items = c.completed,
    cancelled_items = c.cancelled, unassigned_items = c.unassigned, next_return_date = c.next
  from (
    select affected.id,
      count(i.id) as total,
      count(*) filter (where status = 'pendente') as pending,
      count(*) filter (where status = 'retornado') as returned,
      count(*) filter (where status = 'concluído') as completed,
      count(*) filter (where status = 'cancelado') as cancelled,
      count(*) filter (where status = 'pendente' and responsible_id is null) as unassigned,
      min(return_date) filter (where status = 'pendente') as next
    from unnest(protocol_ids) affected (id) left join items i on i.protocol_id = affected.id
    group by affected.id
  ) c
  where p.id = c.id and (
    p.total_items, p.pending_items, p.returned_items, p.completed_items, p.cancelled_items,
    p.unassigned_items, p.next_return_date
  ) is distinct from (c.total, c.pending, c.returned, c.completed, c.cancelled, c.unassigned, c.next);
end $$;
