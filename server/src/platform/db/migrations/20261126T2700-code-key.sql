-- The codes of protocols and items are their ids, encrypted with this key (domain/codes/codes.ts). It stays for the life of
-- the data, because codes stand on paper. Two UUIDs are 244 random bits.
alter table settings add column code_key bytea not null
  default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) check (length(code_key) = 32);
