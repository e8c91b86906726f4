import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildProtocol, buildUser } from '../../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { connect, type Db } from '../connect.ts'
import { chainHistory, chainWholeHistory } from './chain-history.ts'
import { verifyChain } from './verify-chain.ts'

let database: TestDatabase
let db: Db
let protocolId: number
let otherId: number
let person: number

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  person = (await buildUser(db)).id
})

afterAll(() => database.drop())

beforeEach(async () => {
  protocolId = (await buildProtocol(db)).id
  otherId = (await buildProtocol(db)).id
})

interface Line {
  action?: string
  description?: string
  of?: number
  items?: Record<number, string>
  /** Typed texts that it names. */
  typed?: string[]
}

/** An entry of the history, and its id. */
async function entry(
  into: Db,
  { action = 'Protocolo editado', description = 'Texto', of, items = {}, typed }: Line = {},
) {
  const inserted = typed?.length
    ? await into
        .insertInto('typedTexts')
        .values(typed.map((body) => ({ body })))
        .returning('id')
        .execute()
    : []
  const texts = typed ? inserted.map(({ id }) => id) : null
  const { id } = await into
    .insertInto('history')
    .values({ protocolId: of ?? protocolId, action, description, createdBy: person, texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = Object.entries(items).map(([itemId, text]) => ({
    historyId: id,
    itemId: Number(itemId),
    description: text,
  }))
  if (lines.length > 0) await into.insertInto('historyItems').values(lines).execute()
  return id
}

/** Changes data as the database's owner can: with the triggers off. Undone at the end, so that each test starts intact. */
async function tampering(statements: string[], check: () => Promise<void>) {
  const tables = ['history', 'history_items', 'history_chain', 'history_anchors', 'typed_texts']
  const kept = tables.map((table) => `create table kept_${table} as table ${table}`)
  const back = ['history_items', 'history', 'history_chain', 'history_anchors', 'typed_texts'].map(
    (table) => `delete from ${table}`,
  )
  const refilled = tables.map((table) => `insert into ${table} overriding system value select * from kept_${table}`)
  const triggers = (change: string) => tables.map((table) => `alter table ${table} ${change} trigger user`)
  const run = async (all: string[]) => {
    for (const statement of all) await sql.raw(statement).execute(db)
  }
  await run([...kept, ...triggers('disable'), ...statements])
  try {
    await check()
  } finally {
    await run([...back, ...refilled, ...triggers('enable'), ...tables.map((table) => `drop table kept_${table}`)])
  }
}

const broken = async () => (await verifyChain(db)).broken

// proves 18.50, V11.4.3
it('links every entry to the one before of its protocol, and a second computation agrees', async () => {
  await entry(db, { action: 'Protocolo criado', description: '' })
  await entry(db, { of: otherId, description: 'Ação “Enviado” 📄\n12:34\\x' })
  await entry(db, { items: { 7: 'É o item 7', 3: '3:abc' }, typed: ['Ação “Enviado” 📄', ''] })
  await entry(db, { typed: [] })
  await sql`insert into history (protocol_id, item_id, action, created_at)
    values (${protocolId}, 5, 'Item cancelado', '1999-12-31 23:59:59.123456-03')`.execute(db)
  expect((await verifyChain(db)).waiting).toBe(5)

  expect(await chainWholeHistory(db)).toBe(5)
  expect(await chainHistory(db)).toBe(0)
  await entry(db)
  expect(await chainWholeHistory(db)).toBe(1)

  expect(await verifyChain(db)).toMatchObject({ waiting: 0, broken: [] })
  const { rows } = await sql<{ links: number; last: number }>`
    select count(*) as links, max(link) as last from history_chain`.execute(db)
  expect(rows).toEqual([{ links: 6, last: 6 }])
})

// proves 18.50
it('goes through a long history in pieces', async () => {
  await sql`insert into history (protocol_id, action, description)
    select ${protocolId}, 'Protocolo editado', n::text from generate_series(1, 50) n`.execute(db)
  await expect.poll(() => chainHistory(db, 20), { timeout: 80_000 }).toBe(20)
  expect(await chainWholeHistory(db, 20)).toBe(30)
  expect(await verifyChain(db)).toMatchObject({ waiting: 0, broken: [] })
})

// proves 18.50
it('waits for an earlier entry that is not committed yet', async () => {
  const slow = connect(database.connectionString, { poolSize: 1 })
  try {
    await sql`begin`.execute(slow)
    const first = await entry(slow, { of: otherId })
    const second = await entry(db)
    expect(await chainHistory(db)).toBe(0)
    await sql`commit`.execute(slow)

    expect(await chainWholeHistory(db)).toBe(2)
    const { rows } = await sql<{ historyId: number }>`
      select history_id from history_chain order by link desc limit 2`.execute(db)
    expect(rows.map(({ historyId }) => historyId).sort()).toEqual([first, second].sort())
    expect(await broken()).toEqual([])
  } finally {
    await slow.destroy()
  }
})

it('goes on after a restore on a server that has had fewer transactions', async () => {
  await entry(db)
  await sql`update chain_progress set seen_to = (select max(id) from history), seen_before = 4000000000000`.execute(db)
  expect(await chainHistory(db)).toBe(1)
})

// proves 18.51
it('names each entry that was changed behind the back of the triggers, and no other', async () => {
  const changes = [
    ['its text', `update history set description = 'Outro' where id = :id`],
    ['its day', `update history set created_at = created_at - interval '1 microsecond' where id = :id`],
    ['its author', 'update history set created_by = null where id = :id'],
    ['its protocol', 'update history set protocol_id = (select min(id) from protocols) where id = :id'],
    ['its department', 'update history set destination_department_id = 0 where id = :id'],
    ['what it says of an item', `update history_items set description = 'Outro' where history_id = :id`],
    ['other typed texts', 'update history set texts = array[texts[2], texts[1]] where id = :id'],
    ['an item more', `insert into history_items values (:id, 99, 'Outro')`],
  ] as const
  const place = (id: number) => `Protocolo #${protocolId}, entrada ${id} do histórico`
  const statements: string[] = []
  const sentences: string[] = []
  for (const [action, change] of changes) {
    await entry(db)
    const id = await entry(db, { action, items: { 3: 'Três', 4: 'Quatro' }, typed: ['Um', 'Dois'] })
    statements.push(change.replace(':id', String(id)))
    sentences.push(`${place(id)} (${action}): foi alterada, ou o elo anterior foi.`)
  }
  await entry(db)
  const deleted = await entry(db, { items: { 3: 'Três' } })
  await entry(db)
  const unlinked = await entry(db)
  const next = await entry(db)
  await chainWholeHistory(db)
  statements.push(
    `delete from history_items where history_id = ${deleted}`,
    `delete from history where id = ${deleted}`,
    `delete from history_chain where history_id = ${unlinked}`,
  )

  await tampering(statements, async () => {
    expect(await broken()).toEqual([
      ...sentences,
      `${place(deleted)}: foi apagada.`,
      `${place(next)} (Protocolo editado): foi alterada, ou o elo anterior foi.`,
      `${place(unlinked)} (Protocolo editado): não faz parte do encadeamento.`,
      expect.stringMatching(/^O encadeamento tem uma lacuna antes do elo /),
    ])
  })
  expect(await broken()).toEqual([])
})

// proves 18.52, V16.4.2, V16.4.3
it('finds a chain that was written anew, by the anchor that was made before', async () => {
  const id = await entry(db)
  await entry(db)
  await chainWholeHistory(db)
  await sql`select anchor_history('2020-03-01')`.execute(db)
  await entry(db)
  await chainWholeHistory(db)
  await sql`select anchor_history('2020-03-02')`.execute(db)
  expect(await verifyChain(db)).toMatchObject({ broken: [], anchors: [{ number: 1 }, { number: 2 }] })

  const rewriting = [
    `update history set description = 'Outro' where id = ${id}`,
    'delete from history_chain',
    'update chain_progress set chained_to = 0, seen_to = 0',
  ]
  await tampering(rewriting, async () => {
    // Waits for the open transactions of other tests.
    await chainWholeHistory(db)
    expect(await broken()).toEqual([
      'Âncora nº 1, do dia 2020-03-01: o encadeamento até esse dia foi alterado.',
      // Salts are new, so the links after the first anchor differ, too.
      'Âncora nº 2, do dia 2020-03-02: o encadeamento até esse dia foi alterado.',
    ])
  })
  expect(await broken()).toEqual([])
})

// proves 18.52
it('makes one anchor a day, and none for a day before the last', async () => {
  const anchor = async (day: string) => (await sql`select * from anchor_history(${day}::date)`.execute(db)).rows
  expect(await anchor('2020-04-01')).toHaveLength(1)
  expect(await anchor('2020-04-01')).toEqual([])
  expect(await anchor('2020-03-31')).toEqual([])
  expect(await anchor('2020-04-02')).toHaveLength(1)
  await expect(anchor('9999-12-31')).rejects.toThrow('has not ended')
  expect(await broken()).toEqual([])
})

it('an anchor of a clock that was years ahead keeps no day from its own, and its day from a second one', async () => {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('anchor_history'::regproc) as text`.execute(db)
  const text = (rows[0]?.text ?? '').replace('anchor_history(', 'anchor_ahead(')
  await sql.raw(text.replaceAll('current_date', `'9999-12-31'`)).execute(db)
  const anchor = async (make: string, day: string) =>
    (await sql<{ day: string }>`select day from ${sql.ref(make)}(${day}::date)`.execute(db)).rows
  await entry(db)
  await chainWholeHistory(db)
  expect(await anchor('anchor_ahead', '2090-01-01')).toHaveLength(1)
  expect(await anchor('anchor_history', '2020-05-01')).toEqual([{ day: '2020-05-01' }])
  expect(await anchor('anchor_history', '2020-05-01')).toEqual([])
  expect(await anchor('anchor_history', '2020-05-02')).toEqual([{ day: '2020-05-02' }])
  expect(await anchor('anchor_ahead', '2090-01-01')).toEqual([])
  expect(await broken()).toEqual([])
  await sql`drop function anchor_ahead(date)`.execute(db)
})

// proves 18.53, V14.2.4
it('still proves an entry whose texts were removed, and finds other texts in their place', async () => {
  const id = await entry(db, { description: 'Nome de alguém', items: { 3: 'Nome', 4: 'Outro nome' } })
  await chainWholeHistory(db)
  await db
    .insertInto('blackOuts')
    .values({ protocolId, kind: 'history', targetId: id, reason: 'x', removedBy: person, removedAt: new Date() })
    .execute()
  await sql`select black_out_history(${id})`.execute(db)

  expect(await broken()).toEqual([])
  const { rows } = await sql<{ row: string }>`
    select h::text || i::text || c::text as row from history h join history_items i on i.history_id = h.id
    join history_chain c on c.history_id = h.id where h.id = ${id}`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { row } of rows) expect(row).not.toMatch(/nome/i)
  await expect(sql`update history set description = 'x' where id = ${id}`.execute(db)).rejects.toThrow('refused')

  await tampering([`update history set description = 'Outro' where id = ${id}`], async () => {
    expect(await broken()).toEqual([
      `Protocolo #${protocolId}, entrada ${id} do histórico: o texto foi removido e depois alterado.`,
    ])
  })
})

