#!/bin/sh
# Makes the database and its two roles: the owner, who migrates, and the one that the servers work as (docs/database.md).
# The image of PostgreSQL runs it once, for an empty volume.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v server="$SERVER_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role malote login password :'owner';
create role malote_server login password :'server';
grant malote_server to malote;
create database malote owner malote;
SQL
