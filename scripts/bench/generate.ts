import pg from 'pg'
import { prepareDatabase } from '../../server/src/app/prepare.ts'
import { readConfig } from '../../server/src/platform/settings/config.ts'
import { facts, type Step } from './generate-facts.ts'
import { organisation } from './generate-organisation.ts'

export interface DataSetSize {
  protocols: number
  seed: number
}

/**
 * Fills an empty database with a large organisation: 60 departments, 2,000 users, 20,000 suppliers, and protocols with
 * three items, five history entries and half a notification each. Set-based, in two sessions; the same numbers give the
 * same rows, except that the five years always end today.
 *
 * Triggers are off, and what they derive is filled from the views that `npm run verify` compares with. Indexes and
 * foreign keys are created after the rows.
 */
export async function generate(connectionString: string, size: DataSetSize, log: (line: string) => void) {
  await prepareDatabase(
    { directConnectionString: connectionString, ownerConnectionString: connectionString },
    readConfig({}),
    new Date(),
  )
  const sessions = [1, 2].map(() => new pg.Client({ connectionString, options: loading }))
  const [main] = sessions as [pg.Client]
  /** Each session takes the next step as soon as it has finished one. */
  const sideBySide = async (steps: readonly Step[]) => {
    const waiting = [...steps]
    const work = async (session: pg.Client) => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const [name, statement] = step
        const start = performance.now()
        await session.query(statement)
        log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
      }
    }
    await Promise.all(sessions.map(work))
  }
  const step = (...one: Step) => sideBySide([one])
  try {
    for (const session of sessions) await session.connect()
    const { indexes, keys } = await indexesAndKeys(main)
    await step('chance and choice', chance(size.seed))
    await step('without indexes and keys', [...keys, ...indexes].map(({ drop }) => drop).join(';'))
    await step('without triggers', settingOf('disable trigger user'))
    for (const [name, statement] of organisation()) await step(name, statement)
    for (const stage of facts(size.protocols)) await sideBySide(stage)
    await step('departments of protocols', filledFrom('public', 'protocol_departments', '1, 2, 3'))
    // Before there are indexes, which it would have to read.
    await sideBySide(large.map((table): Step => [`vacuum ${table}`, `vacuum (freeze, analyze) ${table}`]))
    await sideBySide(indexes.map(({ name, create }): Step => [name, create]))
    await step('keys', keys.map(({ create }) => create).join(';'))
    await sideBySide((await figures(main)).map((name): Step => [name, filledFrom('folded', name, '1, 2')]))
    await step('with triggers', settingOf('enable trigger user'))
    await step('tidying up', 'drop schema bench cascade')
    await step('vacuum', 'vacuum (analyze)')
  } finally {
    for (const session of sessions) await session.end()
  }
}

/** An interrupted load starts again from the beginning, so nothing has to be flushed to disk before its end. */
const loading = '-c timezone=UTC -c synchronous_commit=off -c work_mem=256MB -c maintenance_work_mem=512MB'

/** Tables whose rows count in millions. */
const large = ['items', 'history', 'protocols', 'protocol_departments', 'comments', 'notifications', 'suppliers']

const settingOf = (what: string) => large.map((table) => `alter table ${table} ${what}`).join(';')

/** Fills a derived table from the facts. */
const filledFrom = (schema: string, table: string, order: string) => `
  delete from ${schema}.${table};
  insert into ${schema}.${table} select * from expected.${table} order by ${order}`

/** The sums that the server folds from its ledgers. */
async function figures(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'folded' order by 1",
  )
  return rows.map(({ name }) => name)
}

interface Dropped {
  name: string
  drop: string
  create: string
}

/** The indexes that take longest first, so that both sessions end at about the same time. */
async function indexesAndKeys(client: pg.Client): Promise<{ indexes: Dropped[]; keys: Dropped[] }> {
  const keys = await client.query<Dropped>(
    `select conname as name, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
    [large],
  )
  const indexes = await client.query<Dropped>(
    `select relname as name, format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
     where i.indrelid::regclass::text = any($1)
       and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by amname <> 'gin', array_position($1, i.indrelid::regclass::text)`,
    [large],
  )
  return { indexes: indexes.rows, keys: keys.rows }
}

/** `bench.chance(n, salt)`: a number from 0 up to 1 that depends only on its arguments and the seed. */
const chance = (seed: number) => `
  create schema bench;
  create function bench.chance(n bigint, salt int) returns float8 language sql immutable parallel safe as $$
    select (hashint8extended(n, ${seed}::bigint * 1000 + salt) & 9007199254740991)::float8 / 9007199254740992
  $$;
  -- A whole number from 1 to many.
  create function bench.one_of(n bigint, salt int, many int) returns int language sql immutable parallel safe as $$
    select 1 + floor(bench.chance(n, salt) * many)::int
  $$`
