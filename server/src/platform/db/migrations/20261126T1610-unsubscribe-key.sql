-- Signs the addresses by which mail programs switch off a kind of mail (RFC 8058).
alter table settings add column unsubscribe_key uuid not null default gen_random_uuid();
