import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { describe, expect, it } from 'vitest'
import { foldLedgers } from '../../platform/db/folding.ts'
import { returnsOrganisation } from './returns.test-setup.ts'

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
  it.each([
    ['dateFrom=2026-11-21', 2],
    ['dateTo=2026-11-20', 3],
    ['dateFrom=2026-11-11&dateTo=2026-11-20', 0],
    ['dateFilter=overdue&dateFrom=2026-11-01', 3],
    ['dateFilter=today&dateTo=2026-11-20', 0],
    ['', 6],
  ])('%s: %i', async (query, total) => {
    const { list, ana } = await busyOrganisation()
    expect((await list(ana, query)).meta.total).toBe(total)
  })
})
