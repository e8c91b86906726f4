import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPool } from '../platform/db/connect.ts'
import { PreparingClient } from '../platform/db/preparing-client.ts'
import { avoidTableScans } from '../platform/db/statements.ts'
import { type TestApp, testApp } from './app.ts'

let test: TestApp
let pool: Pool

/** Enough rows to give the planner a choice. */
const facts = `
  insert into departments (name) select 'Departamento ' || n from generate_series(1, 10) n;
  insert into users (name, email, role, department_id)
    select 'Pessoa ' || n, n || '@malote.test', 'Usuário', 1 + n % 10 from generate_series(1, 40) n;
  insert into item_types (name) select 'Tipo ' || n from generate_series(1, 10) n;
  alter table protocols disable trigger user;
  insert into protocols (remarks, origin_department_id, destination_department_id, created_by, created_at, requires_return)
    select 'Remessa ' || n, 1 + n % 10, 1 + (n / 10) % 10, 1 + n % 40, now() - n * interval '10 min', true
    from generate_series(1, 6000) n;
  alter table protocols enable trigger user;
  alter table items disable trigger user;
  insert into items (protocol_id, position, document_number, item_type_id, return_date, created_at,
      origin_department_id, destination_department_id, must_return)
    select p.id, position, left(md5(p.id || 'x' || position), 6) || '/' || 100000 + p.id, 1 + p.id % 10,
      current_date + p.id % 90, p.created_at, p.origin_department_id, p.destination_department_id, true
    from protocols p, generate_series(1, 2) position;
  alter table items enable trigger user;
  insert into protocol_departments select * from expected.protocol_departments;
  analyze`

beforeAll(async () => {
  test = await testApp({ ownDatabase: true })
  await sql.raw(facts).execute(test.db)
  pool = openPool(test.connectionString, { poolSize: 1 })
})

afterAll(() => pool.end())

/** The statements that a request for a page executes. */
async function statementsOf(path: string): Promise<string[]> {
  const queries = vi.spyOn(PreparingClient.prototype, 'query')
  const reply = await test.as({ id: 1 }).get(path)
  const texts = queries.mock.calls.map(([query]) => String(query.text ?? query))
  queries.mockRestore()
  expect(reply.status).toBe(200)
  return texts
}

/**
 * Disables sequential scans, which are the cheapest plan for tables as small as these.
 *
 * @param isOfBitmaps disables plain index scans too
 */
