import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { ensureHolidays, yearsAround } from './ensure-holidays.ts'

const { app, db } = await testApp({ ownDatabase: true })
const as = app.as(await buildUser(db))
const namesOf = async (year: number) => {
  const { body } = await as.get(`/api/calendar/holidays?from=${year}-01-01&to=${year}-12-31`)
  return body.map(({ date, name }: { date: string; name: string }) => `${date} ${name}`)
}

describe('the calendar', async () => {
  await ensureHolidays(db, yearsAround('2026-11-21'))

  // proves 11.6
  it('has the ten national holidays of each year around now', async () => {
    expect(await namesOf(2026)).toEqual([
      '2026-01-01 Confraternização Universal',
      '2026-04-03 Sexta-feira Santa',
      '2026-04-21 Tiradentes',
      '2026-05-01 Dia do Trabalho',
      '2026-09-07 Independência do Brasil',
      '2026-10-12 Nossa Senhora Aparecida',
      '2026-11-02 Finados',
      '2026-11-15 Proclamação da República',
      '2026-11-20 Dia Nacional de Zumbi e da Consciência Negra',
      '2026-12-25 Natal',
    ])
    const counts = [2024, 2025, 2026, 2027, 2028, 2029, 2030].map(async (year) => (await namesOf(year)).length)
    expect(await Promise.all(counts)).toEqual([0, 10, 10, 10, 10, 10, 0])
  })

  // proves 7.7.6
  it('answers with both ends included', async () => {
    const { status, body } = await as.get('/api/calendar/holidays?from=2026-11-02&to=2026-11-15')
    expect(status).toBe(200)
    expect(body).toEqual([
      { date: '2026-11-02', name: 'Finados', kind: 'national' },
      { date: '2026-11-15', name: 'Proclamação da República', kind: 'national' },
    ])
  })

  it.each([
    ['from=2026-13-01&to=2026-12-31', { from: 'Data inválida' }],
    ['from=2026-01-01', { to: 'Data inválida' }],
    ['from=2026-01-01&to=2036-12-31', { to: 'Informe um período de no máximo 10 anos' }],
  ])('refuses %s', async (query, errors) => {
    const reply = await as.get(`/api/calendar/holidays?${query}`)
    expect(reply).toMatchObject({ status: 400, body: { errors } })
    expect(Object.keys(reply.body.errors)).toEqual(Object.keys(errors))
  })
})

describe('filling the calendar again', () => {
  // proves 11.6
  it('neither fills what an Admin has emptied nor overwrites what an Admin has added', async () => {
    await ensureHolidays(db, [2040])
    await db.deleteFrom('holidays').where('date', '>=', '2040-01-01').where('date', '<=', '2040-12-31').execute()
    await ensureHolidays(db, [2040])
    expect(await namesOf(2040)).toEqual([])

    await db.insertInto('holidays').values({ date: '2042-04-21', name: 'Aniversário', kind: 'local' }).execute()
    await ensureHolidays(db, [2042])
    expect(await namesOf(2042)).toContain('2042-04-21 Aniversário')
    expect(await namesOf(2042)).toHaveLength(10)
  })

  it('is done once by two servers that start together', async () => {
    await Promise.all([ensureHolidays(db, [2043, 2044]), ensureHolidays(db, [2044, 2043])])
    expect(await namesOf(2043)).toHaveLength(10)
    expect(await namesOf(2044)).toHaveLength(10)
  })
})

describe('the holidays of an Admin', async () => {
  const { app, db } = await testApp({ now: '2026-11-21T15:00:00Z' })
  const asAdmin = app.as(await buildAdmin(db))
  const path = '/api/calendar/holidays'
  const of = async (year: number) => (await asAdmin.get(`${path}?from=${year}-01-01&to=${year}-12-31`)).body

  describe('an Admin', () => {
    // proves 7.7.6, 11.6
    it('adds a local holiday', async () => {
      const reply = await asAdmin.post(path, { date: '2031-01-25', name: '  Aniversário da cidade ', kind: 'national' })
      expect(reply).toMatchObject({ status: 201 })
      expect(reply.body).toEqual({ date: '2031-01-25', name: 'Aniversário da cidade', kind: 'local' })
      expect(await of(2031)).toEqual([reply.body])
    })

    it('moves and renames one; a national one stays national', async () => {
      await ensureHolidays(db, [2032])
      const reply = await asAdmin.put(`${path}/2032-12-25`, { date: '2032-12-24', name: 'Natal da firma' })
      expect(reply).toMatchObject({ status: 200 })
      expect(reply.body).toEqual({ date: '2032-12-24', name: 'Natal da firma', kind: 'national' })
      await ensureHolidays(db, [2032])
      expect((await of(2032)).at(-1)).toEqual(reply.body)
    })

    it('removes a national one, which does not come back', async () => {
      await ensureHolidays(db, [2033])
      expect(await asAdmin.delete(`${path}/2033-11-20`)).toMatchObject({ status: 204, body: undefined })
      await ensureHolidays(db, [2033])
      expect(await of(2033)).toHaveLength(9)
    })

    it('cannot have two on one day', async () => {
      const taken = {
        status: 409,
        body: { code: 'HOLIDAY_TAKEN', errors: { date: 'Já existe um feriado nesta data' } },
      }
      for (const date of ['2034-05-02', '2034-05-03']) await asAdmin.post(path, { date, name: 'Ponte' })
      expect(await asAdmin.post(path, { date: '2034-05-02', name: 'Outra' })).toMatchObject(taken)
      expect(await asAdmin.put(`${path}/2034-05-03`, { date: '2034-05-02', name: 'Outra' })).toMatchObject(taken)
    })

    it('hears what is wrong with a day, and of unknown days before that', async () => {
      expect(await asAdmin.post(path, {})).toMatchObject({
        status: 400,
        body: { errors: { date: 'Data é obrigatória', name: 'Nome do feriado é obrigatório' } },
      })
      expect(await asAdmin.put(`${path}/2035-01-02`, {})).toMatchObject({
        status: 404,
        body: { message: 'Feriado não encontrado' },
      })
      expect((await asAdmin.delete(`${path}/ontem`)).status).toBe(404)
      expect((await asAdmin.put(`${path}/2035-02-30`, {})).status).toBe(404)
    })
  })
})
