-- Remembers since when somebody no longer works here, whoever changes the row: the retention period counts from it.
create or replace function stamp_departure() returns trigger language plpgsql as $$
begin
  if new.is_active then
    new.deactivated_at := null;
  elsif tg_op = 'INSERT' or old.is_active then
    new.deactivated_at := coalesce(new.deactivated_at, now());
  end if;
  return new;
end $$;

create or replace trigger users_stamp_departure before insert or update of is_active on users
for each row execute function stamp_departure();

-- Removes the name, the contacts and the addresses of an anonymised person from the audit: of what they did, and of what
-- was done to their account. Who acted stays known by id. Addresses of the last 180 days stay, because access logs must
-- be kept for six months (Marco Civil da Internet, art. 15).
create or replace function anonymize_audit(person int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  alias text;
  personal constant text[] := array['uname', 'uemail', 'uphone', 'email', 'issuer', 'subject', 'methods', 'name'];
begin
  select name into alias from users where id = person and anonymized_at is not null;
  if alias is null then raise exception 'person % is not anonymised', person; end if;
  perform set_config('malote.changing_audit', 'yes', true);
  update audit_events set
    actor_name = alias,
    address = case when at >= now() - interval '180 days' then address end
  where actor_id = person;
  update audit_events set
    subject_name = alias, before = before - personal, after = after - personal,
    address = case when actor_id is not null or at >= now() - interval '180 days' then address end
  where subject_kind = 'user' and subject_id = person::text;
  perform set_config('malote.changing_audit', '', true);
end $$;

-- Deletes at most `most` audited events that are older than `days`, by the clock of the database, and returns how many.
-- Six months must be kept, whatever the server asks for.
create or replace function forget_old_audit(days int, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  if days is null or days < 180 then raise exception 'audited events are kept for at least 180 days, not %', days; end if;
  perform set_config('malote.changing_audit', 'yes', true);
  delete from audit_events where id = any (array(
    select id from audit_events where at < now() - make_interval(days => days) order by at, id limit most
  ));
  get diagnostics forgotten = row_count;
  perform set_config('malote.changing_audit', '', true);
  return forgotten;
end $$;

revoke execute on function anonymize_audit(int), forget_old_audit(int, int) from public;