it.each([
  ['a link', 'update history_chain set hash = hash'],
  ['a salt', `update history_chain set salt = null, texts_digest = ''`],
  ['any link', 'delete from history_chain'],
  ['all links', 'truncate history_chain'],
  ['an anchor', 'update history_anchors set day = day'],
  ['any anchor', 'delete from history_anchors'],
  ['all anchors', 'truncate history_anchors'],
])('the database refuses to change or delete %s', async (_, statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow('refused')
})

// proves 18.51
it('names entries that have waited for a link for more than an hour', async () => {
  await entry(db)
  await sql`insert into history (protocol_id, action, created_at)
    values (${protocolId}, 'Protocolo editado', now() + interval '2 hours')`.execute(db)
  expect(await broken()).toEqual(['Entradas do histórico que há mais de uma hora esperam pelo encadeamento: 1.'])
  await chainWholeHistory(db)
  expect(await broken()).toEqual([])
})

// At the end, because these rows would be copied whenever a test tampers.
it('reads nothing of the history while there is nothing to chain, however often it looks', async () => {
  await sql`insert into history (protocol_id, action, description, created_by)
    select ${protocolId}, 'Protocolo editado', 'Texto ' || n, ${person} from generate_series(1, 5000) n`.execute(db)
  await chainWholeHistory(db)
  await sql`analyze history`.execute(db)

  await db.transaction().execute(async (trx) => {
    // Sequential scans on this connection.
    const scans = async () =>
      (await sql<{ n: number }>`select pg_stat_get_xact_numscans('history'::regclass) as n`.execute(trx)).rows[0]?.n
    const before = await scans()
    // From the sixth time on, PostgreSQL may use a plan for any values.
    for (let run = 0; run < 10; run += 1) expect(await chainHistory(trx)).toBe(0)
    expect(await scans()).toBe(before)
  })
})
