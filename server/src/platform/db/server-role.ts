import { sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Db } from './connect.ts'

const everything = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/**
 * Tables that the server may not do everything with: it appends to custody and audit and never deletes a protocol, and
 * only functions of the owner write the chain.
 */
const restricted: Record<string, readonly string[]> = {
  protocols: ['SELECT', 'INSERT', 'UPDATE'],
  history: ['SELECT', 'INSERT'],
  history_items: ['SELECT', 'INSERT'],
  typed_texts: ['SELECT', 'INSERT'],
  due_date_changes: ['SELECT', 'INSERT', 'UPDATE'],
  extension_requests: ['SELECT', 'INSERT', 'UPDATE'],
  audit_events: ['SELECT', 'INSERT'],
  black_outs: ['SELECT', 'INSERT'],
  history_chain: ['SELECT'],
  history_anchors: ['SELECT'],
  chain_progress: ['SELECT'],
  sql_files: ['SELECT'],
  migrations: ['SELECT'],
}

/** The fold vacuums these. The privilege exists since PostgreSQL 17; older versions leave it to autovacuum. */
const vacuumed = ['protocol_ledger', 'item_ledger', 'category_ledger']

/** Functions that act with the owner's rights. */
const callable = [
  ...['chain_history(int)', 'anchor_history(date)'],
  ...['black_out_history(bigint)', 'black_out_quoted(bigint)', 'black_out_texts(text, bigint)', 'black_out_audit(int)'],
  'forget_texts(timestamptz)',
  ...['anonymize_audit(int)', 'forget_old_audit(int, int)'],
]

/** The schema of the job queue, which its library (pg-boss) migrates and partitions itself, as the server's role. */
const queueSchema = 'pgboss'

/**
 * Gives the server's role exactly the rights that the server needs in a migrated database. Changes nothing when it has
 * them already.
 *
 * @param trx a transaction of the owner; that of the migrations, so that running servers never meet a table without
 *   their right to it
 * @param role the role of DATABASE_URL; must differ from the owner
 * @throws StartupError when the role is more powerful by itself, or the owner may not grant
 */
export async function limitServerRole(trx: Db, role: string): Promise<void> {
  await ensureWeaker(trx, role)
  try {
    for (const statement of [...(await schemaGrants(trx, role)), ...(await tableGrants(trx, role))]) {
      await sql.raw(statement).execute(trx)
    }
    for (const statement of await queueTransfers(trx, role)) await sql.raw(statement).execute(trx)
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause
    throw new StartupError(
      `O papel de DATABASE_OWNER_URL não pode dar permissões ao papel ${role}: ${(cause as Error).message}. Execute como administrador do PostgreSQL: grant ${pg.escapeIdentifier(role)} to o papel de DATABASE_OWNER_URL.`,
      { cause },
    )
  }
}

/** The role of a connection string, as PostgreSQL knows it. */
export async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}

async function ensureWeaker(db: Db, role: string) {
  const { rows } = await sql<{ isStrong: boolean }>`
    select rolsuper or pg_has_role(oid, current_user, 'member') as is_strong from pg_roles where rolname = ${role}
  `.execute(db)
  if (rows[0]?.isStrong === false) return
  throw new StartupError(
    `O papel ${role} de DATABASE_URL pode tudo o que o dono do banco pode: informe um papel que não seja superusuário nem membro do papel de DATABASE_OWNER_URL.`,
  )
}

async function schemaGrants(db: Db, role: string): Promise<string[]> {
  const grantee = pg.escapeIdentifier(role)
  const { rows: schemas } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname in ('public', 'folded', 'tail', 'expected') and not has_schema_privilege(${role}, oid, 'USAGE')
  `.execute(db)
  const { rows: sequences } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')
      and case relkind when 'S' then not has_sequence_privilege(${role}, oid, 'USAGE') end
  `.execute(db)
  const { rows: functions } = await sql<{ name: string }>`
    select name from unnest(${sql.val(callable)}::text[]) name where not has_function_privilege(${role}, name, 'EXECUTE')
  `.execute(db)
  // Databases from before PostgreSQL 15 let every role create objects there.
  const { rows: open } = await sql`
    select where has_schema_privilege(${role}, 'public', 'CREATE')`.execute(db)
  return [
    ...open.map(() => 'revoke create on schema public from public'),
    ...schemas.map(({ name }) => `grant usage on schema ${name} to ${grantee}`),
    ...sequences.map(({ name }) => `grant usage on sequence ${name} to ${grantee}`),
    ...functions.map(({ name }) => `grant execute on function ${name} to ${grantee}`),
  ]
}

async function tableGrants(db: Db, role: string): Promise<string[]> {
  const grantee = pg.escapeIdentifier(role)
  const { rows } = await sql<{ table: string; name: string; isView: boolean; privilege: string; has: boolean }>`
    select c.oid::regclass::text as "table", c.relname as name, c.relkind = 'v' as is_view, privilege,
      has_table_privilege(${role}, c.oid, privilege) as has
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    cross join unnest(
      array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']
      || case when current_setting('server_version_num')::int >= 170000 then array['MAINTAIN'] end
    ) privilege
    where s.nspname in ('public', 'folded', 'tail', 'expected') and c.relkind in ('r', 'v') and pg_has_role(c.relowner, 'member')
  `.execute(db)
  return rows
    .filter(({ name, isView, privilege, has }) => has !== isAllowed(name, isView, privilege))
    .map(({ table, privilege, has }) =>
      has ? `revoke ${privilege} on ${table} from ${grantee}` : `grant ${privilege} on ${table} to ${grantee}`,
    )
}

function isAllowed(name: string, isView: boolean, privilege: string): boolean {
  if (privilege === 'MAINTAIN') return vacuumed.includes(name)
  return (isView ? ['SELECT'] : (restricted[name] ?? everything)).includes(privilege)
}

/** Hands the schema of the job queue over to the role, with everything in it. */
async function queueTransfers(db: Db, role: string): Promise<string[]> {
  const owner = pg.escapeIdentifier(role)
  const { rows } = await sql<{ object: string }>`
    with queue as (select oid, nspowner from pg_namespace where nspname = ${queueSchema}),
    objects as (
      select 'schema ' || ${queueSchema} as object, nspowner as owner, 0 as turn from queue
      union all
      select case relkind when 'v' then 'view ' when 'S' then 'sequence ' else 'table ' end || c.oid::regclass, relowner, 1
      from pg_class c join queue on queue.oid = relnamespace
      where relkind in ('r', 'p', 'v')
        or (relkind = 'S' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')))
      union all
      select 'function ' || p.oid::regprocedure, proowner, 1 from pg_proc p join queue on queue.oid = pronamespace
      union all
      select 'type ' || t.oid::regtype, typowner, 1 from pg_type t join queue on queue.oid = typnamespace where typtype = 'e'
    )
    select object from objects where owner <> ${role}::regrole order by turn
  `.execute(db)
  return rows.map(({ object }) => `alter ${object} owner to ${owner}`)
}
