-- The civil day of an instant in the organisation's time zone.
create or replace function civil_day(instant timestamptz) returns date
language sql stable strict parallel safe
as $$ select (instant at time zone (select time_zone from public.settings))::date $$;
