import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser, testPassword } from '../../test/builders.ts'

const { app, db, anonymous } = await testApp({ ownDatabase: true })
const { id: departmentId } = await buildDepartment(db, { name: 'Jurídico' })
const boss = await buildAdmin(db, { departmentId })
const asBoss = app.as(boss)

const waiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

// proves 11.27
it('an import that is under way keeps nobody from signing in whom it does not change', async () => {
  const other = await buildAdmin(db, { departmentId })
  const same = await buildUser(db, { name: 'Bia', email: 'bia@malote.test', departmentId })
  const last = await buildUser(db, { name: 'Caio', email: 'caio@malote.test', departmentId })
  const content = Buffer.from(
    'Nome;E-mail;Departamento\nAna;ana@malote.test;Jurídico\nBia;bia@malote.test;Jurídico\nCaio Lima;caio@malote.test;Jurídico',
  )
  const { token } = (await asBoss.post('/api/import/users/preview', content)).body
  const { running, answers } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', last.id).forUpdate().execute()
    const running = asBoss.post(`/api/import/users?token=${token}`, content)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000 })

    const signIn = ({ email }: { email: string }) =>
      anonymous.post('/api/auth/login', { email, password: testPassword })
    const answers = Promise.all([signIn(boss), signIn(other), signIn(same)])
    const tooLate = new Promise((resolve) => setTimeout(resolve, 3_000, 'still waiting'))
    return { running, answers: await Promise.race([answers, tooLate]) }
  })
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }])
  expect(String((await running).body)).toContain('"created":1,"changed":1,"unchanged":1')
})

it('an import that would not do what was previewed locks nobody and writes nothing', async () => {
  const first = await buildUser(db, { name: 'Davi', email: 'davi@malote.test', departmentId })
  const lines = Array.from({ length: 300 }, (_, n) => `Pessoa ${n};p${n}@malote.test;Jurídico`)
  const content = Buffer.from(['Nome;E-mail;Departamento', 'Davi Reis;davi@malote.test;Jurídico', ...lines].join('\n'))
  const reply = await asBoss.post('/api/import/users?token=of-another-preview', content)
  expect(String(reply.body).trim().split('\n')).toEqual([expect.stringContaining('IMPORT_CHANGED_MEANWHILE')])
  expect(await db.selectFrom('users').select('name').where('id', '=', first.id).executeTakeFirst()).toEqual({
    name: 'Davi',
  })
})
