import { dayCount, dueDate } from '@malote/core/shared/due-date.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildManager, buildUser } from '../../test/builders.ts'
import { yearsAround } from './ensure-holidays.ts'
import { ensureHolidays, holidaysBetween } from './public.ts'

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

  // proves 11.5
  it.each([
    ['2026-11-19', 5, '2026-11-27'],
    ['2026-10-30', 1, '2026-11-03'],
  ])('%s + %i dias úteis = %s', async (start, days, expected) => {
    const holidays = await holidaysBetween(db, start, '2027-12-31')
    expect(dueDate(start, days, dayCount.business, holidays)).toBe(expected)
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
  it('neither brings back what was removed nor overwrites what was changed', async () => {
    await ensureHolidays(db, [2040])
    await db.deleteFrom('holidays').where('date', '=', '2040-11-20').execute()
    await db
      .updateTable('holidays')
      .set({ name: 'Natal da firma', kind: 'local' })
      .where('date', '=', '2040-12-25')
      .execute()
    await ensureHolidays(db, [2040])
    const names = await namesOf(2040)
    expect(names).toHaveLength(9)
    expect(names.at(-1)).toBe('2040-12-25 Natal da firma')
  })

  it('leaves a year empty that somebody has emptied', async () => {
    await ensureHolidays(db, [2041])
    await db.deleteFrom('holidays').where('date', '>=', '2041-01-01').where('date', '<=', '2041-12-31').execute()
    await ensureHolidays(db, [2041])
    expect(await namesOf(2041)).toEqual([])
  })

  it('keeps a local holiday that was there before the year was filled', async () => {
    await db
      .insertInto('holidays')
      .values({ date: '2042-04-21', name: 'Aniversário da cidade', kind: 'local' })
      .execute()
    await ensureHolidays(db, [2042])
    expect(await namesOf(2042)).toContain('2042-04-21 Aniversário da cidade')
    expect(await namesOf(2042)).toHaveLength(10)
  })

  it('is done once by two servers that start together', async () => {
    await Promise.all([ensureHolidays(db, [2043, 2044]), ensureHolidays(db, [2044, 2043])])
    expect(await namesOf(2043)).toHaveLength(10)
    expect(await namesOf(2044)).toHaveLength(10)
  })
})

describe('the holidays of an Admin', async () => {
  const { app, db, anonymous } = await testApp({ now: '2026-11-21T15:00:00Z' })
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

    it.each([
      [{}, { date: 'Data é obrigatória', name: 'Nome do feriado é obrigatório' }],
      [{ date: '2026-02-30', name: 'X' }, { date: 'Data inválida' }],
      [{ date: '1999-12-31', name: 'X' }, { date: 'Informe uma data entre 2000 e 2100' }],
      [{ date: '2026-12-24', name: 'x'.repeat(121) }, { name: 'Informe no máximo 120 caracteres' }],
      [{ date: '2026-12-24', name: 'a\u0000' }, { name: 'O texto contém caracteres inválidos' }],
    ])('is told what is wrong with %j', async (body, errors) => {
      expect(await asAdmin.post(path, body)).toMatchObject({ status: 400, body: { errors } })
    })

    it('hears of unknown days before the body is judged', async () => {
      expect(await asAdmin.put(`${path}/2035-01-02`, {})).toMatchObject({
        status: 404,
        body: { message: 'Feriado não encontrado' },
      })
      expect((await asAdmin.delete(`${path}/2035-01-02`)).status).toBe(404)
      expect((await asAdmin.delete(`${path}/ontem`)).status).toBe(404)
      expect((await asAdmin.put(`${path}/2035-02-30`, {})).status).toBe(404)
    })
  })

  // proves 10.5
  it('Gestor and Usuário read the calendar and change nothing', async () => {
    for (const person of [await buildManager(db), await buildUser(db)]) {
      const as = app.as(person)
      expect((await as.get(`${path}?from=2031-01-01&to=2031-12-31`)).status).toBe(200)
      const replies = [
        await as.post(path, {}),
        await as.put(`${path}/2031-01-25`, {}),
        await as.delete(`${path}/2031-01-25`),
        await as.delete(`${path}/ontem`),
        await as.get('/api/calendar/effect?added=ontem'),
        await as.post('/api/calendar/apply', { added: 1 }),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 403, body: { code: 'ONLY_ADMINS' } })
    }
    expect((await anonymous.delete(`${path}/2031-01-25`)).status).toBe(401)
    expect(await of(2031)).toHaveLength(1)
  })
})
