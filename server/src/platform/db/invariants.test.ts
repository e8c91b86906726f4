import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCategory, buildDepartment, buildItemType, buildProtocol, buildUser } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { isLong } from '../../test/fuzz-runs.ts'
import { type Random, random } from '../../test/random-organisation.ts'
import type { Trx } from './connect.ts'
import { compareDerived, findBrokenInvariants } from './invariants.ts'

let database: TestDatabase
let departments: number[]
let categories: (number | null)[]
let itemTypes: number[]
let person: number

const at = '2026-03-02T12:00:00Z'

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  departments = await ids(4, () => buildDepartment(db))
  itemTypes = await ids(3, () => buildItemType(db))
  categories = [null, ...(await ids(2, () => buildCategory(db)))]
  person = (await buildUser(db, { departmentId: departments[0] })).id
})

afterAll(() => database.drop())

async function ids(count: number, build: () => Promise<{ id: number }>) {
  const rows = []
  for (let i = 0; i < count; i += 1) rows.push((await build()).id)
  return rows
}

/** A protocol up to sixty days old with two to four items, some of them due, some assigned. */
async function create({ below, pick }: Random) {
  const { rows } = await sql<{ id: number }>`
    insert into protocols (origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at)
    values (${pick(departments)}, ${pick(departments)}, ${below(4) > 0}, 'Observação', ${person},
      ${at}::timestamptz - make_interval(hours => ${below(1_440)}::int))
    returning id`.execute(database.db)
  const id = rows[0]?.id as number
  for (let position = 1; position <= 2 + below(3); position += 1) {
    await sql`
      insert into items (protocol_id, position, item_type_id, category_id, responsible_id, return_date)
      values (${id}, ${position}, ${pick(itemTypes)}, ${pick(categories)}, ${pick([null, person])},
        ${pick([null, '2026-03-09', '2026-04-01'])}::date)`.execute(database.db)
  }
  return id
}

