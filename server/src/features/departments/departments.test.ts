import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

const { app, db, anonymous } = await testApp()
const admin = await buildAdmin(db, { departmentId: null })
const asAdmin = app.as(admin)

const listed = async (id: number) =>
  (await asAdmin.get('/api/departments')).body.find((one: { dpid: number }) => one.dpid === id)

describe('the list of departments', () => {
  // proves 7.5.1, 13.4
  it('is for everyone signed in, in Portuguese alphabetical order', async () => {
    const { app, db, anonymous } = await testApp({ ownDatabase: true })
    for (const name of ['Órgão Central', 'Obras', 'Patrimônio', 'Açude', 'Adjunta']) await buildDepartment(db, { name })

    const { status, body } = await app.as(await buildUser(db)).get('/api/departments')

    expect(status).toBe(200)
    const names = body.map((one: { dpname: string }) => one.dpname)
    expect(names.filter((name: string) => !name.startsWith('Departamento'))).toEqual([
      'Açude',
      'Adjunta',
      'Obras',
      'Órgão Central',
      'Patrimônio',
    ])
    expect((await anonymous.get('/api/departments')).status).toBe(401)
  })

  // proves 2.12.2, 3.14, 12.14
  it('counts its people and its protocols, sent or received, each once', async () => {
    const { id } = await buildDepartment(db, { name: 'Contagem', description: 'Conta' })
    await buildUser(db, { departmentId: id })
    await buildUser(db, { departmentId: id, isActive: false })
    await buildProtocol(db, { originDepartmentId: id, items: [{}, {}] })
    await buildProtocol(db, { destinationDepartmentId: id, status: 'Cancelado' })
    await buildProtocol(db, { originDepartmentId: id, destinationDepartmentId: id, createdBy: admin.id })

    expect(await listed(id)).toEqual({
      dpid: id,
      dpname: 'Contagem',
      dpdescription: 'Conta',
      users_count: 3, // the builder adds the creator of the first protocol
      protocols_count: 3,
    })
  })
})

describe('an Admin', () => {
  // proves 7.7.1, 12.1
  it('adds a department', async () => {
    const { status, body } = await asAdmin.post('/api/departments', { dpname: '  Jurídico ', dpdescription: '' })

    expect(status).toBe(201)
    expect(body).toEqual({
      dpid: expect.any(Number),
      dpname: 'Jurídico',
      dpdescription: null,
      users_count: 0,
      protocols_count: 0,
    })
    expect(await listed(body.dpid)).toEqual(body)
  })

  // proves 7.7.1
  it('edits it; an id in the body and fields that it does not name change nothing', async () => {
    const { id } = await buildDepartment(db, { name: 'Antes', description: 'Fica' })
    const other = await buildDepartment(db)

    const { status, body } = await asAdmin.put(`/api/departments/${id}`, { dpid: other.id, dpname: 'Depois' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ dpid: id, dpname: 'Depois', dpdescription: 'Fica' })
    expect(await listed(other.id)).toMatchObject({ dpname: other.name })
  })

  // proves 7.7.1
  it('deletes one that nobody uses', async () => {
    const { id } = await buildDepartment(db)
    const reply = await asAdmin.delete(`/api/departments/${id}`)
    expect(reply).toMatchObject({ status: 204, body: undefined })
    expect(await listed(id)).toBeUndefined()
  })

  // proves 5.5.1
  it.each([undefined, null, '', '   ', 7])('cannot call it %j', async (dpname) => {
    const expected = {
      status: 400,
      body: {
        message: 'Nome do departamento é obrigatório',
        errors: { dpname: 'Nome do departamento é obrigatório' },
      },
    }
    const { id } = await buildDepartment(db)
    expect(await asAdmin.post('/api/departments', { dpname })).toMatchObject(expected)
    expect(await asAdmin.put(`/api/departments/${id}`, { dpname })).toMatchObject(expected)
  })

  // proves 6.10
  it('cannot delete one that has people or protocols', async () => {
    const withUser = await buildDepartment(db)
    await buildUser(db, { departmentId: withUser.id })
    const withProtocol = await buildDepartment(db)
    await buildProtocol(db, { destinationDepartmentId: withProtocol.id })

    for (const { id } of [withUser, withProtocol]) {
      expect(await asAdmin.delete(`/api/departments/${id}`)).toMatchObject({
        status: 409,
        body: {
          code: 'DEPARTMENT_IN_USE',
          message: 'Não é possível excluir departamentos com usuários ou protocolos associados',
        },
      })
    }
  })

  // proves 12.5
  it('hears of unknown departments before the body is judged', async () => {
    const gone = { status: 404, body: { message: 'Departamento não encontrado' } }
    expect(await asAdmin.put('/api/departments/999999', {})).toMatchObject(gone)
    expect(await asAdmin.delete('/api/departments/999999')).toMatchObject(gone)
    expect((await asAdmin.put('/api/departments/abc', {})).status).toBe(404)
    expect((await asAdmin.delete('/api/departments/99999999999')).status).toBe(404)
  })

  it('who deletes while somebody joins: one of the two is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await buildDepartment(db)
      const [deleted, joined] = await Promise.allSettled([
        asAdmin.delete(`/api/departments/${id}`),
        buildUser(db, { departmentId: id }),
      ])
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 204
      if (!isDeleted) expect(deleted).toMatchObject({ value: { status: 409, body: { code: 'DEPARTMENT_IN_USE' } } })
      expect(isDeleted).toBe(joined.status === 'rejected')
    }
  })
})

// proves 10.5, 12.5
it('Gestor and Usuário change nothing, and learn nothing about what exists or is valid', async () => {
  const { id } = await buildDepartment(db)
  for (const person of [await buildManager(db), await buildUser(db)]) {
    const as = app.as(person)
    const replies = [
      await as.post('/api/departments', {}),
      await as.put(`/api/departments/${id}`, {}),
      await as.put('/api/departments/999999', { dpname: 'X' }),
      await as.delete(`/api/departments/${id}`),
      await as.delete('/api/departments/abc'),
    ]
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 403,
        body: { code: 'ONLY_ADMINS', message: 'Apenas administradores podem realizar esta ação' },
      })
    }
  }
  expect((await anonymous.delete(`/api/departments/${id}`)).status).toBe(401)
})
