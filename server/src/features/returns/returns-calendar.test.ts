import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { returnFilter } from '@malote/core/returns/return-row.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { role } from '@malote/core/users/role.ts'
import { parse } from 'csv-parse/sync'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldLedgers } from '../../platform/db/folding.ts'
import { buildProtocol } from '../../test/builders.ts'
import { returnsOrganisation } from './returns.test-setup.ts'
import { returnsCsv } from './returns-csv.ts'

interface Day {
  date: string
  to_return: number
  to_receive: number
  overdue: number
}

/** Items of three departments around 21/11/2026. */
async function busyOrganisation() {
  const organisation = await returnsOrganisation()
  const { send, finance, legal, health } = organisation
  await send(finance, legal, [{ returnDate: '2026-11-10' }, { returnDate: '2026-11-21' }, { returnDate: null }])
  await send(legal, finance, [{ returnDate: '2026-11-10' }, { returnDate: '2026-11-21' }], protocolStatus.pending)
  await send(health, legal, [{ returnDate: '2026-11-21' }])
  await send(finance, finance, [{ returnDate: '2026-11-10' }])
  await send(finance, legal, [
    { returnDate: '2026-11-10', status: itemStatus.returned, actualReturnDate: '2026-11-09T12:00:00Z' },
  ])
  await send(finance, legal, [{ returnDate: '2026-11-21', status: itemStatus.cancelled }], protocolStatus.cancelled)
  return organisation
}

const month = '/api/returns/calendar?from=2026-11-01&to=2026-11-30'
const withItems = (days: Day[]) => days.filter((day) => day.to_return + day.to_receive > 0)

