import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { untilWaiting } from '../../test/database.ts'

let test: TestApp
let ana: { id: number; name: string }
let bruno: { id: number }
let admin: { id: number }

beforeAll(async () => {
  test = await testApp({ ownDatabase: true, now: '2026-11-21T15:00:00.000Z' })
  ana = await buildUser(test.db, { name: 'Ana' })
  bruno = await buildUser(test.db)
  admin = await buildAdmin(test.db)
})

const idea = { category: 'interface', priority: 'alta', title: 'Letras maiores', description: 'Para ler de longe' }

const propose = async (person: { id: number }, fields: object = {}) => {
  const reply = await test.as(person).post('/suggestions', { ...idea, ...fields })
  expect(reply.status).toBe(201)
  return reply.body as { id: number; title: string; votes_count: number; status: string }
}

describe('a rating of the help centre', () => {
  // proves 2.14.5, 3.24, 4.29, 7.8.1, 9.17
  it('is given once for each section, and remembered', async () => {
    const as = test.as(ana)
    expect((await as.get('/feedback/check/geral')).body).toEqual({ hasRated: false, rating: null })
    const given = await as.post('/feedback/rating', { rating: 'bom', helpSection: 'geral', comments: 'Claro' })
    expect(given.status).toBe(201)
    expect(given.body).toMatchObject({ rating: 'bom', helpSection: 'geral', comments: 'Claro' })
    expect((await as.get('/feedback/check/geral')).body).toEqual({ hasRated: true, rating: 'bom' })

    const again = await as.post('/feedback/rating', { rating: 'ruim', helpSection: 'geral' })
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('Você já avaliou esta seção')
    expect((await as.get('/feedback/check/geral')).body.rating).toBe('bom')
    expect((await as.get('/feedback/user')).body.ratings).toHaveLength(1)
    expect((await test.as(bruno).get('/feedback/check/geral')).body.hasRated).toBe(false)
  })

  it('is given once, also by two requests at the same time', async () => {
    const person = await buildUser(test.db)
    const replies = await Promise.all(
      ['bom', 'ruim'].map((rating) => test.as(person).post('/feedback/rating', { rating, helpSection: 'geral' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('is refused when its form is not filled in, or of a section that cannot exist', async () => {
    const reply = await test.as(bruno).post('/feedback/rating', { rating: 'ótimo' })
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['rating', 'helpSection']])
    expect((await test.as(bruno).get('/feedback/check/%00')).status).toBe(404)
    expect((await test.as(admin).get('/feedback/analytics?helpSection=%00')).status).toBe(200)
  })

  // proves 7.8.1, 10.7
  it('is analysed by the Admin alone', async () => {
    await test.as(bruno).post('/feedback/rating', { rating: 'excelente', helpSection: 'returns' })
    const { body } = await test.as(admin).get('/feedback/analytics?helpSection=returns')
    expect(body).toEqual({
      total: 1,
      average: 5,
      distribution: { muito_ruim: 0, ruim: 0, neutro: 0, bom: 0, excelente: 1 },
      comments: [],
    })
    expect((await test.as(admin).get('/feedback/analytics?endDate=2026-11-20')).body.total).toBe(0)
    expect((await test.as(admin).get('/feedback/analytics')).body.comments[0]).toMatchObject({ comments: 'Claro' })
  })

  it('has no comment if that was left blank, and is then not among the comments of the analysis', async () => {
    const [person, earlier] = [await buildUser(test.db), await buildUser(test.db)]
    const given = { rating: 'bom', helpSection: 'settings', comments: ' ' }
    expect((await test.as(person).post('/feedback/rating', given)).body.comments).toBeNull()

    // As before blank comments were stored as none.
    const stored = { userId: earlier.id, section: 'settings', rating: 'bom', comments: '' }
    await test.db.insertInto('ratings').values(stored).execute()
    const { body } = await test.as(admin).get('/feedback/analytics?helpSection=settings')
    expect(body).toMatchObject({ total: 2, comments: [] })
  })
})

describe('a suggestion', () => {
  // proves 3.23, 5.7.1, 7.8.2
  it('is proposed by anybody and read by everybody', async () => {
    const { id } = await propose(ana, { expected_benefit: 'Menos cansaço' })
    const { body } = await test.as(bruno).get(`/suggestions/${id}`)
    expect(body).toEqual({
      id,
      ...idea,
      expected_benefit: 'Menos cansaço',
      status: 'pendente',
      implementation_notes: null,
      votes_count: 0,
      created_at: '2026-11-21T15:00:00.000Z',
      created_by: 'Ana',
      user_vote: null,
    })
    expect(
      (await test.as(ana).get('/suggestions/user')).body.suggestions.map((one: { id: number }) => one.id),
    ).toContain(id)
    const stranger = await buildUser(test.db)
    expect((await test.as(stranger).get('/suggestions/user')).body.suggestions).toEqual([])
    expect((await test.as(ana).get('/suggestions/999999')).status).toBe(404)
    const message = 'Por favor, preencha todos os campos obrigatórios.'
    const empty = await test.as(ana).post('/suggestions', { title: ' ' })
    const errors = { category: message, priority: message, title: message, description: message }
    expect([empty.status, empty.body.errors]).toEqual([400, errors])
  })

  // proves 4.28, 7.8.3
  it('has one vote of each person, which can change and be taken back', async () => {
    const { id } = await propose(ana)
    const vote = `/suggestions/${id}/vote`
    const none = await test.as(bruno).get(vote)
    expect(none.status).toBe(404)
    expect((await test.as(bruno).post(vote, { vote_type: 'up' })).body).toEqual({ vote: 'up', votes_count: 1 })
    expect((await test.as(bruno).post(vote, { vote_type: 'up' })).body.votes_count).toBe(1)
    expect((await test.as(ana).post(vote, { vote_type: 'up' })).body.votes_count).toBe(2)
    expect((await test.as(bruno).post(vote, { vote_type: 'down' })).body).toEqual({ vote: 'down', votes_count: 0 })
    expect((await test.as(bruno).get(vote)).body.vote).toBe('down')
    expect((await test.as(bruno).delete(vote)).body).toEqual({ vote: null, votes_count: 1 })
    expect((await test.as(bruno).delete(vote)).status).toBe(200)
    expect((await test.as(bruno).post(vote, { vote_type: 'talvez' })).status).toBe(400)
    expect((await test.as(bruno).post('/suggestions/999999/vote', { vote_type: 'up' })).status).toBe(404)
  })

  // proves 4.27, 7.8.3, 10.7
  it('is judged by the Admin alone, with notes', async () => {
    const { id } = await propose(ana, { expected_benefit: ' ' })
    const status = `/suggestions/${id}/status`
    expect((await test.as(ana).put(status, { status: 'aprovada' })).status).toBe(403)
    const blank = await test.as(admin).put(status, { status: 'em_analise', implementation_notes: '' })
    expect(blank.body).toMatchObject({ expected_benefit: null, implementation_notes: null })
    const judged = await test.as(admin).put(status, { status: 'aprovada', implementation_notes: 'Na próxima versão' })
    expect(judged.body).toMatchObject({ status: 'aprovada', implementation_notes: 'Na próxima versão' })
    const later = await test.as(admin).put(status, { status: 'implementada' })
    expect(later.body).toMatchObject({ status: 'implementada', implementation_notes: 'Na próxima versão' })
    expect((await test.as(admin).put(status, { status: 'talvez' })).status).toBe(400)
    expect((await test.as(admin).put('/suggestions/999999/status', { status: 'aprovada' })).status).toBe(404)
  })

  it('goes from status to status in the audit when two Admins judge it at once', async () => {
    const { id } = await propose(ana)
    const judges = [test.as(admin), test.as(await buildAdmin(test.db))]
    for (const judge of judges) await judge.get('/suggestions/stats')
    const statuses = ['aprovada', 'rejeitada']
    const replies: Promise<{ status: number }>[] = []
    await test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('suggestions').select('id').where('id', '=', id).forUpdate().execute()
      for (const [n, judge] of judges.entries()) {
        replies.push(judge.put(`/suggestions/${id}/status`, { status: statuses[n] }))
        await untilWaiting(test.db, n + 1)
      }
    })
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
    const events = await test.db
      .selectFrom('auditEvents')
      .select(['before', 'after'])
      .where('action', '=', 'suggestion.changed')
      .where('subjectId', '=', String(id))
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { before: { status: 'pendente' }, after: { status: 'aprovada' } },
      { before: { status: 'aprovada' }, after: { status: 'rejeitada' } },
    ])
  })

  // proves 7.8.2
  it('is found by words, kind and popularity', async () => {
    for (const person of [ana, bruno, admin]) await propose(person)
    const popular = await propose(ana, { title: 'Relatório 100% em ação', category: 'integracao' })
    for (const person of [ana, bruno, admin]) {
      await test.as(person).post(`/suggestions/${popular.id}/vote`, { vote_type: 'up' })
    }
    const titles = async (path: string) =>
      (await test.as(ana).get(path)).body.suggestions.map(({ title }: { title: string }) => title)
    expect(await titles('/suggestions/popular?limit=1')).toEqual([popular.title])
    expect(await titles('/suggestions/recent?limit=1')).toEqual([popular.title])
    expect(await titles('/suggestions/search?q=ACAO')).toEqual([popular.title])
    expect(await titles('/suggestions/search?q=100%25')).toEqual([popular.title])
    expect(await titles('/suggestions/search?q=100_')).toEqual([])
    expect(await titles('/suggestions?category=integracao&sortBy=votes&order=asc')).toEqual([popular.title])
    const all = await test.as(ana).get('/suggestions?limit=2&offset=1')
    expect(all.body.suggestions).toHaveLength(2)
    expect(all.body.total).toBeGreaterThan(2)
    const { body } = await test.as(ana).get('/suggestions/stats')
    expect(body.total).toBe(all.body.total)
    expect(body.by_category.integracao).toBe(1)

    // It is sorted by the names of the answer, too.
    await propose(ana)
    const order = async (sortBy: string, direction: string) =>
      (await test.as(ana).get(`/suggestions?sortBy=${sortBy}&order=${direction}`)).body.suggestions
    for (const direction of ['asc', 'desc']) {
      expect(await order('votes_count', direction)).toEqual(await order('votes', direction))
      expect(await order('created_at', direction)).toEqual(await order('date', direction))
      expect(await order('votes', direction)).not.toEqual(await order('date', direction))
    }
    for (const field of ['category', 'priority', 'status', 'sortBy', 'order']) {
      const refused = await test.as(ana).get(`/suggestions?${field}=x`)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]])
    }
  })
})

describe('the manual as a file', () => {
  let test: TestApp

  beforeAll(async () => {
    test = await testApp({ now: '2026-11-21T12:00:00Z' })
  })

  // proves 2.14.4
  it('is a PDF of the help, made once a day, and a failure is not kept until midnight', async () => {
    const client = test.as(await buildUser(test.db))
    const made = vi.spyOn(test.app.threads, 'run').mockRejectedValueOnce(new Error('no memory'))
    expect((await client.get('/api/help/manual')).status).toBe(500)
    expect(test.takeErrorLogs()).toHaveLength(1)

    const manual = await client.get('/api/help/manual')
    expect([manual.status, manual.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(manual.raw)))
    expect(totalPages).toBeGreaterThan(6)
    expect(text.join(' ')).toContain('Como a data de retorno é calculada')
    expect((await client.get('/api/help/manual')).raw.equals(manual.raw)).toBe(true)
    expect(made).toHaveBeenCalledTimes(2)
    test.clock.set('2026-11-22T12:00:00Z')
    made.mockResolvedValueOnce(manual.raw)
    await client.get('/api/help/manual')
    expect(made).toHaveBeenCalledTimes(3)
  })
})