async function planOf(statement: string, isOfBitmaps = false): Promise<string> {
  const client = await pool.connect()
  await client.query(`set enable_seqscan = off; set enable_indexscan = ${isOfBitmaps ? 'off' : 'on'}`)
  const { rows } = await client.query(`explain (generic_plan, costs off) ${statement}`)
  await client.query('reset enable_seqscan; reset enable_indexscan')
  client.release()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it.each([
  {
    hint: 'unindexed.number',
    does: 'a search for a text asks its trigram index alone',
    path: '/api/returns?search=abc',
    without: (text: string) => text.replaceAll(' + 0)', ')'),
    wanted: /items_search_text_idx/,
    unwanted: /items_returns_origin_idx/,
  },
  {
    hint: 'unindexed.number',
    does: 'a search for a long number gathers nothing else',
    path: '/api/tracking?type=document&search=100123',
    without: (text: string) => text.replaceAll(' + 0)', ')'),
    wanted: /items_digit_grams_idx/,
    unwanted: /BitmapAnd/,
  },
  {
    hint: 'unindexed.text',
    does: 'a search for two letters does not read an index that cannot find them',
    path: '/api/suppliers?search=ab',
    without: (text: string) => text.replaceAll(" || '')", ')'),
    wanted: /Seq Scan on suppliers/,
    unwanted: /suppliers_search_text_idx/,
  },
  {
    hint: 'rowByRow',
    does: 'the items of the newest protocols are looked up one by one',
    path: '/api/protocols?search=ab',
    without: (text: string) => text.replaceAll('offset 0)', ')'),
    wanted: /SubPlan 1\n.*items_position_key/,
    unwanted: /hashed SubPlan|items_search_text_idx|items_digit_grams_idx/,
  },
  {
    hint: 'computedOnce',
    does: 'the hits are found before their names are joined',
    path: '/api/tracking?type=document&search=abc1',
    without: (text: string) => text.replace('"hits" as materialized', '"hits" as'),
    wanted: /CTE hits/,
    unwanted: /^(?![\s\S]*CTE hits)/,
  },
  {
    hint: 'hasRoom',
    does: 'all descriptions are looked for only where the newest hits leave room',
    path: '/api/tracking?type=item&search=Tipo',
    without: (text: string) => text.replaceAll(/ and \(select count\(\*\) from "(near|wide)"\) <= 50/g, ''),
    wanted: /One-Time Filter: .* <= 50[\s\S]*items_word_text_idx/,
    unwanted: /^(?![\s\S]*One-Time Filter)/,
  },
])('$hint: $does', async ({ path, without, wanted, unwanted }) => {
  const statements = (await statementsOf(path)).filter((text) => without(text) !== text)
  const plans = await Promise.all(statements.map((text) => planOf(text)))
  expect(plans.join('\n\n')).toMatch(wanted)
  for (const plan of plans) expect(plan).not.toMatch(unwanted)

  const plansWithout = await Promise.all(statements.map((text) => planOf(without(text))))
  expect(plansWithout.some((plan) => unwanted.test(plan))).toBe(true)
})

// Among ten million protocols, a bitmap of everything that is listed was added to the hits. A few thousand rows are no reason
// for that, so what is shown is that it would be possible.
it('unindexed.condition: a search for a long number cannot read an index of all that is listed', async () => {
  const hint = /coalesce\((\(i\.return_date is not null.*?in_cancelled_protocol), false\)/g
  const searches = (await statementsOf('/api/returns?search=100123')).filter((text) => text.match(hint))
  const withoutHits = searches.map((text) => text.replaceAll(/digit_grams\(.*?\) @> \$\d+::text\[\] and /g, ''))
  const plans = await Promise.all(withoutHits.map((text) => planOf(text, true)))
  expect(plans).not.toEqual([])
  for (const plan of plans) expect(plan).not.toMatch(/items_returns_/)
  const [unhinted = ''] = withoutHits.map((text) => text.replaceAll(hint, '$1'))
  expect(await planOf(unhinted, true)).toMatch(/items_returns_/)
})

it.each([
  {
    does: 'a page between two departments reads the start of two ranges, not all that they ever sent each other',
    path: '/api/protocols?department=7',
    wanted:
      /Merge Append\n.*Sort Key.*\n( +-> {2}Limit\n +-> {2}Index (Only )?Scan Backward using protocols_pair_idx.*\n.*\n){2}/,
  },
  {
    does: 'so does its end by due date',
    path: '/api/protocols?department=7&sort=due',
    wanted: /Merge Append[\s\S]*protocols_pair_idx[\s\S]*protocols_pair_idx/,
  },
  {
    does: 'a page by due date reads the due dates once, and no further than the page',
    path: '/api/protocols?sort=due',
    wanted:
      /CTE dated\n +-> {2}Limit\n +-> {2}Index Only Scan using protocol_departments_due_idx(?![\s\S]*protocol_departments_due_idx)/,
  },
  {
    does: 'late ones between two departments are looked for once, for the page and for its total',
    path: '/api/protocols?late=1&department=7',
    wanted: /CTE hits\n[\s\S]*on protocol_departments m\n(?![\s\S]*on protocol_departments m)/,
  },
])('$does', async ({ path, wanted }) => {
  const [page = ''] = (await statementsOf(path)).filter((text) => text.includes('json_agg'))
  expect(await planOf(page)).toMatch(wanted)
})

it('what a trigger derives of one protocol reads no other one', async () => {
  const plan = await planOf('select from expected.protocol_departments where protocol_id = $1')
  expect(plan).toMatch(/protocols_pkey/)
  expect(plan).not.toMatch(/CTE|Seq Scan/)
})

it('avoidTableScans: the plan for a table that is empty reads its index', async () => {
  const explained = sql<{
    'QUERY PLAN': string
  }>`explain (costs off) select from item_reminders where sent_on = '2026-03-02'`
  const planIn = async (db: typeof test.db) =>
    (await explained.execute(db.withoutPlugins())).rows.map((row) => row['QUERY PLAN']).join('\n')

  const hinted = await test.db.transaction().execute(async (trx) => {
    await avoidTableScans(trx)
    return planIn(trx)
  })
  expect(hinted).toContain('item_reminders_user_id_idx')
  expect(await planIn(test.db)).toContain('Seq Scan on item_reminders')
})