describe('GET /api/returns/calendar', () => {
  // proves 21.1
  it('counts for each day what a department must return and what comes back to it, and what is late', async () => {
    const { ask, ana, bruno, admin } = await busyOrganisation()
    const days: Day[] = await ask(ana, month)
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, n) => addDays('2026-11-01', n)))
    expect(withItems(days)).toEqual([
      { date: '2026-11-10', to_return: 2, to_receive: 2, overdue: 3 },
      { date: '2026-11-21', to_return: 1, to_receive: 1, overdue: 0 },
    ])
    expect(withItems(await ask(bruno, month))).toEqual([
      { date: '2026-11-10', to_return: 1, to_receive: 1, overdue: 2 },
      { date: '2026-11-21', to_return: 2, to_receive: 1, overdue: 0 },
    ])
    expect(withItems(await ask(admin, month))).toEqual([
      { date: '2026-11-10', to_return: 3, to_receive: 3, overdue: 3 },
      { date: '2026-11-21', to_return: 3, to_receive: 3, overdue: 0 },
    ])
  })

  // proves 21.2
  it('leads to lists of exactly as many, folded or not', async () => {
    const { db, ask, list, ana, bruno } = await busyOrganisation()
    for (const fold of [false, true]) {
      if (fold) await foldLedgers(db)
      for (const person of [ana, bruno]) {
        for (const { date, to_return, to_receive } of withItems(await ask(person, month))) {
          const onDay = `dateFrom=${date}&dateTo=${date}`
          const [mine, awaited] = await Promise.all([
            list(person, `side=toReturn&${onDay}`),
            list(person, `side=toReceive&${onDay}`),
          ])
          expect([mine.meta.total, mine.ids.length]).toEqual([to_return, to_return])
          expect([awaited.meta.total, awaited.ids.length]).toEqual([to_receive, to_receive])
        }
      }
    }
  })

  // proves 21.1
  it.each([
    ['from=2026-11-01', 'to'],
    ['from=2026-11-31&to=2026-12-01', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['from=2026-11-01&to=2027-01-02', 'to'],
  ])('refuses %s', async (query, field) => {
    const { app, ana } = await returnsOrganisation()
    const { status, body } = await app.as(ana).get(`/api/returns/calendar?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect((await app.as(ana).get('/api/returns/calendar?from=2026-11-01&to=2027-01-01')).status).toBe(200)
  })
})

describe('the days of the list', () => {
  // proves 21.2
  it('narrow it, also beside the other filter of dates', async () => {
    const { list, ana } = await busyOrganisation()
    for (const [query, total] of [
      ['dateFrom=2026-11-21', 2],
      ['dateTo=2026-11-20', 3],
      ['dateFrom=2026-11-11&dateTo=2026-11-20', 0],
      ['dateFilter=overdue&dateFrom=2026-11-01', 3],
      ['dateFilter=today&dateTo=2026-11-20', 0],
      ['', 6],
    ] as const) {
      expect((await list(ana, query)).meta.total, query).toBe(total)
    }
  })
})

let organisation: Awaited<ReturnType<typeof returnsOrganisation>>

/** More than one batch, with and without due dates, many due on the same day. */
const many = 4_100

beforeAll(async () => {
  organisation = await returnsOrganisation()
  const { db, finance, legal, health, ana, bruno, send } = organisation
  await send(finance, legal, [
    { documentNumber: '=1+1', returnDate: '2026-11-20', responsibleId: bruno.id },
    { status: itemStatus.cancelled, returnDate: '2026-11-20' },
  ])
  await send(finance, health, [{ documentNumber: 'de outro', returnDate: '2026-11-19' }])
  const back = { status: itemStatus.returned, actualReturnDate: '2026-11-10T02:30:00Z', returnedBy: bruno.id }
  await send(legal, finance, [{ ...back, documentNumber: 'devolvido', returnDate: '2026-11-09' }])
  await buildProtocol(db, {
    originDepartmentId: finance.id,
    destinationDepartmentId: legal.id,
    createdBy: ana.id,
    status: protocolStatus.inProgress,
    items: [],
  }).then(async ({ id }) => {
    const { itemTypeId } = await db.selectFrom('items').select('itemTypeId').limit(1).executeTakeFirstOrThrow()
    const items = Array.from({ length: many }, (_, index) => ({
      protocolId: id,
      position: index + 1,
      itemTypeId,
      documentNumber: `N-${index}`,
      returnDate: index % 2 === 0 ? `2026-12-0${(index % 3) + 1}` : null,
    }))
    await db.insertInto('items').values(items).execute()
  })
})

const exportAs = async (user: { id: number }, query = '') => {
  const reply = await organisation.as(user).get(`/api/returns/export?${query}`)
  expect(reply.status).toBe(200)
  const [, ...rows] = parse(String(reply.body), { bom: true, delimiter: ';' })
  expect(Number(reply.headers['x-total-rows'])).toBe(rows.length)
  return rows
}

describe('the exported returns', () => {
  // proves 7.6.1
  it('are every row of the list, once each and in its order', async () => {
    const rows = await exportAs(organisation.bruno)
    const documents = rows.map((row) => row[1])
    expect(documents).toHaveLength(many + 1)
    expect(new Set(documents).size).toBe(many + 1)
    const [type] = rows[0]?.slice(2) ?? []
    expect(rows[0]?.slice(1).join(';')).toBe(`'=1+1;${type};;;Finanças;Jurídico;Bruno Sá;20/11/2026;;pendente;`)
    const dates = rows.map((row) => row[8]?.split('/').reverse().join('-') ?? '')
    const dated = dates.filter(Boolean)
    expect(dated).toEqual([...dated].sort())
    expect(dates.slice(dated.length).every((date) => date === '')).toBe(true)
  })

  it('are read no further than somebody listens', async () => {
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const filter = { ...returnFilter.parse({}), page: 1 }
    const viewer = { ...organisation.admin, role: role.admin, departmentId: null }
    const listen = (rows: AsyncGenerator<string>) => Readable.from(rows, { objectMode: false })
    const read = () => listen(returnsCsv(organisation.db.withPlugin(counting), viewer, filter, '2026-11-19', 'UTC'))
    await text(read())
    expect(statements).toBeGreaterThan(8)

    statements = 0
    const left = read()
    await once(left, 'readable')
    left.read(100)
    left.destroy()
    await once(left, 'close')
    await organisation.db.selectFrom('settings').select('timeZone').execute()
    expect(statements).toBeLessThan(3)
  })

  it('of a search that finds more than it counts do not say how many they are', async () => {
    const reply = await organisation.as(organisation.bruno).get('/api/returns/export?search=N-')
    expect(String(reply.body).trimEnd().split('\r\n')).toHaveLength(many + 1)
    expect(reply.headers['x-total-rows']).toBeUndefined()
    const { after } = await organisation.db
      .selectFrom('auditEvents')
      .select('after')
      .where('action', '=', 'export')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ search: 'N-' })
    expect(after).not.toHaveProperty('rows')
  })

  it('follow the filters', async () => {
    expect((await exportAs(organisation.bruno, 'dateFilter=overdue')).map((row) => row[1])).toEqual(["'=1+1"])
    expect(await exportAs(organisation.bruno, 'status=Retornado')).toMatchObject([
      expect.arrayContaining(['devolvido', '09/11/2026', '09/11/2026 23:30', 'retornado']),
    ])
    expect(await exportAs(organisation.bruno, 'search=N-4099')).toHaveLength(1)
    const [returned] = await exportAs(organisation.bruno, 'status=Retornado')
    expect(await exportAs(organisation.bruno, `status=Retornado&search=%23${returned?.[0]}`)).toEqual([returned])
    expect((await exportAs(organisation.admin, 'dateFilter=overdue')).map((row) => row[1])).toEqual([
      'de outro',
      "'=1+1",
    ])
  })
})
