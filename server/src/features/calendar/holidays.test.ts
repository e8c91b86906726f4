import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildManager, buildUser } from '../../test/builders.ts'
import { ensureHolidays } from './public.ts'

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
