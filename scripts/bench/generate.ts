import pg from 'pg'
import { prepareDatabase } from '../../server/src/app/prepare.ts'
import { readConfig } from '../../server/src/platform/settings/config.ts'
import { departments, organisation, sql, words } from './generate-organisation.ts'

export interface DataSetSize {
  protocols: number
  seed: number
}

/**
 * Fills an empty database with a large organisation: 60 departments, 2,000 users, 20,000 suppliers, and protocols with
 * three items, five history entries and half a notification each. Set-based, in two sessions; the same numbers give the
 * same rows, except that the five years always end today.
 *
 * Triggers are off, but those of the search texts, and what they derive is filled from the views that `npm run verify` compares with. Indexes and
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
    await step('with search texts', searched.map(enableSearchTexts).join(';'))
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

const searched = ['protocols', 'items']

const enableSearchTexts = (table: string) => `alter table ${table} enable trigger ${table}_write_search_text`

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

/** Years before now over which the protocols are spread. */
const years = 5

/** Of a protocol. */
const mostItems = 5

/** A named statement. */
type Step = readonly [name: string, statement: string]

/**
 * Protocols with their items and history, in stages whose steps may run side by side. First each protocol is drawn at
 * random: how far back in the five years, its two departments, its state (3 % Pendente, 4 % Em andamento, 5 % Cancelado,
 * the rest Concluído; the open ones mostly recent). Items follow from that, and the protocol's counters from the items.
 */
const facts = (protocols: number): Step[][] => [
  [['drawn protocols', drawn(protocols)]],
  quarters(protocols).map(([first, last]): Step => [`items up to protocol ${last}`, items(first, last)]),
  [['item ids', `select setval(pg_get_serial_sequence('items', 'id'), (select max(id) from items)); analyze items`]],
  [
    ['history', history],
    ['protocols', protocolRows],
    ['comments and notifications', talk],
  ],
]

/** The first and last id of each. */
const quarters = (protocols: number) =>
  [0, 1, 2, 3].map((n) => [Math.floor((n * protocols) / 4) + 1, Math.floor(((n + 1) * protocols) / 4)] as const)

const drawn = (protocols: number) => `
  create unlogged table bench.drawn as
  select *,
    created_at + least(interval '12 days', now() - created_at) * bench.chance(id, 9) as settled_at,
    -- Half way at most, so that it is received before it is settled.
    case when status = 'Em andamento' or (status = 'Concluído' and requires_return)
      then created_at + least(interval '12 days', now() - created_at) * bench.chance(id, 9) * bench.chance(id, 10) end as received_at,
    bench.person(origin, id, 11) as sender, bench.person(destination, id, 12) as receiver
  from (
    select id, created_at, status, origin,
      case when destination = origin and bench.chance(id, 8) > 0.05 then 1 + destination % ${departments} else destination end
        as destination,
      status = 'Em andamento' or bench.chance(id, 7) < 0.6 as requires_return
    from (
      select id, now() - interval '${years} years' * ((${protocols} - id + bench.chance(id, 1)) / ${protocols}.0) as created_at,
        case
          when luck < open * 3 / 7 then 'Pendente' when luck < open then 'Em andamento'
          when luck < open + 0.05 then 'Cancelado' else 'Concluído'
        end as status,
        bench.department(id, 3) as origin, bench.department(id, 4) as destination
      from (
        select id::int, bench.chance(id, 2) as luck, 0.9 * exp((id::float8 / ${protocols} - 1) / 0.0778) as open
        from generate_series(1, ${protocols}::bigint) id
      ) numbered
    ) placed
  ) routed;
  analyze bench.drawn`

/** The ids of the items have gaps, so that they do not depend on the order in which the parts are written. */
const items = (first: number, last: number) => `
  insert into items (
    id, protocol_id, position, document_number, description, item_type_id, category_id, supplier_id, responsible_id, reason, status,
    return_date, granted_until, actual_return_date, returned_by, completed_at, completed_by, cancelled_at, cancelled_by,
    cancel_reason, created_at, updated_at, origin_department_id, destination_department_id, in_cancelled_protocol, must_return
  )
  overriding system value
  select (protocol_id - 1) * ${mostItems} + position, protocol_id, position, document_number, description, item_type_id,
    category_id, supplier_id, responsible_id, reason, status, return_date, return_date,
    case when is_back then settled_at end, case when is_back then receiver end,
    case when status = 'concluído' then settled_at end, case when status = 'concluído' then sender end,
    case when status = 'cancelado' then settled_at end, case when status = 'cancelado' then sender end,
    case when status = 'cancelado' then 'Enviado por engano' end,
    created_at, settled_at, origin, destination, is_cancelled, requires_return
  from (
    select *, return_date is not null and status in ('retornado', 'concluído') and requires_return as is_back
    from (
      select p.id as protocol_id, position, p.created_at, p.settled_at, p.sender, p.receiver, p.origin, p.destination,
        p.requires_return, p.status = 'Cancelado' as is_cancelled,
        (array['DOC-', 'NF ', 'PROC. ', ''])[bench.one_of(n, 21, 4)] || lpad(bench.one_of(n, 22, 999999)::text, 6, '0')
          || '/' || extract(year from p.created_at) as document_number,
        case when bench.chance(n, 34) < 0.3 then
          initcap((${sql.words})[bench.one_of(n, 35, ${words.length})]) || ' de ' || bench.name(bench.one_of(n, 36, 99999))
        end as description,
        bench.one_of(n, 23, ${sql.itemTypes}) as item_type_id,
        category_id,
        case when bench.chance(n, 24) < 0.4 then bench.one_of(n, 25, ${sql.suppliers}) end as supplier_id,
        case when bench.chance(n, 26) < 0.6 then bench.person(p.destination, n, 27) end as responsible_id,
        (${sql.words})[bench.one_of(n, 28, ${words.length})] as reason,
        case
          when p.status = 'Cancelado' or bench.chance(n, 29) < 0.02 then 'cancelado'
          when p.status = 'Concluído' then 'concluído'
          when p.status = 'Em andamento' and bench.chance(n, 30) < 0.3 and category_id <= 8 then 'retornado'
          else 'pendente'
        end as status,
        case when p.requires_return and category_id <= 8 then civil_day(p.created_at) + 4 + bench.one_of(n, 31, 25) end as return_date
      from bench.drawn p
      cross join generate_series(1, ${mostItems}) position
      cross join lateral (select p.id::bigint * 8 + position as n) numbered
      cross join lateral (
        -- Categories up to the eighth must come back.
        select case
          when bench.chance(n, 32) < 0.15 then null
          when p.requires_return then bench.one_of(n, 33, 8)
          else 8 + bench.one_of(n, 33, 4)
        end as category_id
      ) sorted
      where p.id between ${first} and ${last} and position <= bench.one_of(p.id, 20, ${mostItems})
    ) drawn
  ) judged`

