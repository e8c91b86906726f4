import { type Kysely, sql } from 'kysely'

/**
 * Protocols → protocol_departments, protocol_totals, department_totals, protocol_daily, protocol_monthly.
 *
 * Row by row, since every action changes one protocol: half the cost of aggregating transition tables of one row.
 * Everybody writes these rows in one order (by status, which only goes forward, then by table, then by department), so
 * that two transactions that touch the same departments wait for each other instead of deadlocking.
 */
export async function up(db: Kysely<any>) {
  await sql`
    -- The departments of a protocol, once each, in the order in which their rows are written.
    create function sides(origin int, destination int) returns int[] language sql immutable parallel safe as $$
      select case
        when origin = destination then array[origin]
        else array[least(origin, destination), greatest(origin, destination)]
      end
    $$;

    -- Adds one protocol to all totals (step 1), or takes it away (step -1).
    create function count_protocol(p protocols, step int) returns void language plpgsql as $$
    declare
      origin int := p.origin_department_id;
      destination int := p.destination_department_id;
      sides int[] := sides(origin, destination);
      created_day date := civil_day(p.created_at);
      seconds bigint := step * seconds_to_complete(p.created_at, p.completed_at);
    begin
      insert into protocol_totals as t (origin_department_id, destination_department_id, status, n)
      values (origin, destination, p.status, step)
      on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;

      insert into department_totals as t (department_id, status, n, n_origin)
      select side, p.status, step, step * (side = origin)::int from unnest(sides) side
      on conflict (department_id, status) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin;

      insert into protocol_daily as t (department_id, day, status, n, n_origin, seconds_to_complete)
      select side, created_day, p.status, step, step * (side = origin)::int, seconds from unnest(sides) side
      on conflict (department_id, day, status) do update set n = t.n + excluded.n,
        n_origin = t.n_origin + excluded.n_origin,
        seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete;

      insert into protocol_monthly as t (department_id, month, status, n, n_origin, seconds_to_complete)
      select side, date_trunc('month', created_day)::date, p.status, step, step * (side = origin)::int, seconds
      from unnest(sides) side
      on conflict (department_id, month, status) do update set n = t.n + excluded.n,
        n_origin = t.n_origin + excluded.n_origin,
        seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete;
    end $$;

    create function derive_from_new_protocol() returns trigger language plpgsql as $$
    begin
      insert into protocol_departments (department_id, created_at, protocol_id, status)
      select side, new.created_at, new.id, new.status
      from unnest(sides(new.origin_department_id, new.destination_department_id)) side;
      perform count_protocol(new, 1);
      return null;
    end $$;

    create function derive_from_new_status() returns trigger language plpgsql as $$
    begin
      update protocol_departments set status = new.status
      where department_id = any(array[new.origin_department_id, new.destination_department_id])
        and created_at = new.created_at and protocol_id = new.id;
      perform count_protocol(old, -1);
      perform count_protocol(new, 1);
      -- What was returned before its protocol is cancelled leaves the returns list.
      if new.status = 'Cancelado' then
        update items set in_cancelled_protocol = true where protocol_id = new.id;
      end if;
      return null;
    end $$;

    create trigger protocols_derive_new after insert on protocols for each row
    execute function derive_from_new_protocol();

    create trigger protocols_derive_new_status after update of status on protocols for each row
    when (new.status <> old.status)
    execute function derive_from_new_status();
  `.execute(db)
}
