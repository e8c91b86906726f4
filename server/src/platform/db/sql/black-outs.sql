-- What Admins have removed: files and texts (contract 18.70 to 18.73). The texts of history entries: chain.sql.

create or replace trigger black_outs_are_append_only before update or delete or truncate on black_outs
for each statement execute function refuse_change();

-- A removed file does not come back.
create or replace trigger attachments_stay_removed
before update of file_name, sha256, size_bytes, removed_at on attachments for each row
when (old.removed_at is not null)
execute function refuse_change();

-- Takes the name of a removed file out of the audit, which its downloads have written there.
create or replace function black_out_audit(attachment int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from attachments where id = attachment and removed_at is not null) then
    raise exception 'attachment % is not removed', attachment;
  end if;
  perform set_config('malote.changing_audit', 'yes', true);
  update audit_events set subject_name = '[arquivo removido]'
  where subject_kind = 'attachment' and subject_id = attachment::text and subject_name is not null;
  perform set_config('malote.changing_audit', '', true);
end $$;

revoke execute on function black_out_audit(int) from public;