const protocolRows = `
  insert into protocols (
    id, status, origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at,
    received_by, received_at, completed_by, completed_at, cancelled_by, cancelled_at, cancel_reason,
    total_items, pending_items, returned_items, completed_items, cancelled_items, unassigned_items, next_return_date
  )
  overriding system value
  select p.id, status, origin, destination, requires_return,
    initcap(word[1]) || ' ' || word[2] || ' ' || word[3] || ' e ' || word[4] || ' ' || word[5] || ' n. ' || bench.one_of(p.id, 40, 99999),
    sender, created_at,
    case when received_at is not null then receiver end, received_at,
    case when status = 'Concluído' then sender end, case when status = 'Concluído' then settled_at end,
    case when status = 'Cancelado' then sender end, case when status = 'Cancelado' then settled_at end,
    case when status = 'Cancelado' then 'Enviado por engano' end,
    total, pending, returned, completed, cancelled, unassigned, next
  from bench.drawn p
  join (
    select protocol_id, count(*) as total, count(*) filter (where status = 'pendente') as pending,
      count(*) filter (where status = 'retornado') as returned, count(*) filter (where status = 'concluído') as completed,
      count(*) filter (where status = 'cancelado') as cancelled,
      count(*) filter (where status = 'pendente' and responsible_id is null) as unassigned,
      min(return_date) filter (where status = 'pendente') as next
    from items group by protocol_id
  ) counted on counted.protocol_id = p.id
  cross join lateral (
    -- The square makes the first words of the list the frequent ones.
    select array_agg((${sql.words})[1 + floor(${words.length} * bench.chance(p.id, 40 + place) ^ 2)::int]) as word
    from generate_series(1, 5) place
  ) spoken
  order by p.id;
  select setval(pg_get_serial_sequence('protocols', 'id'), (select max(id) from protocols))`

const history = `
  insert into history (protocol_id, item_id, action, description, created_by, created_at, origin_department_id, destination_department_id)
  select protocol_id, item_id, action, action || ' na carga de exemplo', by, at, origin, destination
  from (
    select p.id as protocol_id, null::int as item_id, action, by, at, origin, destination
    from bench.drawn p cross join lateral (values
      ('Protocolo criado', sender, created_at),
      ('Protocolo recebido', receiver, received_at),
      ('Protocolo concluído', sender, case when status = 'Concluído' then settled_at end),
      ('Protocolo cancelado', sender, case when status = 'Cancelado' then settled_at end)
    ) line (action, by, at)
    union all
    select protocol_id, i.id, action, by, at, origin_department_id, destination_department_id
    from items i cross join lateral (values
      ('Usuário atribuído', responsible_id, case when responsible_id is not null then created_at end),
      ('Item retornado', returned_by, actual_return_date)
    ) line (action, by, at)
  ) lines
  where at is not null
  order by at, protocol_id, item_id nulls first`

const talk = `
  insert into comments (protocol_id, text, created_by, created_at)
  select id, 'Favor conferir a ' || (${sql.words})[bench.one_of(id, 51, ${words.length})] || ' antes de assinar.', receiver,
    created_at + (settled_at - created_at) * 0.5
  from bench.drawn where bench.chance(id, 50) < 0.4;
  insert into notifications (user_id, type, title, message, protocol_id, created_at, read_at)
  select receiver, 'new_protocol', 'Novo protocolo #' || id, 'Um protocolo foi enviado para o seu departamento.', id, created_at,
    case when status in ('Concluído', 'Cancelado') or bench.chance(id, 53) < 0.5 then settled_at end
  from bench.drawn where bench.chance(id, 52) < 0.5
  order by id`
