import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldLedgers } from '../../platform/db/folding.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildItemType,
  buildManager,
  buildProtocol,
  buildSupplier,
  buildUser,
  type ItemFields,
} from '../../test/builders.ts'
import { randomDay, randomOrganisation } from '../../test/random-organisation.ts'
import { returnsOrganisation } from './returns.test-setup.ts'

type Organisation = Awaited<ReturnType<typeof returnsOrganisation>>
const { completed, cancelled } = protocolStatus

describe('GET /api/returns', () => {
  // proves 3.25, 10.1
  it('shows each side its items that must come back, and an Admin all, what is due first coming first', async () => {
    const { list, send, ana, bruno, admin, finance, legal, health } = await returnsOrganisation()
    const [late] = await send(finance, legal, [{ returnDate: '2026-11-10' }])
    const [soon, undated] = await send(legal, finance, [{ returnDate: '2026-11-30' }, { returnDate: null }])
    const [elsewhere] = await send(health, legal, [{ returnDate: '2026-11-15' }])
    const [within] = await send(finance, finance, [{ returnDate: '2026-11-20' }])

    expect((await list(ana)).ids).toEqual([late, within, soon, undated])
    expect((await list(bruno)).ids).toEqual([late, elsewhere, soon, undated])
    const all = await list(admin)
    expect(all.ids).toEqual([late, elsewhere, within, soon, undated])
    expect(all.meta).toEqual({ total: 5, per_page: 10, current_page: 1, last_page: 1 })
  })

  // proves 3.18
  it('answers with the fields of the contract', async () => {
    const { db, list, send, ana, finance, legal, person } = await returnsOrganisation()
    const category = await buildCategory(db, { name: 'Trabalhista', color: '#1B4F9C' })
    const [id] = await send(finance, legal, [
      {
        documentNumber: '101/2026',
        itemTypeId: (await buildItemType(db, { name: 'Contrato' })).id,
        categoryId: category.id,
        supplierId: (await buildSupplier(db, { companyName: 'Papelaria Ipê Ltda.' })).id,
        responsibleId: person.id,
        status: itemStatus.returned,
        returnDate: '2026-11-20',
        actualReturnDate: '2026-11-19T13:30:00Z',
      },
    ])
    const [row] = (await list(ana, 'status=Retornado')).data
    expect(row).toEqual({
      ...{ id, protocol_id: expect.any(Number), document_number: '101/2026', description: null },
      ...{ item_type: 'Contrato', category: 'Trabalhista', category_color: '#1B4F9C', supplier: 'Papelaria Ipê Ltda.' },
      ...{ return_date: '2026-11-20', original_return_date: null, actual_return_date: '2026-11-19T13:30:00.000Z' },
      ...{ status: 'retornado', protocol_status: 'Em andamento', created_at: '2026-11-01T12:00:00.000Z' },
      ...{ origin_department: finance.name, origin_department_id: finance.id },
      ...{ destination_department: legal.name, destination_department_id: legal.id },
      ...{ destination_user: person.name, destination_user_id: person.id },
      ...{ reminded_at: null, reminded_by: null, open_occurrences: 0, extension_request: null },
      ...{ forwarded_from: null, forwarded_to: null },
    })
  })

  // proves 2.9.8, 7.6.1
  it('lists pending and returned items by status, settled ones last under all, and nothing that was cancelled', async () => {
    const { db, list, send, ana, finance, legal } = await returnsOrganisation()
    const back = { status: itemStatus.returned, returnDate: '2026-11-05' }
    const [out, returned, gone] = await send(finance, legal, [
      { returnDate: '2026-11-25' },
      back,
      { returnDate: '2026-11-01', status: itemStatus.cancelled },
    ])
    const [older, newer] = await send(
      finance,
      legal,
      [{ returnDate: '2026-10-01' }, { returnDate: '2026-10-02' }],
      completed,
    )
    await send(finance, legal, [{}], cancelled)
    await send(finance, legal, [back], cancelled)
    await buildProtocol(db, {
      originDepartmentId: finance.id,
      destinationDepartmentId: legal.id,
      requiresReturn: false,
    })
    expect((await list(ana)).ids).toEqual([out])
    expect((await list(ana, 'status=Pendente')).ids).toEqual([out])
    expect((await list(ana, 'status=Retornado')).ids).toEqual([returned])
    expect((await list(ana, 'status=retornado')).ids).toEqual([returned])
    expect((await list(ana, 'status=all')).ids).toEqual([out, returned, newer, older])
    expect((await list(ana, 'status=all')).ids).not.toContain(gone)
  })

  it('counts what is late as it lists it, for each side and whoever asks, folded or not', async () => {
    const { db, list, send, ana, bruno, admin, finance, legal, health } = await returnsOrganisation()
    const founder = await buildAdmin(db, { departmentId: null })
    const late = [{ returnDate: '2026-11-02' }, { returnDate: '2026-11-20' }, { returnDate: '2026-12-20' }]
    for (const [from, to] of [
      [finance, legal],
      [legal, finance],
      [legal, legal],
      [health, legal],
    ] as const) {
      await send(from, to, late)
    }
    const totals = async () => {
      const found: number[] = []
      for (const user of [ana, bruno, admin, founder]) {
        for (const side of ['', '&side=toReturn', '&side=toReceive', `&department=${legal.id}`]) {
          const { ids, meta } = await list(user, `dateFilter=overdue${side}`)
          expect(meta.total, side).toBe(ids.length)
          found.push(meta.total)
        }
      }
      return found
    }
    const unfolded = await totals()
    expect(unfolded.slice(0, 8)).toEqual([4, 2, 2, 4, 8, 6, 4, 8])
    await foldLedgers(db)
    expect(await totals()).toEqual(unfolded)
  })

  it('takes an item away from the list when its protocol is cancelled, and moves it when it returns', async () => {
    const { db, as, list, send, bruno, finance, legal } = await returnsOrganisation()
    const boss = await buildManager(db, { departmentId: legal.id })
    const [one, other] = await send(finance, legal, [{ responsibleId: bruno.id }, {}])
    await as(bruno).post(`/api/protocols/items/${one}/return`)
    expect((await list(boss)).ids).toEqual([other])
    expect((await list(boss, 'status=all')).meta.total).toBe(2)
    const { protocol_id } = (await list(boss)).data[0]
    await as(boss).post(`/api/protocols/${protocol_id}/cancel`, { reason: 'Engano' })
    expect((await list(boss, 'status=all')).ids).toEqual([])
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  // proves 2.9.8
  it('counts an item without a due date in, also after it got one', async () => {
    const { db, as, list, send, ana, finance, legal } = await returnsOrganisation()
    const [undated, dated] = await send(finance, legal, [{ returnDate: null }, { returnDate: '2026-12-01' }])
    expect(await list(ana)).toMatchObject({ ids: [dated, undated], meta: { total: 2 } })
    expect((await list(ana, 'dateFilter=week')).ids).toEqual([])
    const reply = await as(ana).put(`/api/protocols/items/${undated}/due-date`, {
      return_date: '2026-11-25',
      reason: 'Combinado por telefone',
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(await list(ana)).toMatchObject({ ids: [undated, dated], meta: { total: 2 } })
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  // proves 2.9.9
  it('matches the department at either end, and tells what must be given back from what is awaited', async () => {
    const { list, send, ana, bruno, admin, finance, legal, health } = await returnsOrganisation()
    const [sent] = await send(finance, legal, [{ returnDate: '2026-11-01' }])
    const [received] = await send(legal, finance, [{ returnDate: '2026-11-02' }])
    const [other] = await send(health, legal, [{ returnDate: '2026-11-03' }])
    const ids = async (user: { id: number }, query: string) => (await list(user, query)).ids

    for (const [user, query, expected] of [
      [ana, `department=${legal.id}`, [sent, received]],
      [ana, `department=${finance.id}`, [sent, received]],
      [ana, `department=${health.id}`, []],
      [bruno, `department=${health.id}`, [other]],
      [admin, `department=${legal.id}`, [sent, received, other]],
      [admin, 'department=999999', []],
      [ana, 'side=toReturn', [received]],
      [ana, 'side=toReceive', [sent]],
      [ana, 'side=all', [sent, received]],
      [bruno, `side=toReturn&department=${health.id}`, [other]],
      [bruno, `side=toReceive&department=${health.id}`, []],
      [admin, 'side=toReceive', [other]],
      [admin, 'side=toReturn', []],
    ] as const) {
      expect(await ids(user, query), query).toEqual(expected)
    }
  })

  // proves 7.6.1
  it('turns pages across the statuses, and beyond the last one stays empty with the right total', async () => {
    const { list, send, ana, finance, legal } = await returnsOrganisation()
    const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`
    const items = (from: number, count: number, fields: ItemFields = {}) =>
      Array.from({ length: count }, (_, n) => ({ returnDate: day(from + n), ...fields }))
    await send(finance, legal, [...items(1, 13), ...items(1, 9, { status: itemStatus.returned })])
    await send(finance, legal, items(1, 4), completed)
    const query = (page: number | string) => `status=all&page=${page}`
    const pages = [await list(ana, query(1)), await list(ana, query(2)), await list(ana, query(3))]

    expect(pages.map(({ ids }) => ids.length)).toEqual([10, 10, 6])
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(26)
    expect(pages.flatMap(({ data }) => data.map((row: { status: string }) => row.status))).toEqual([
      ...Array(13).fill('pendente'),
      ...Array(9).fill('retornado'),
      ...Array(4).fill('concluído'),
    ])
    expect(pages[2]?.meta).toEqual({ total: 26, per_page: 10, current_page: 3, last_page: 3 })
    for (const page of [4, 1_000_000]) {
      expect(await list(ana, query(page))).toMatchObject({ ids: [], meta: { total: 26, last_page: 3 } })
    }
    expect((await list(ana, query('abc'))).ids).toEqual(pages[0]?.ids)
  })
})

describe('the due date filter', () => {
  let organisation: Organisation
  let due: Record<string, number>
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-27', '2026-11-28', '2026-11-29']

  beforeAll(async () => {
    organisation = await returnsOrganisation()
    const { send, finance, legal } = organisation
    const ids = await send(finance, legal, [...days.map((returnDate) => ({ returnDate })), { returnDate: null }])
    await send(
      finance,
      legal,
      days.map((returnDate) => ({ returnDate, status: itemStatus.returned })),
    )
    due = Object.fromEntries(days.map((day, n) => [day, ids[n] ?? 0]))
  })

  const found = async (now: string, query: string) => {
    organisation.clock.set(now)
    const { ids, meta } = await organisation.list(organisation.ana, query)
    expect(meta.total, query).toBe(ids.length)
    return Object.entries(due)
      .filter(([, id]) => ids.includes(id))
      .map(([day]) => day)
  }

  // Midnight in São Paulo is 03:00 UTC: in UTC, the evening before already belongs to the next day.
  it.each([
    ['2026-11-21T02:59:59Z', 'today', ['2026-11-20']],
    ['2026-11-21T03:00:00Z', 'today', ['2026-11-21']],
    ['2026-11-22T02:59:59Z', 'today', ['2026-11-21']],
    ['2026-11-21T02:59:59Z', 'overdue', []],
    ['2026-11-21T03:00:00Z', 'overdue', ['2026-11-20']],
    ['2026-11-22T03:00:00Z', 'overdue', ['2026-11-20', '2026-11-21']],
    ['2026-11-21T03:00:00Z', 'week', ['2026-11-21', '2026-11-22', '2026-11-27', '2026-11-28']],
    ['2026-11-21T02:59:59Z', 'week', ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-27']],
  ])('at %s, %s finds %j', async (now, filter, expected) => {
    expect(await found(now, `status=Pendente&dateFilter=${filter}`)).toEqual(expected)
  })

  it('lets every date through by default, and what has none', async () => {
    expect((await organisation.list(organisation.ana)).meta.total).toBe(days.length + 1)
  })

  // proves 2.9.2
  it('does not call late what is back', async () => {
    organisation.clock.set('2026-12-24T12:00:00Z')
    const total = async (query: string) => (await organisation.list(organisation.ana, query)).meta.total
    expect(await total('status=Retornado&dateFilter=overdue')).toBe(0)
    expect(await total('status=all&dateFilter=overdue')).toBe(6)
    organisation.clock.set('2026-11-20T12:00:00Z')
    expect(await total('status=Retornado&dateFilter=today')).toBe(1)
    expect(await total('status=all&dateFilter=week')).toBe(8)
  })
})

it('answers an Admin without a department, who has no side', async () => {
  const { db, list } = await returnsOrganisation()
  const first = await buildAdmin(db, { departmentId: null })
  const user = await buildUser(db, { departmentId: (await buildDepartment(db)).id })
  expect((await list(first, 'side=toReturn')).ids).toEqual([])
  expect((await list(user, 'status=all')).ids).toEqual([])
})

let organisation: Awaited<ReturnType<typeof randomOrganisation>>
let items: Awaited<ReturnType<typeof itemsOf>>

beforeAll(async () => {
  organisation = await randomOrganisation(90)
  items = await itemsOf()
})

const itemsOf = () =>
  organisation.db
    .selectFrom('items')
    .select(['id', 'protocolId', 'responsibleId', 'status', 'returnDate', 'mustReturn', 'inCancelledProtocol'])
    .select(['originDepartmentId', 'destinationDepartmentId'])
    .execute()

// proves 17.6, 17.33
it.each([
  ['responsible=me', ''],
  ['responsible=none', ''],
  ['responsible={bruno}', ''],
  ['responsible=me', 'side=toReturn'],
  ['responsible=none', 'side=toReturn'],
  ['responsible=none', 'side=toReceive'],
  ['responsible=none', 'dateFilter=overdue&side=toReturn'],
  ['responsible=me', 'dateFilter=today'],
  ['responsible={bruno}', 'search=doc'],
  ['responsible=none', 'search=juridico'],
  ['responsible=none', 'department={legal}'],
])('lists exactly the items of %s, %s, of every status, to everybody', async (responsible, more) => {
  const bruno = organisation.people[1] as (typeof organisation.people)[number]
  const fill = (text: string) => text.replace('{bruno}', `${bruno.id}`).replace('{legal}', `${organisation.legal.id}`)
  const sides = (item: (typeof items)[number]) => [item.originDepartmentId, item.destinationDepartmentId]
  for (const person of organisation.people) {
    const wanted = { 'responsible=me': person.id, 'responsible=none': null, 'responsible={bruno}': bruno.id }[
      responsible
    ]
    const expected = items.filter(
      (item) =>
        canSee(person, item) &&
        item.responsibleId === wanted &&
        item.status !== 'cancelado' &&
        (item.returnDate !== null || item.mustReturn) &&
        !item.inCancelledProtocol &&
        (!more.includes('toReturn') || item.destinationDepartmentId === person.departmentId) &&
        (!more.includes('toReceive') || item.originDepartmentId === person.departmentId) &&
        (!more.includes('overdue') || (item.status === 'pendente' && (item.returnDate ?? '9') < randomDay)) &&
        (!more.includes('today') || item.returnDate === randomDay) &&
        (!/juridico|legal/.test(more) || sides(item).includes(organisation.legal.id)),
    )
    const query = fill(`status=all&per_page=50&${responsible}&${more}`)
    const rows: { id: number }[] = []
    for (let page = 1; page === 1 || (page - 1) * 50 < expected.length; page += 1) {
      const body = await organisation.ask(person, `/api/returns?${query}&page=${page}`)
      expect(body.meta, `${person.name}: ${query}`).toMatchObject({ total: expected.length, per_page: 50 })
      rows.push(...body.data)
    }
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b))
    const reply = await organisation.as(person).get(`/api/returns/export?${query}`)
    expect(reply.headers['x-total-rows']).toBe(`${expected.length}`)
    expect(reply.body.split('\r\n').length - 2).toBe(expected.length)
  }
})

// proves 7.6.1
it('exports a workbook of text cells, in which every number of a document is what it was', async () => {
  const { send, ana, finance, legal, as } = await returnsOrganisation()
  const numbers = ['0012345', '12345678901234567890', '1E5', '11/03', '=1+1', '00058.987654/2026-11']
  await send(
    finance,
    legal,
    numbers.map((documentNumber) => ({ documentNumber, returnDate: '2026-11-01' })),
  )
  const reply = await as(ana).get('/api/returns/export?format=xlsx&status=all')
  expect(reply).toMatchObject({ status: 200, headers: { 'x-total-rows': '6' } })
  const [titles = [], ...rows] = (await readWorkbook(reply.raw))[0]?.data ?? []
  expect(rows.map((row) => row[titles.indexOf('Documento')])).toEqual(numbers)
  expect(new Set(rows.flatMap((row) => row.filter((cell) => cell !== null).map((cell) => typeof cell)))).toEqual(
    new Set(['string']),
  )
  expect((await as(ana).get('/api/returns/export?format=pdf')).status).toBe(400)
})

it('refuses filters that make no sense, each at its name', async () => {
  for (const query of ['responsible=ninguém&department=abc&side=outro', 'responsible=0&department=99999999999']) {
    const reply = await organisation.as(organisation.ana).get(`/api/returns?${encodeURI(query)}`)
    expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([
      400,
      [...new URLSearchParams(query).keys()].sort(),
    ])
  }
})

describe('the search of the returns', () => {
  // proves 7.6.1, 17.20
  it('finds documents, descriptions, departments and people, without accents and with literal % and _', async () => {
    const { list, send, ana, bruno, person, admin, finance, legal, health } = await returnsOrganisation()
    const [contract] = await send(finance, legal, [
      { documentNumber: 'CT_77/2026 Ação 100%', returnDate: '2026-11-01', responsibleId: person.id },
    ])
    const [note] = await send(legal, finance, [{ documentNumber: 'CTX77', returnDate: '2026-11-02' }])
    const described = { description: 'Exames da Íris', reason: 'Perícia' }
    const [chart] = await send(health, legal, [
      { documentNumber: 'Prontuário', returnDate: '2026-11-03', ...described },
    ])
    const found = async (user: { id: number }, search: string, more = '') => {
      const page = await list(user, `search=${encodeURIComponent(search)}${more}`)
      expect(page.meta.total, search).toBe(page.ids.length)
      return page.ids
    }

    const nothing = ["' or 1=1 --", '\\', 'x\u0000y', 'a'.repeat(5000), 'prontuario']
    for (const [text, expected] of [
      ['AÇÃO', [contract]],
      ['ct', [contract, note]],
      ['100%', [contract]],
      ['%', [contract]],
      ['_', [contract]],
      ['ct_77', [contract]],
      ['FINANCAS', [contract, note]],
      ['debora', [contract]],
      ['   ', [contract, note]],
      ...nothing.map((one) => [one, []] as const),
    ] as const) {
      expect(await found(ana, text), text).toEqual(expected)
    }
    for (const text of ['saude', 'exames DA iris', 'ír']) expect(await found(bruno, text), text).toEqual([chart])
    expect(await found(bruno, 'pericia')).toEqual([])
    expect(await found(admin, 'finan')).toEqual([contract, note])
    expect(await found(bruno, 'prontuario', '&side=toReturn')).toEqual([chart])
    for (const more of [`department=${finance.id}`, 'side=toReceive', 'dateFilter=today', 'status=Retornado'])
      expect(await found(bruno, 'prontuario', `&${more}`), more).toEqual([])
  })

  it('finds a protocol by its number, whole or in part', async () => {
    const { db, list, send, ana, bruno, finance, legal, health } = await returnsOrganisation()
    await sql`alter table protocols alter column id restart with 48318`.execute(db)
    const [item] = await send(finance, legal, [{ documentNumber: null }])
    const [other] = await send(health, legal, [{ documentNumber: null }])
    const found = async (user: { id: number }, search: string) =>
      (await list(user, `search=${encodeURIComponent(search)}`)).ids
    for (const text of ['#48318', '48318', '831', '83']) expect(await found(ana, text), text).toEqual([item])
    for (const text of ['#831', '48319']) expect(await found(ana, text), text).toEqual([])
    expect(await found(bruno, '48319')).toEqual([other])
    // A protocol of one digit, which no trigram has.
    await sql`alter table protocols alter column id restart with 7`.execute(db)
    const [seventh] = await send(finance, legal, [{ documentNumber: null }])
    expect(await found(ana, '7')).toEqual([seventh])
  })

  it('counts the hits of a broad search up to 1,000 per status and still shows the first in order', async () => {
    const { db, list, send, ana, finance, legal } = await returnsOrganisation()
    await send(finance, legal, [{ documentNumber: 'raro' }])
    const { id: typeId } = await buildItemType(db)
    await sql`
      with p as (
        insert into protocols (origin_department_id, destination_department_id, remarks, created_by, requires_return)
        values (${finance.id}, ${legal.id}, 'Muitos', ${ana.id}, true) returning id
      )
      insert into items (protocol_id, position, item_type_id, document_number, return_date)
      select p.id, n, ${typeId}, 'comum ' || n, date '2050-01-01' - n from p, generate_series(1, 1050) n`.execute(db)
    const first = await list(ana, 'search=comum')
    expect(first.meta).toEqual({ total: 1_000, per_page: 10, current_page: 1, last_page: 100 })
    expect(first.data[0].document_number).toBe('comum 1050')
    expect((await list(ana, 'search=comum&page=100')).data.at(-1).document_number).toBe('comum 51')
    expect((await list(ana, 'search=comum&page=101')).ids).toEqual([])
    expect((await list(ana, 'search=comum 105')).meta.total).toBe(2)
    expect((await list(ana, 'search=juridico')).meta.total).toBe(1_000)
    expect((await list(ana, 'search=raro&status=all')).meta.total).toBe(1)
    expect((await list(ana)).meta.total).toBe(1_051)
  })
})
