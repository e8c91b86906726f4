import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

/** Functions, triggers and views of one subject, written so that the whole file can be reapplied at any time. */
export interface SqlFile {
  name: string
  text: string
  /** True when generated columns and indexes use its functions, so that it must run before the migrations. */
  isNeededByTables: boolean
}

/** In order of application: a file may use objects of the files above it. */
const order = [
  'search.sql',
  'days.sql',
  'custody.sql',
  'typed-texts.sql',
  'chain.sql',
  'audit.sql',
  'people.sql',
  'black-outs.sql',
  'names.sql',
  'excerpt.sql',
  'news.sql',
  'inbox.sql',
  'derived.sql',
  'occurrences.sql',
  'extension-requests.sql',
  'due-dates.sql',
  'expected.sql',
  'ledgers.sql',
  'figures.sql',
]

const neededByTables = new Set(['search.sql'])

/** The files of `server/src/platform/db/sql`, in order. */
export const ourSqlFiles = (): SqlFile[] =>
  order.map((name) => ({
    name,
    text: readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8'),
    isNeededByTables: neededByTables.has(name),
  }))

/** A file as it was last applied. */
export interface AppliedFile {
  name: string
  digest: Buffer
  /** Version of the Malote that applied it: `[1, 4, 0]`. */
  release: number[]
  /**
   * The objects that it created, as arguments of `drop`: `view expected.item_copies`,
   * `trigger protocols_are_kept on public.protocols`.
   */
  objects: string[]
}

/** The files that were applied to this database, in no order. Creates the table that records them if missing. */
export async function appliedFiles<DB>(db: Kysely<DB>): Promise<AppliedFile[]> {
  await sql`
    create table if not exists sql_files (
      name text primary key,
      digest bytea not null,
      release int[] not null,
      objects text[] not null
    )`.execute(db)
  return (await sql<AppliedFile>`select name, digest, release, objects from sql_files`.execute(db)).rows
}

/** The first file whose text differs from the applied one, and all files after it, because they may use it. */
export function filesToApply(files: readonly SqlFile[], applied: readonly AppliedFile[]): readonly SqlFile[] {
  const isCurrent = ({ name, text }: SqlFile) =>
    applied.find((file) => file.name === name)?.digest.equals(digestOf(text)) ?? false
  const first = files.findIndex((file) => !isCurrent(file))
  return first === -1 ? [] : files.slice(first)
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Whether `one` is a later version than `other`. */
export function isNewer(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((part, index) => part !== (other[index] ?? 0))
  return place !== -1 && (one[place] ?? 0) > (other[place] ?? 0)
}

/** Applies one file and records what it created. Must run inside a transaction. */
export async function applyFile<DB>(db: Kysely<DB>, { name, text }: SqlFile, release: readonly number[]) {
  const before = await madeHere(db)
  await sql.raw(text).execute(db)
  const objects = (await madeHere(db)).filter((object) => !before.includes(object))
  await sql`
    insert into sql_files (name, digest, release, objects) values (${name}, ${digestOf(text)}, ${release}, ${objects})
    on conflict (name) do update set digest = excluded.digest, release = excluded.release, objects = excluded.objects
  `.execute(db)
}

/**
 * Functions, views and triggers that this transaction created or replaced: their catalogue rows have its transaction
 * id. Excludes objects of extensions.
 */
async function madeHere<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    with made as (
      select 'pg_proc'::regclass as class, oid from pg_proc where xmin = pg_current_xact_id()::xid
      union
      select 'pg_class'::regclass, ev_class from pg_rewrite where xmin = pg_current_xact_id()::xid
      union
      select 'pg_trigger'::regclass, oid from pg_trigger where xmin = pg_current_xact_id()::xid and not tgisinternal
    )
    select type || ' ' || identity as object
    from made, pg_identify_object(made.class, made.oid, 0)
    where not exists (select from pg_depend d where d.classid = class and d.objid = oid and d.deptype = 'e')
  `.execute(db)
  return rows.map(({ object }) => object)
}

/** Drops objects of `applied` that no file creates any more, and forgets removed files. */
export async function dropLeftovers<DB>(
  db: Kysely<DB>,
  files: readonly SqlFile[],
  applied: readonly AppliedFile[],
): Promise<void> {
  await sql`delete from sql_files where name <> all(${files.map(({ name }) => name)})`.execute(db)
  const kept = new Set((await appliedFiles(db)).flatMap(({ objects }) => objects))
  const left = applied.flatMap(({ objects }) => objects).filter((object) => !kept.has(object))
  const namesOf = (kind: string) =>
    left.filter((object) => object.startsWith(`${kind} `)).map((object) => object.slice(kind.length + 1))
  for (const trigger of namesOf('trigger')) await sql.raw(`drop trigger if exists ${trigger}`).execute(db)
  // Views may depend on one another; a single statement drops them in any order.
  for (const kind of ['view', 'function']) {
    const names = namesOf(kind)
    if (names.length > 0) await sql.raw(`drop ${kind} if exists ${names.join()}`).execute(db)
  }
}
