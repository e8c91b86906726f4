import { typicalPeriod } from '@malote/core/due-dates/typical.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays, civilDateIn, daysBetween } from '@malote/core/shared/civil-date.ts'
import { businessDaysSince, dayCount } from '@malote/core/shared/due-date.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { foldLedgers } from '../../platform/db/folding.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildItemType,
  buildManager,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import { random } from '../../test/random-organisation.ts'

const { app, db } = await testApp({ now: '2026-11-21T15:00:00Z', ownDatabase: true })
const admin = await buildAdmin(db, { name: 'Helena Prado' })
const as = app.as(admin)
const category = await buildCategory(db)
const destination = await buildDepartment(db, { name: 'Jurídico' })
const responsible = await buildUser(db, { departmentId: destination.id })
const manager = await buildManager(db, { departmentId: destination.id })

/** 19/11/2026 in São Paulo, but already the 20th in UTC. */
const createdAt = '2026-11-20T01:30:00Z'
const count = { countedFrom: '2026-11-19', countedDays: 5, countedInBusinessDays: true, countedUntil: '2026-11-27' }
const computed = { ...count, categoryId: category.id, returnDate: '2026-11-27' }

const build = (fields: Parameters<typeof buildProtocol>[1] = {}) =>
  buildProtocol(db, { createdAt, destinationDepartmentId: destination.id, items: [computed], ...fields })

const datesOf = async (id: number) => {
  const items = db.selectFrom('items').select(['returnDate', 'originalReturnDate']).where('protocolId', '=', id)
  return (await items.orderBy('position').execute()).map((item) => [item.returnDate, item.originalReturnDate])
}
const effect = async (query: string) => (await as.get(`/api/calendar/effect?${query}`)).body
const apply = (body: object) => as.post('/api/calendar/apply', body)
const add = (date: string) => as.post('/api/calendar/holidays', { date, name: 'Aniversário da cidade' })
const remove = (date: string) => as.delete(`/api/calendar/holidays/${date}`)

beforeEach(async () => {
  await db.deleteFrom('holidays').execute()
  await db
    .insertInto('holidays')
    .values([{ date: '2026-11-20', name: 'Consciência Negra' }])
    .execute()
  // Settles the items of the previous tests.
  await db
    .updateTable('items')
    .set({ status: 'cancelado', cancelledAt: new Date(), cancelledBy: admin.id, cancelReason: 'Fim' })
    .where('status', '=', 'pendente')
    .execute()
})

