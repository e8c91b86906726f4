import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

const { app, db } = await testApp({ ownDatabase: true })
const legal = await buildDepartment(db, { name: 'Jurídico' })
const people = await buildDepartment(db, { name: 'Recursos Humanos' })
const admin = await buildAdmin(db, { departmentId: legal.id })
const as = app.as(admin)

it('many who leave are changed together, and the Gestores hear of what each leaves behind', async () => {
  const gestor = await buildManager(db, { email: 'gestor@malote.test', departmentId: people.id })
  const leavers: { id: number }[] = []
  for (let n = 0; n < 6; n += 1) {
    const email = `p${n}@malote.test`
    leavers.push(await buildUser(db, { name: `Pessoa ${n}`, email, phone: '55', departmentId: people.id }))
  }
  const sent = { originDepartmentId: legal.id, destinationDepartmentId: people.id, createdBy: admin.id }
  const responsibleOf = (indexes: number[]) => indexes.map((n) => ({ responsibleId: leavers[n]?.id ?? null }))
  const { id: protocolId } = await buildProtocol(db, { ...sent, items: responsibleOf([0, 0, 1, 2, 5]) })
  await app.as(leavers[3] ?? admin).get('/api/departments')

  const without = Buffer.from(
    [
      'Nome;E-mail;Departamento;Ativo',
      'Pessoa 0;p0@malote.test;Jurídico;',
      'Pessoa 1;p1@malote.test;Recursos Humanos;não',
      'Pessoa Dois;p2@malote.test;Recursos Humanos;',
      'Pessoa 3;p3@malote.test;Recursos Humanos;não',
      'Pessoa 4;p4@malote.test;Jurídico;',
      'Pessoa 5;p5@malote.test;Recursos Humanos;',
    ].join('\n'),
  )
  const { token } = (await as.post('/api/import/users/preview', without)).body
  const { body } = await as.post(`/api/import/users?token=${token}`, without)
  expect(String(body)).toContain('"changed":5,"unchanged":1,"refused":0')
  const now = await db
    .selectFrom('users')
    .select(['name', 'phone', 'departmentId', 'isActive', 'role'])
    .where('id', '=', sql<number>`any(${leavers.map(({ id }) => id)}::int[])`)
    .orderBy('id')
    .execute()
  const same = { phone: '55', role: 'Usuário' }
  expect(now).toEqual([
    { ...same, name: 'Pessoa 0', departmentId: legal.id, isActive: true },
    { ...same, name: 'Pessoa 1', departmentId: people.id, isActive: false },
    { ...same, name: 'Pessoa Dois', departmentId: people.id, isActive: true },
    { ...same, name: 'Pessoa 3', departmentId: people.id, isActive: false },
    { ...same, name: 'Pessoa 4', departmentId: legal.id, isActive: true },
    { ...same, name: 'Pessoa 5', departmentId: people.id, isActive: true },
  ])
  const sessions = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', leavers[3]?.id ?? 0)
  expect(await sessions.execute()).toEqual([])
  const told = await db
    .selectFrom('notifications')
    .select(['message', 'protocolId'])
    .where('userId', '=', gestor.id)
    .where('type', '=', 'item_assigned')
    .orderBy('id')
    .execute()
  expect(told).toMatchObject([
    { protocolId, message: expect.stringMatching(/^Pessoa 0 não está mais .* por 2 itens pendentes\./) },
    { protocolId, message: expect.stringMatching(/^Pessoa 1 não está mais .* por 1 item pendente\./) },
  ])
})