/** Does something that is undone. */
async function inVain(act: (trx: Trx) => Promise<void>) {
  const undone = database.db.transaction().execute(async (trx) => {
    await act(trx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
}

/** The changes that the use cases make to one protocol. A change that does not apply to its state does nothing. */
const changes: Record<string, (id: number, random: Random) => string> = {
  receive: (id) =>
    `update protocols set status = 'Em andamento', received_at = '${at}', received_by = ${person}
     where id = ${id} and status = 'Pendente' and requires_return`,
  returnItem: (id) =>
    `update items set status = 'retornado', actual_return_date = '${at}', returned_by = ${person} where id =
     (select min(id) from items where protocol_id = ${id} and status = 'pendente' and return_date is not null)`,
  completeItem: (id) =>
    `update items set status = 'concluído', completed_at = '${at}', completed_by = ${person} where id =
     (select min(id) from items where protocol_id = ${id} and status = 'retornado')`,
  cancelItem: (id) =>
    `update items set status = 'cancelado', cancelled_at = '${at}', cancelled_by = ${person}, cancel_reason = 'Engano'
     where id = (select max(id) from items where protocol_id = ${id} and status = 'pendente')`,
  assign: (id) => `update items set responsible_id = ${person} where protocol_id = ${id}`,
  postpone: (id) =>
    `update items set return_date = '2026-05-04', original_return_date = return_date
     where protocol_id = ${id} and status = 'pendente' and return_date is not null and original_return_date is null`,
  sortAnew: (id, { pick }) =>
    `update items set category_id = ${pick(categories)}, item_type_id = ${pick(itemTypes)} where protocol_id = ${id}`,
  removeItem: (id) =>
    `delete from items where id = (select max(id) from items where protocol_id = ${id} and status = 'pendente')`,
  complete: (id) =>
    `update items set status = 'concluído', completed_at = '${at}', completed_by = ${person}
     where protocol_id = ${id} and status in ('pendente', 'retornado') and exists (select from protocols
       where id = ${id} and (status = 'Em andamento' or (status = 'Pendente' and not requires_return)));
     update protocols set status = 'Concluído', completed_at = '${at}', completed_by = ${person}
     where id = ${id} and (status = 'Em andamento' or (status = 'Pendente' and not requires_return))`,
  cancel: (id) =>
    `update items set status = 'cancelado', cancelled_at = '${at}', cancelled_by = ${person}, cancel_reason = 'Engano'
     where protocol_id = ${id} and status = 'pendente';
     update protocols set status = 'Cancelado', cancelled_at = '${at}', cancelled_by = ${person}, cancel_reason = 'Engano'
     where id = ${id} and status in ('Pendente', 'Em andamento')`,
}

describe('derived rows', () => {
  // proves 13.1, 13.3, 21.32
  it('stay true whatever happens to protocols and items', async () => {
    const chance = random(20_261_121)
    const protocols: number[] = []
    for (let step = 0; step < 40; step += 1) protocols.push(await create(chance))
    expect(await findBrokenInvariants(database.db)).toEqual([])

    for (let round = 0; round < (isLong ? 12 : 4); round += 1) {
      const names: string[] = []
      for (let step = 0; step < 25; step += 1) {
        const name = chance.pick(Object.keys(changes))
        names.push(name)
        const change = changes[name]?.(chance.pick(protocols), chance) ?? ''
        await database.db.transaction().execute((trx) => sql.raw(change).execute(trx))
      }
      expect(await findBrokenInvariants(database.db), names.join(', ')).toEqual([])
    }
    const { rows } = await sql`select distinct status from protocols`.execute(database.db)
    expect(rows).toHaveLength(4) // the changes reached every state
  })

  it('are rebuilt when the time zone moves protocols to other days', async () => {
    await sql`update settings set time_zone = 'Pacific/Kiritimati'`.execute(database.db)
    expect(await findBrokenInvariants(database.db)).toEqual([])
  })

  const damages = [
    ['protocols', 'update protocols set next_return_date = null where next_return_date is not null'],
    ['items', 'update items set in_cancelled_protocol = not in_cancelled_protocol'],
    ['items', 'update items set must_return = not must_return'],
    ['protocol_departments', 'delete from protocol_departments where department_id % 2 = 0'],
    ['protocol_departments', 'update protocol_departments set waits = not waits'],
    ['protocol_departments', "update protocol_departments set next_return_date = '2026-01-01'"],
  ] as const

  // proves 13.3
  it.each(damages)('of %s that are wrong are named: %s', async (table, damage) => {
    await inVain(async (trx) => {
      await sql.raw(damage).execute(trx)
      expect(await compareDerived(trx)).toContainEqual(expect.stringContaining(table))
    })
  })

  // proves 13.3
  it('of any figure that are wrong in any of its sums are named, and those that are gone', async () => {
    const { db } = database
    const { rows } = await sql<{ name: string; sums: string[] }>`select name, sums from figures()`.execute(db)
    expect(rows.length).toBeGreaterThan(9)
    const named = rows.map(({ name }) => expect.stringMatching(`^${name}: `))
    const inAll = (damage: (sums: string[]) => string) =>
      inVain(async (trx) => {
        for (const { name, sums } of rows) await sql.raw(damage(sums).replace(':table', `folded.${name}`)).execute(trx)
        expect(await compareDerived(trx)).toEqual(named)
      })
    for (const place of [0, 1, 2])
      await inAll((sums) => (sums.toSorted()[place % sums.length] ?? '').replace(/.+/, 'update :table set $& = $& + 1'))
    await inAll(() => 'delete from :table')
  })

  // proves 13.3
  it('that are wrong are all repaired by rebuild_derived()', async () => {
    for (const [, damage] of damages) await sql.raw(damage).execute(database.db)
    await sql`do $$ declare figure text; begin
      for figure in select name from figures() loop
        execute format('update folded.%I set n = n + 1', figure);
      end loop;
    end $$`.execute(database.db)
    await sql`select rebuild_derived()`.execute(database.db)
    expect(await findBrokenInvariants(database.db)).toEqual([])
  })

  // proves 13.3
  it('that servers of 1.0 read as figures are counted for them', async () => {
    const differing = await sql`
      with read as (
        select 'waiting' as figure, department_id, status as key, sum(n) as n, null::bigint as n_origin
        from waiting_protocols group by 1, 2, 3
        union all
        select 'due', department_id, next_return_date::text, sum(n), sum(n_origin) from due_protocols group by 1, 2, 3
      ), sides as (
        select p.*, side, side = origin_department_id as is_origin
        from protocols p, unnest(array[origin_department_id, destination_department_id]) side
      ), facts as (
        select 'waiting' as figure, side as department_id, status as key, count(distinct id) as n, null::bigint as n_origin
        from sides
        where side = destination_department_id and waits_at_destination(status, pending_items)
          or is_origin and waits_at_origin(status, total_items, pending_items, returned_items, cancelled_items)
        group by 1, 2, 3
        union all
        select 'due', side, next_return_date::text, count(distinct id), count(distinct id) filter (where is_origin)
        from sides where next_return_date is not null group by 1, 2, 3
        union all
        select 'due', 0, next_return_date::text, count(*), 0 from protocols where next_return_date is not null group by 3
      )
      (table read except table facts) union all (table facts except table read)`.execute(database.db)
    expect(differing.rows).toEqual([])
    // They write what they have always written, too.
    await sql`
      insert into protocol_ledger (origin_department_id, destination_department_id, day, status, next_return_date, created_by,
        seconds_to_complete, waits_at_origin, waits_at_destination, n)
      select 1, 2, '2026-01-05', 'Pendente', '2026-01-09', 1, 0, false, true, n from unnest(array[1, -1]) n`.execute(
      database.db,
    )
  })

  // proves 16.9
  it('do not deadlock creations between the same departments in opposite directions', async () => {
    const [one, other] = departments as [number, number]
    const insert = (origin: number, destination: number) =>
      sql`insert into protocols (origin_department_id, destination_department_id, remarks, created_by)
        values (${origin}, ${destination}, 'Cruzados', ${person})`.execute(database.db)

    const creations = Array.from({ length: 100 }, (_, i) => (i % 2 ? insert(one, other) : insert(other, one)))
    await Promise.all(creations)
    expect(await findBrokenInvariants(database.db)).toEqual([])
  })

  it('do not deadlock people who return several items at once', async () => {
    const [origin, destination] = departments as [number, number]
    const lateAndInTime = ['2026-03-01', '2026-03-09']
    const protocols = await ids(40, async () => {
      const due = [...lateAndInTime.reverse()]
      const items = due.map((returnDate) => ({ returnDate }))
      return buildProtocol(database.db, {
        originDepartmentId: origin,
        destinationDepartmentId: destination,
        createdAt: '2026-02-02T12:00:00Z',
        items,
      })
    })
    const returnAll = (id: number) =>
      sql`update items set status = 'retornado', actual_return_date = ${at}, returned_by = ${person}
        where protocol_id = ${id}`.execute(database.db)

    await Promise.all(protocols.map(returnAll))
    expect(await findBrokenInvariants(database.db)).toEqual([])
  })
})

// proves 20.41
it('finds chains that cannot be', async () => {
  const { db } = database
  const [one, two, three] = departments as [number, number, number]
  const protocol = (from: number, to: number, fields: Parameters<typeof buildProtocol>[1] = {}) =>
    buildProtocol(db, { originDepartmentId: from, destinationDepartmentId: to, createdBy: person, ...fields })
  const first = await protocol(one, two, { status: 'Em andamento', items: [{ returnDate: '2026-03-20' }] })
  const forwardedFromItemId = first.items[0]?.id as number
  const hop = await protocol(two, three, { items: [{ forwardedFromItemId, returnDate: '2026-03-20' }] })
  expect(await findBrokenInvariants(db)).toEqual([])

  const item = () => db.updateTable('items').where('id', '=', hop.items[0]?.id as number)
  await item().set({ returnDate: '2026-03-21' }).execute()
  expect(await findBrokenInvariants(db)).toEqual(['itens encaminhados com prazo depois do anterior: 1.'])
  await item().set({ returnDate: '2026-03-20' }).execute()

  await expect(protocol(two, one, { items: [{ forwardedFromItemId }] })).rejects.toThrow('items_open_hop_key')
  await protocol(three, one, { requiresReturn: false, items: [{ forwardedFromItemId: hop.items[0]?.id }] })
  expect(await findBrokenInvariants(db)).toEqual(['encaminhamentos que não continuam o protocolo anterior: 1.'])
  // Later changes of a chain are refused by a trigger.
  const takeOut = (hopsOf: number | undefined) =>
    db.transaction().execute(async (trx) => {
      await sql`alter table items disable trigger items_keep_their_chain`.execute(trx)
      await sql`
        update items set forwarded_from_item_id = null, granted_until = return_date
        where forwarded_from_item_id = ${hopsOf}`.execute(trx)
      await sql`alter table items enable trigger items_keep_their_chain`.execute(trx)
    })
  await takeOut(hop.items[0]?.id)

  let last = first
  for (let hops = 1; hops <= 10; hops += 1) {
    const before = last.items[0]?.id as number
    await takeOut(before)
    last = await protocol(...([one, two][hops % 2] === one ? ([one, two] as const) : ([two, one] as const)), {
      items: [{ forwardedFromItemId: before, returnDate: '2026-03-20' }],
    })
  }
  expect(await findBrokenInvariants(db)).toEqual(['itens com mais de dez protocolos no caminho: 1.'])
})

// proves 11.12, 13.2
describe('the database refuses', () => {
  const refused = async (statement: string) => {
    const protocol = await create(random(7))
    await sql`insert into history (protocol_id, action) values (${protocol}, 'Protocolo criado')`.execute(database.db)
    await expect(sql.raw(statement.replaceAll(':id', String(protocol))).execute(database.db)).rejects.toThrow(
      /refused|violates check constraint/,
    )
  }

  it.each([
    ['changing history', `update history set action = 'x' where protocol_id = :id`],
    ['deleting history', 'delete from history where protocol_id = :id'],
    ['emptying history', 'truncate history, history_items'],
    ['changing what history says of an item', `update history_items set description = 'x'`],
    ['a reminder of nobody', 'update items set reminded_at = now() where protocol_id = :id'],
    ['a blank description', `update items set description = ' ' where protocol_id = :id`],
    ['deleting a protocol', 'delete from protocols where id = :id'],
    ['another day of creation', 'update protocols set created_at = now() where id = :id'],
    ['another sender', 'update protocols set origin_department_id = origin_department_id + 100 where id = :id'],
    ['moving an item to other departments', 'update items set destination_department_id = 0 where protocol_id = :id'],
    ['a cancelled protocol without a reason', `update protocols set status = 'Cancelado' where id = :id`],
    ['a completed protocol nobody completed', `update protocols set status = 'Concluído' where id = :id`],
    ['a protocol in progress nobody received', `update protocols set status = 'Em andamento' where id = :id`],
    ['a reason for what is not cancelled', `update protocols set cancel_reason = 'x' where id = :id`],
    ['counters that do not add up', 'update protocols set total_items = 9 where id = :id'],
    ['a returned item without a date', `update items set status = 'retornado' where protocol_id = :id`],
    ['a cancelled item without a reason', `update items set status = 'cancelado' where protocol_id = :id`],
    ['an item completed by nobody', `update items set status = 'concluído' where protocol_id = :id`],
    [
      'an earlier due date',
      `update items set return_date = '2026-01-02', original_return_date = '2026-01-03' where protocol_id = :id`,
    ],
  ])('%s', (_, statement) => refused(statement))

  // proves 4.3, 13.2
  it('reopening what is closed', async () => {
    const closed = await buildProtocol(database.db, { status: 'Concluído' })
    const reopening = sql`update protocols set status = 'Pendente', completed_at = null, completed_by = null where id = ${closed.id}`
    await expect(reopening.execute(database.db)).rejects.toThrow('protocols_stay_closed refused')
  })
})
