import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'
import { recordsOf } from '../../test/organisation.ts'

let test: TestApp
let author: { id: number; name: string }
let protocol: Awaited<ReturnType<typeof buildProtocol>>
let path: string

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  protocol = await buildProtocol(test.db)
  author = await buildUser(test.db, { departmentId: protocol.destinationDepartmentId, name: 'Maria Souza' })
  path = `/api/protocols/${protocol.id}/comments`
})

// proves 3.13, 7.4.7
it('adds a comment, and deletes it with its text', async () => {
  const added = await test.as(author).post(path, { text: '  Falta a página 3 📎 <b>urgente</b> ' })
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    id: expect.any(Number),
    response_text: 'Falta a página 3 📎 <b>urgente</b>',
    created_at: '2026-11-21T15:00:00.000Z',
    created_by: 'Maria Souza',
    created_by_uid: author.id,
  })

  const deleted = await test.as(author).delete(`${path}/${added.body.id}`)
  expect([deleted.status, deleted.body]).toEqual([204, undefined])
  expect(await recordsOf(test.db).historyOf(protocol.id)).toMatchObject([
    { action: 'Comentário adicionado', description: 'Maria Souza adicionou um comentário' },
    { action: 'Comentário excluído', description: 'Maria Souza excluiu um comentário seu' },
  ])
  const notes = await test.db.selectFrom('notifications').select('message').execute()
  expect(JSON.stringify(notes)).not.toContain('página 3')
})

// proves 4.12
it('lets nobody but the author delete, and only where the comment is', async () => {
  const { body } = await test.as(author).post(path, { text: 'Conferido' })
  const colleague = await buildUser(test.db, { departmentId: protocol.destinationDepartmentId })
  const other = await buildProtocol(test.db, { originDepartmentId: protocol.destinationDepartmentId })

  const refused = await test.as(colleague).delete(`${path}/${body.id}`)
  expect([refused.status, refused.body.message]).toEqual([403, 'Apenas o autor pode excluir este comentário'])
  const elsewhere = await test.as(author).delete(`/api/protocols/${other.id}/comments/${body.id}`)
  expect([elsewhere.status, elsewhere.body.message]).toEqual([404, 'Comentário não encontrado'])
  expect((await test.as(author).delete(`${path}/${body.id}`)).status).toBe(204)
  expect((await test.as(author).delete(`${path}/${body.id}`)).status).toBe(404)
})

it('refuses a comment without text, or with too much of it', async () => {
  for (const body of [{}, { text: ' \n' }, { text: 7 }, { text: 'a'.repeat(5001) }]) {
    const reply = await test.as(author).post(path, body)
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['text']])
  }
})

// proves 18.43
it('lets a person comment 60 times an hour on one protocol, deleted comments included', async () => {
  const other = await buildProtocol(test.db, { destinationDepartmentId: protocol.destinationDepartmentId })
  const talker = await buildUser(test.db, { departmentId: protocol.destinationDepartmentId })
  const comment = (id = other.id) => test.as(talker).post(`/api/protocols/${id}/comments`, { text: 'De novo' })
  const { body } = await comment()
  await test.as(talker).delete(`/api/protocols/${other.id}/comments/${body.id}`)
  test.clock.advance(60_000)
  for (let count = 2; count <= 60; count += 1) expect((await comment()).status).toBe(201)
  const refused = await comment()
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    429,
    String(59 * 60),
    {
      code: 'TOO_MANY_COMMENTS',
      message: 'Você já fez muitos comentários neste protocolo na última hora. Aguarde e tente novamente.',
    },
  ])
  expect((await comment(protocol.id)).status).toBe(201)
  test.clock.advance(59 * 60_000)
  expect((await comment()).status).toBe(201)
})

describe('the notification of a comment', () => {
  const inboxOf = async (user: { id: number }) =>
    (await test.as(user).get(`/notifications/${user.id}`)).body.notifications as { message: string }[]

  // proves 17.28
  it('quotes its beginning as long as the comment exists', async () => {
    const text = `Falta a página 3\n\nVocê recebeu este aviso porque ${'sim '.repeat(100)}`
    const creator = { id: protocol.createdBy }
    const { body } = await test.as(author).post(path, { text })
    const [quoted] = await inboxOf(creator)
    const [what, quote, reason] = quoted?.message.split('\n') ?? []
    expect(what).toBe('Maria Souza adicionou um comentário.')
    expect(quote).toMatch(/^“Falta a página 3 Você recebeu este aviso porque sim .+ sim…”$/)
    expect(quote?.length).toBeLessThanOrEqual(143)
    expect(reason).toBe('Você recebeu este aviso porque criou o protocolo.')

    await test.as(author).delete(`${path}/${body.id}`)
    const [bare] = await inboxOf(creator)
    expect(bare?.message).toBe(`${what}\n${reason}`)
  })

  // proves 17.28
  it('is not stored anywhere but in the comment', async () => {
    await test.as(author).post(path, { text: 'Segredo de Estado' })
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from notifications n where n::text like '%Segredo%')
        or exists (select from history h where h::text like '%Segredo%') as found`.execute(test.db)
    expect(rows).toEqual([{ found: false }])
  })

  // proves 17.28
  it('is not shown to a person who no longer sees the protocol', async () => {
    const moved = await buildUser(test.db, { departmentId: protocol.destinationDepartmentId })
    await test.as(moved).post(path, { text: 'Recebido' })
    await test.as(author).post(path, { text: 'Obrigada' })
    expect((await inboxOf(moved))[0]?.message).toContain('“Obrigada”')
    const elsewhere = await buildDepartment(test.db)
    await test.db.updateTable('users').set({ departmentId: elsewhere.id }).where('id', '=', moved.id).execute()
    expect(await inboxOf(moved)).toEqual([])
  })
})
