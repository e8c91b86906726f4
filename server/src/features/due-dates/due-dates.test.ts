import { beforeEach, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildManager,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'

const { app, db } = await testApp({ now: '2026-11-21T15:00:00Z', ownDatabase: true })
const admin = await buildAdmin(db, { name: 'Helena Prado' })
const as = app.as(admin)
const category = await buildCategory(db)
const calendarDays = await buildCategory(db, { dayCount: 'Dias corridos', returnDays: 8 })
const destination = await buildDepartment(db, { name: 'Jurídico' })
const responsible = await buildUser(db, { departmentId: destination.id })
const manager = await buildManager(db, { departmentId: destination.id })

/** 19/11/2026 in São Paulo, but already the 20th in UTC. */
const createdAt = '2026-11-20T01:30:00Z'
const computed = { categoryId: category.id, returnDate: '2026-11-27' }

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

  it('of a holiday that goes is an earlier day', async () => {
    const { id } = await build()
    expect(await effect('removed=2026-11-20')).toMatchObject({
      later: 0,
      earlier: 1,
      sample: [{ protocol: id, from: '2026-11-27', to: '2026-11-26' }],
    })
  })

  it('names five of many', async () => {
    await build({ items: Array.from({ length: 7 }, () => computed) })
    const { later, sample } = await effect('added=2026-11-25')
    expect([later, sample.length]).toEqual([7, 5])
  })

  it.each([
    ['calendar days', () => build({ items: [{ ...computed, categoryId: calendarDays.id }] })],
    ['no category', () => build({ items: [{ returnDate: '2026-11-27' }] })],
    ['an extended deadline', () => build({ items: [{ ...computed, originalReturnDate: '2026-11-26' }] })],
    ['a date that nobody computed', () => build({ items: [{ ...computed, returnDate: '2026-12-01' }] })],
    ['a returned item', () => build({ status: 'Em andamento', items: [{ ...computed, status: 'retornado' }] })],
    ['a closed protocol', () => build({ status: 'Concluído' })],
    ['a cancelled protocol', () => build({ status: 'Cancelado' })],
    ['a protocol of the day after', () => build({ createdAt: '2026-11-26T15:00:00Z' })],
  ])('leaves out %s', async (_, make) => {
    await make()
    expect(await effect('added=2026-11-25')).toEqual({ later: 0, earlier: 0, sample: [] })
  })

  it.each(['added=2026-11-22', 'added=', '', 'removed=2026-11-21'])('of "%s" is none', async (query) => {
    await build()
    expect(await effect(query)).toEqual({ later: 0, earlier: 0, sample: [] })
  })

  it('of a day that is none is a 400', async () => {
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

  it('goes on in steps when there are many protocols', async () => {
    const ends = { originDepartmentId: destination.id, createdBy: manager.id }
    for (let n = 0; n < 103; n += 1) await build(ends)
    await add('2026-11-25')
    expect((await apply({ added: '2026-11-25' })).body).toEqual({ moved: 100, remaining: 3 })
    expect((await apply({ added: '2026-11-25' })).body).toEqual({ moved: 3, remaining: 0 })
  })

  it('is refused while the calendar says something else', async () => {
    const { id } = await build()
    const refusal = { status: 409, body: { code: 'CALENDAR_CHANGED_MEANWHILE' } }
    expect(await apply({ added: '2026-11-25' })).toMatchObject(refusal)
    expect(await apply({ removed: '2026-11-20', shorten: true })).toMatchObject(refusal)
    expect(await datesOf(id)).toEqual([['2026-11-27', null]])
  })

  it('by two at once moves each deadline once', async () => {
    const { id } = await build()
    await add('2026-11-25')
    const replies = await Promise.all([apply({ added: '2026-11-25' }), apply({ added: '2026-11-25' })])
    expect(replies.map(({ body }) => body.moved).toSorted()).toEqual([0, 1])
    const history = await db.selectFrom('history').select('id').where('protocolId', '=', id).execute()
    expect(history).toHaveLength(1)
  })
})