describe('the effect of a change', () => {
  // proves 7.7.6, 11.7
  it('is told in numbers and examples, before and after it is made', async () => {
    const { id } = await build({ items: [{ ...computed, documentNumber: '123/2026' }, computed] })
    const expected = {
      later: 2,
      earlier: 0,
      sample: [
        { protocol: id, item: expect.stringMatching(/^Item 123\/2026 \(/), from: '2026-11-27', to: '2026-11-30' },
        { protocol: id, item: expect.any(String), from: '2026-11-27', to: '2026-11-30' },
      ],
    }
    expect(await effect('added=2026-11-25')).toEqual(expected)
    await add('2026-11-25')
    expect(await effect('added=2026-11-25')).toEqual(expected)
  })

  it('names five of many', async () => {
    await build({ items: Array.from({ length: 7 }, () => computed) })
    const { later, sample } = await effect('added=2026-11-25')
    expect([later, sample.length]).toEqual([7, 5])
  })

  it('leaves out what it does not touch, and is none of a day that counts nothing', async () => {
    const { id } = await build()
    for (const query of ['added=2026-11-22', 'added=', '', 'removed=2026-11-21']) {
      expect(await effect(query), query).toEqual({ later: 0, earlier: 0, sample: [] })
    }
    const untouched: Parameters<typeof build>[0][] = [
      { items: [{ ...computed, countedDays: 8, countedInBusinessDays: false }, { returnDate: '2026-11-27' }] },
      // Granted until a day that the count does not pass.
      { items: [{ ...computed, returnDate: '2026-12-01', grantedUntil: '2026-12-01' }] },
      { status: 'Em andamento', items: [{ ...computed, status: 'retornado' }] },
      { status: 'Concluído' },
      { status: 'Cancelado' },
      { items: [{ ...computed, countedFrom: '2026-11-25', countedDays: 2 }] },
    ]
    for (const fields of untouched) await build(fields)
    expect(await effect('added=2026-11-25')).toMatchObject({ later: 1, earlier: 0, sample: [{ protocol: id }] })
    expect(await as.get('/api/calendar/effect?added=2026-02-30')).toMatchObject({
      status: 400,
      body: { errors: { added: 'Data inválida' } },
    })
  })
})

describe('applying a change', () => {
  // proves 7.7.6
  it('moves the deadlines, writes history and tells who answers for them', async () => {
    const items = [{ ...computed, documentNumber: 'A-1', responsibleId: responsible.id }, computed]
    const { id, version } = await build({ items })
    await add('2026-11-25')

    expect(await apply({ added: '2026-11-25' })).toMatchObject({ status: 200, body: { moved: 2, remaining: 0 } })

    expect(await datesOf(id)).toEqual([
      ['2026-11-30', null],
      ['2026-11-30', null],
    ])
    const history = await db.selectFrom('history').selectAll().where('protocolId', '=', id).orderBy('id').execute()
    expect(history.map(({ action, createdBy }) => [action, createdBy])).toEqual([
      ['Prazo alterado', admin.id],
      ['Prazo alterado', admin.id],
    ])
    expect(history[0]?.description).toMatch(
      /^Item A-1 \(.+\): prazo alterado de 27\/11\/2026 para 30\/11\/2026 por Helena Prado\. Motivo: feriado de 25\/11\/2026 \(Aniversário da cidade\) incluído no calendário$/,
    )
    const told = await db.selectFrom('notifications').select(['userId', 'title']).where('protocolId', '=', id).execute()
    expect(told.toSorted((a, b) => a.userId - b.userId)).toEqual([
      { userId: responsible.id, title: 'Prazo de retorno alterado' },
      { userId: manager.id, title: 'Prazo de retorno alterado' },
    ])
    const protocol = await db.selectFrom('protocols').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(protocol.nextReturnDate).toBe('2026-11-30')
    expect(protocol.version).toBeGreaterThan(version)
    expect(await findBrokenInvariants(db)).toEqual([])

    expect((await apply({ added: '2026-11-25' })).body).toEqual({ moved: 0, remaining: 0 })
  })

  it('tells the Gestores of items whose responsible user has left', async () => {
    const left = await buildUser(db, { departmentId: destination.id, isActive: false })
    const item = { ...computed, responsibleId: left.id }
    const { id } = await build({ items: [item, item] })
    await add('2026-11-25')
    await apply({ added: '2026-11-25' })
    const notices = db.selectFrom('notifications').select(['userId', 'message']).where('protocolId', '=', id)
    const reason = 'é gestor do departamento de destino de itens cujo responsável não está mais no departamento'
    expect(await notices.execute()).toMatchObject([{ userId: manager.id, message: expect.stringContaining(reason) }])
  })

  // proves 11.7
  it('shortens what was promised only when that is asked for', async () => {
    const { id } = await build()
    expect(await effect('removed=2026-11-20')).toMatchObject({
      ...{ later: 0, earlier: 1, sample: [{ protocol: id, from: '2026-11-27', to: '2026-11-26' }] },
    })
    await remove('2026-11-20')
    expect((await apply({ removed: '2026-11-20' })).body).toEqual({ moved: 0, remaining: 0 })
    expect(await datesOf(id)).toEqual([['2026-11-27', null]])
    expect((await apply({ removed: '2026-11-20', shorten: true })).body).toEqual({ moved: 1, remaining: 0 })
    expect(await datesOf(id)).toEqual([['2026-11-26', null]])
  })

  it('can be taken back: a moved deadline is still a computed one', async () => {
    const { id } = await build()
    await add('2026-11-25')
    await apply({ added: '2026-11-25' })
    await remove('2026-11-25')
    expect((await apply({ removed: '2026-11-25', shorten: true })).body).toEqual({ moved: 1, remaining: 0 })
    expect(await datesOf(id)).toEqual([['2026-11-27', null]])
  })

  it('goes on in steps when there are many protocols, for two Admins at once, each due date once', async () => {
    const ends = { originDepartmentId: destination.id, createdBy: manager.id }
    const protocols: number[] = []
    for (let n = 0; n < 103; n += 1) protocols.push((await build(ends)).id)
    await add('2026-11-25')
    const replies = await Promise.all([1, 2].map(() => apply({ added: '2026-11-25' })))
    const moved = replies.reduce((sum, { body }) => sum + body.moved, 0)
    // Whoever ends last knows what is left, also of what the other one moved.
    const left = Math.min(...replies.map(({ body }) => body.remaining))
    expect(await effect('')).toMatchObject({ later: left, earlier: 0 })
    expect(left).toBe(103 - moved)
    await apply({ added: '2026-11-25' })
    expect(await effect('')).toMatchObject({ later: 0, earlier: 0 })
    const entries = db.selectFrom('history').select('id').where('protocolId', 'in', protocols)
    expect(await entries.execute()).toHaveLength(103)
  })

  it('is refused while the calendar says something else', async () => {
    const { id } = await build()
    const refusal = { status: 409, body: { code: 'CALENDAR_CHANGED_MEANWHILE' } }
    expect(await apply({ added: '2026-11-25' })).toMatchObject(refusal)
    expect(await apply({ removed: '2026-11-20', shorten: true })).toMatchObject(refusal)
    expect(await datesOf(id)).toEqual([['2026-11-27', null]])
  })
})

const now = '2026-11-21T15:00:00Z'
const today = '2026-11-21'
const zone = 'America/Sao_Paulo'

/** Two departments, and a way to have something back from one of them. */
async function organisation() {
  const test = await testApp({ now })
  const { db } = test
  const person = await buildUser(db)
  const ends = { originDepartmentId: (await buildDepartment(db)).id, createdBy: person.id }
  const [legal, health] = [await buildDepartment(db), await buildDepartment(db)]
  const { id: itemTypeId } = await buildItemType(db)
  const giveBack = (
    categoryId: number,
    { to = legal, sent, returned, due }: { to?: { id: number }; sent: string; returned: string; due: string },
  ) =>
    buildProtocol(db, {
      ...ends,
      destinationDepartmentId: to.id,
      createdAt: sent,
      status: protocolStatus.inProgress,
      items: [
        { itemTypeId, categoryId, status: itemStatus.returned, actualReturnDate: new Date(returned), returnDate: due },
      ],
    })
  const typical = async (query: string) => (await test.as(person).get(`/api/deadlines/typical?${query}`)).body
  return { ...test, person, legal, health, itemTypeId, ends, giveBack, typical }
}

describe('GET /api/deadlines/typical', () => {
  // proves 21.30, 21.31
  it("says what is usual in the category's own days, from ten returns on", async () => {
    const { db, legal, health, giveBack, typical, as, person } = await organisation()
    const { id } = await buildCategory(db, { returnDays: 5 })
    await db.insertInto('holidays').values({ date: '2026-11-20', name: 'Consciência Negra' }).execute()
    // Sent on Monday the 9th: back after 0, 1, 2, 3, 4, 4 (a Saturday), 5, 6, 8 and 8 (the holiday) business days.
    const days = ['09', '10', '11', '12', '13', '14', '16', '17', '19', '20']
    const back = (day: string) => ({ sent: '2026-11-09T12:00:00Z', returned: `2026-11-${day}T12:00:00Z` })
    for (const day of days.slice(0, 9)) await giveBack(id, { ...back(day), due: '2026-11-16' })
    expect(await typical(`category_id=${id}`)).toEqual({
      ...{ sample: 9, median_days: null, p80_days: null, on_time_rate: null },
      ...{ day_count: 'Dias úteis', category_days: 5 },
    })

    await giveBack(id, { ...back('20'), due: '2026-11-16' })
    const expected = { sample: 10, median_days: 4, p80_days: 6, on_time_rate: 0.7 }
    expect(await typical(`category_id=${id}`)).toMatchObject(expected)
    expect(await typical(`category_id=${id}&destination_department_id=${legal.id}`)).toMatchObject(expected)
    expect(await typical(`category_id=${id}&destination_department_id=${health.id}`)).toMatchObject({
      ...{ sample: 0, median_days: null, on_time_rate: null },
    })

    await db.updateTable('categories').set({ dayCount: dayCount.calendar }).where('id', '=', id).execute()
    expect(await typical(`category_id=${id}`)).toMatchObject({
      median_days: 4,
      p80_days: 8,
      day_count: 'Dias corridos',
    })

    expect((await as(person).get('/api/deadlines/typical?category_id=9999')).status).toBe(404)
    for (const query of ['', 'category_id=x', `category_id=${id}&destination_department_id=x`]) {
      expect((await as(person).get(`/api/deadlines/typical?${query}`)).status, query).toBe(400)
    }
  })

  // proves 21.30
  it('counts the last 365 days of the time zone of the organisation', async () => {
    const { db, giveBack, typical } = await organisation()
    const { id } = await buildCategory(db)
    const sample = async () => (await typical(`category_id=${id}`)).sample
    // The evening in São Paulo is the next day in UTC.
    await giveBack(id, { sent: '2025-11-01T12:00:00Z', returned: '2025-11-22T02:30:00Z', due: '2025-11-10' })
    expect(await sample()).toBe(0)
    await giveBack(id, { sent: '2025-11-01T12:00:00Z', returned: '2025-11-22T03:30:00Z', due: '2025-11-10' })
    expect(await sample()).toBe(1)
  })

  // proves 21.32
  it('equals a scan of all items after any history, folded or not', async () => {
    const scene = await randomHistory()
    const { db, as, person, questions } = scene
    const answers = async () => {
      const found = []
      for (const query of questions) found.push((await as(person).get(`/api/deadlines/typical?${query}`)).body)
      return found
    }
    expect(await answers()).toEqual(await scanned(scene))
    for (let step = 0; step < 3; step += 1) {
      await foldLedgers(db)
      expect(await answers()).toEqual(await scanned(scene))
      await scene.changeSome()
      expect(await answers()).toEqual(await scanned(scene))
    }
    expect(await findBrokenInvariants(db)).toEqual([])
  })
})

/** Returns of a year and a half between a few departments, in categories of both day counts. */
async function randomHistory() {
  const scene = await organisation()
  const { db, legal, health, itemTypeId, ends } = scene
  const { below, pick } = random(20_261_123)
  const categories = [
    (await buildCategory(db)).id,
    (await buildCategory(db, { dayCount: dayCount.calendar, returnDays: 10 })).id,
    (await buildCategory(db, { returnDays: null })).id,
  ]
  for (const date of ['2026-01-01', '2026-04-03', '2026-04-21', '2026-09-07']) {
    await db.insertInto('holidays').values({ date, name: 'Feriado' }).execute()
  }
  const noon = Date.parse(now)
  const protocols = Array.from({ length: 120 }, () => {
    const sent = noon - below(550 * 24) * 3_600_000
    const backAt = () => new Date(Math.min(noon, sent + below(30 * 24) * 3_600_000))
    const items = Array.from({ length: 1 + below(3) }, () => {
      const status = pick([itemStatus.returned, itemStatus.returned, itemStatus.completed, itemStatus.pending])
      const isBack = status === itemStatus.returned || (status === itemStatus.completed && below(2) > 0)
      return {
        ...{ itemTypeId, status, categoryId: pick([...categories, null]) },
        returnDate: addDays(new Date(sent).toISOString().slice(0, 10), below(25)),
        ...(isBack && { actualReturnDate: backAt(), returnedBy: ends.createdBy }),
      }
    })
    return { createdAt: new Date(sent), destinationDepartmentId: pick([legal, health]).id, items }
  })
  const status = protocolStatus.inProgress
  const built = await Promise.all(protocols.map((one) => buildProtocol(db, { ...ends, ...one, status })))

  const by = { cancelledAt: new Date(now), cancelledBy: ends.createdBy, cancelReason: 'Engano' }
  const back = { actualReturnDate: new Date(now), returnedBy: ends.createdBy }
  /** Cancels protocols, moves items to other categories, returns some, changes the calendar and how days are counted. */
  async function changeSome() {
    for (const { id, items } of built.filter(() => below(6) === 0)) {
      const ofProtocol = db.updateTable('items').where('protocolId', '=', id)
      const update = db.updateTable('items').where('id', '=', items[0]?.id ?? 0)
      const what = below(3)
      if (what === 1) await update.set({ categoryId: pick(categories) }).execute()
      const pending = ofProtocol.where('status', '=', itemStatus.pending)
      if (what === 2) await pending.set({ status: itemStatus.returned, ...back }).execute()
      if (what > 0) continue
      await pending.set({ status: itemStatus.cancelled, ...by }).execute()
      const cancelled = { status: protocolStatus.cancelled, ...by }
      await db.updateTable('protocols').set(cancelled).where('id', '=', id).where('cancelledAt', 'is', null).execute()
    }
    const date = addDays(today, -below(300) - 1)
    await db
      .insertInto('holidays')
      .values({ date, name: 'Feriado' })
      .onConflict((on) => on.doNothing())
      .execute()
    await db
      .updateTable('categories')
      .set({ dayCount: pick(Object.values(dayCount)) })
      .where('id', '=', pick(categories))
      .execute()
  }

  const questions = categories.flatMap((category) =>
    [undefined, legal, health].map((to) => `category_id=${category}${to ? `&destination_department_id=${to.id}` : ''}`),
  )
  return { ...scene, questions, changeSome }
}

/** The expected answers, from the items themselves. */
async function scanned({ db, questions }: Pick<TestApp, 'db'> & { questions: string[] }) {
  const holidays = new Set((await db.selectFrom('holidays').select('date').execute()).map(({ date }) => date))
  const items = await db
    .selectFrom('items')
    .innerJoin('protocols', 'protocols.id', 'items.protocolId')
    .select([
      'categoryId',
      'protocols.destinationDepartmentId',
      'protocols.createdAt',
      'actualReturnDate',
      'returnDate',
    ])
    .where('protocols.status', '<>', protocolStatus.cancelled)
    .execute()
  const categories = await db.selectFrom('categories').selectAll().execute()
  return questions.map((question) => {
    const query = new URLSearchParams(question)
    const category = categories.find(({ id }) => id === Number(query.get('category_id')))
    const to = query.get('destination_department_id')
    const returns = items.flatMap(
      ({ categoryId, destinationDepartmentId, createdAt, actualReturnDate, returnDate }) => {
        if (categoryId !== category?.id || (to && Number(to) !== destinationDepartmentId) || !actualReturnDate)
          return []
        const sent = civilDateIn(new Date(createdAt), zone)
        const returned = civilDateIn(new Date(actualReturnDate), zone)
        if (daysBetween(returned, today) >= typicalPeriod) return []
        const isBusiness = category?.dayCount === dayCount.business
        const days = isBusiness ? businessDaysSince(sent, returned, holidays) : daysBetween(sent, returned)
        return [{ days, isOnTime: returned <= (returnDate ?? '') }]
      },
    )
    const days = returns.map((one) => one.days).sort((a, b) => a - b)
    const isEnough = returns.length >= 10
    const within = (share: number) => (isEnough ? days[Math.ceil(share * days.length) - 1] : null)
    return {
      sample: returns.length,
      median_days: within(0.5),
      p80_days: within(0.8),
      day_count: category?.dayCount,
      on_time_rate: isEnough ? returns.filter(({ isOnTime }) => isOnTime).length / returns.length : null,
      category_days: category?.returnDays,
    }
  })
}
