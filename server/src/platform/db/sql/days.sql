-- The civil day of an instant in the organisation's time zone.
create or replace function civil_day(instant timestamptz) returns date
language sql stable strict parallel safe
as $$ select (instant at time zone (select time_zone from public.settings))::date $$;

-- The number of business days after `start`, up to and including `today`. The first Monday of the calendar makes whole
-- weeks countable without a loop.
--
-- `holidays`: those that are no weekend days, at least from `start` to `today`; read once for all rows of a list.
create or replace function business_days(start date, today date, holidays date[]) returns int
language sql immutable parallel safe
as $$
  select greatest(0, 5 * ((today - date '0001-01-01' + 1) / 7) + least(5, (today - date '0001-01-01' + 1) % 7)
    - 5 * ((start - date '0001-01-01' + 1) / 7) - least(5, (start - date '0001-01-01' + 1) % 7)
    - (select count(*) from unnest(holidays) holiday where holiday > start and holiday <= today))::int
$$;
