import pg from 'pg'
import { readConfig } from '../../server/src/config.ts'
import { prepareDatabase } from '../../server/src/prepare.ts'
import { facts } from './generate-facts.ts'
import { organisation } from './generate-organisation.ts'

export interface DataSetSize {
  protocols: number
  seed: number
}

/**
 * Fills an empty database with a large organisation: 60 departments, 2,000 users, 20,000 suppliers, and protocols with
 * three items, five history entries and half a notification each. Set-based; the same numbers give the same rows,
 * except that the five years always end today.
 *
 * Indexes and foreign keys are created after the rows, and triggers are off: the product's own `rebuild_derived()`
 * computes the derived data at the end.
 */
export async function generate(connectionString: string, size: DataSetSize, log: (line: string) => void) {
  await prepareDatabase(
    { directConnectionString: connectionString, ownerConnectionString: connectionString },
    readConfig({}),
    new Date(),
  )

  const client = new pg.Client({ connectionString, options: loading })
  await client.connect()
  try {
    const step = async (name: string, statement: string) => {
      const start = performance.now()
      await client.query(statement)
      log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    }
    const { drop, create } = await indexesAndKeys(client)
    await step('chance and choice', chance(size.seed))
    await step('without indexes, keys and triggers', drop)
    for (const [name, statement] of [...organisation(), ...facts(size.protocols)]) await step(name, statement)
    await step('indexes, keys and triggers again', create)
    await step('derived rows', 'analyze; select rebuild_derived()')
    await step('tidying up', 'drop schema bench cascade')
    await step('vacuum', 'vacuum (freeze, analyze)')
  } finally {
    await client.end()
  }
}

/** An interrupted load starts again from the beginning, so nothing has to be flushed to disk before its end. */
const loading = '-c timezone=UTC -c synchronous_commit=off -c work_mem=256MB -c maintenance_work_mem=512MB'

/** Tables whose rows count in millions. */
const large = ['protocols', 'items', 'history', 'comments', 'notifications', 'suppliers', 'protocol_departments']

async function indexesAndKeys(client: pg.Client) {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index i where indrelid::regclass::text = any($1)
       and not exists (select from pg_constraint where conindid = i.indexrelid)
     union all
     select format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name)
     from unnest($1) name`,
    [large],
  )
  const together = (key: 'drop' | 'create') => rows.map((row) => row[key]).join(';\n')
  return { drop: together('drop'), create: together('create') }
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
