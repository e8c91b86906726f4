import { setTimeout as pass } from 'node:timers/promises'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetOldAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import { composeReminder } from '../../domain/mail/compose-mail.ts'
import { connect } from '../../platform/db/connect.ts'
import { buildAdmin, buildDepartment, buildManager, buildOccurrence, buildUser } from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { untilWaiting } from '../../test/database.ts'
import { atCommit, databaseProxy } from '../../test/fault-proxy.ts'
import { answerOrganisation, behindProxy } from './answers.test-setup.ts'

let organisation: Awaited<ReturnType<typeof answerOrganisation>>
beforeAll(async () => {
  organisation = await answerOrganisation(behindProxy)
})

const unknown = { status: 410, body: { code: 'ANSWER_LINK_DEAD', message: 'Este link não é válido.' } }
const asked = { return_date: '2026-12-04', note: 'Falta a assinatura' }

describe('POST /api/answers/open', () => {
  // proves 21.23
  it('says what the link is about, nothing of the account, and changes nothing', async () => {
    const { protocolId, itemId } = await organisation.send({ description: 'Via assinada' })
    const token = await organisation.linkFor(itemId)
    for (let time = 0; time < 2; time += 1) {
      expect(await organisation.open(token)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    }
    const { body } = await organisation.open(token)
    expect(body).toEqual({
      ...{ item_type: organisation.type.name, document_number: '7/26', item_description: 'Via assinada' },
      ...{ return_date: '2026-11-20', choices: ['returned', 'extension', 'not_with_me'] },
      earliest_date: '2026-11-21',
      quick_dates: [
        { label: '+3 dias úteis', date: '2026-11-25' },
        { label: '+1 semana', date: '2026-11-27' },
        { label: '+2 semanas', date: '2026-12-04' },
      ],
    })
    expect(await organisation.historyOf(protocolId)).toEqual([])
    const links = await organisation.db.selectFrom('answerLinks').selectAll().where('itemId', '=', itemId).execute()
    expect(links.map(({ usedAt }) => usedAt)).toEqual([null])
  })

  // proves 21.23
  it('offers what the rules allow now', async () => {
    const { itemId } = await organisation.send()
    const choices = async (token: string) => (await organisation.open(token)).body.choices
    const token = await organisation.linkFor(itemId)
    const colleague = await buildUser(organisation.db, { departmentId: organisation.destination.id })
    const theirs = await organisation.linkFor(itemId, { userId: colleague.id })
    expect(await choices(theirs)).toEqual(['returned', 'not_with_me'])
    await buildOccurrence(organisation.db, { itemId, openedBy: colleague.id, kind: 'not_held' })
    expect(await choices(token)).toEqual(['returned', 'extension'])
    await buildOccurrence(organisation.db, { itemId, openedBy: colleague.id, kind: 'claimed_returned' })
    expect(await organisation.open(theirs)).toMatchObject({
      ...{ status: 410, body: { message: 'O que se pode responder sobre este item já está registrado.' } },
    })
  })
})

describe('POST /api/answers', () => {
  // proves 21.24
  it('records that the item is back already, as the person, and tells the origin', async () => {
    const { holder, sender, originManager } = organisation
    const { protocolId, itemId } = await organisation.send()
    const reply = await organisation.answer(await organisation.linkFor(itemId), 'returned', {
      note: ' Deixei no balcão na sexta ',
    })
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: 'Obrigado! Registramos que você já devolveu o item; quem enviou foi avisado e vai conferir.' },
    ])
    expect(await organisation.occurrencesOf(itemId)).toMatchObject([
      { kind: 'claimed_returned', description: 'Deixei no balcão na sexta', openedBy: holder.id },
    ])
    const description = `Maria Souza (pelo e-mail) registrou ocorrência no Item 7/26 (${organisation.type.name}): Já devolvido. Descrição: “Deixei no balcão na sexta”`
    expect(await organisation.historyOf(protocolId)).toMatchObject([
      { action: 'Ocorrência registrada', description, createdBy: holder.id },
    ])
    const told = await organisation.toldOf(protocolId)
    expect(told.map(({ userId }) => userId)).toEqual([sender.id, originManager.id])
    for (const { message } of told) expect(message).toContain(description)
    expect((await organisation.stateOf(itemId)).status).toBe(itemStatus.pending)
  })

  // proves 21.24
  it.each([
    ['returned', undefined, 'claimed_returned', 'Respondido pelo e-mail: já devolvi.'],
    ['not_with_me', null, 'not_held', 'Respondido pelo e-mail: não está comigo.'],
    ['not_with_me', 'ok', 'not_held', 'Respondido pelo e-mail: não está comigo. ok'],
    ['not_with_me', 'Está com o João', 'not_held', 'Está com o João'],
  ])('%s with note %j', async (choice, note, kind, description) => {
    const { itemId } = await organisation.send()
    expect((await organisation.answer(await organisation.linkFor(itemId), choice, { note })).status).toBe(200)
    expect(await organisation.occurrencesOf(itemId)).toMatchObject([
      { kind, description, openedBy: organisation.holder.id },
    ])
  })

  // proves 21.24
  it('asks the origin for more time', async () => {
    const { holder } = organisation
    const { protocolId, itemId } = await organisation.send()
    const reply = await organisation.answer(await organisation.linkFor(itemId), 'extension', asked)
    expect([reply.status, reply.body.message]).toEqual([
      200,
      'Obrigado! Pedimos a quem enviou o prazo até 04/12/2026; avisaremos quando for decidido.',
    ])
    expect(await organisation.requestsOf(itemId)).toMatchObject([
      { requestedDate: '2026-12-04', reason: 'Falta a assinatura', askedBy: holder.id },
    ])
    const [entry] = await organisation.historyOf(protocolId)
    expect(entry).toMatchObject({ action: 'Prazo solicitado', createdBy: holder.id })
    expect(entry?.description).toMatch(/^Maria Souza \(pelo e-mail\) pediu prazo até 04\/12\/2026 /)
  })

  // proves 21.24
  it.each([
    [{ return_date: '2026-11-20' }, { return_date: 'O novo prazo deve ser posterior a 20/11/2026' }],
    [{ note: '\u200b\u200b\u200b' }, { note: 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)' }],
  ])('refuses %j without using the link up', async (wrong, errors) => {
    const { itemId } = await organisation.send()
    const token = await organisation.linkFor(itemId)
    const reply = await organisation.answer(token, 'extension', { ...asked, ...wrong })
    expect([reply.status, reply.body.errors]).toEqual([400, errors])
    expect(await organisation.requestsOf(itemId)).toEqual([])
    expect((await organisation.answer(token, 'extension', asked)).status).toBe(200)
  })

  // proves 21.25
  it('has one answer: the other links about that due date are used up with it', async () => {
    const { itemId } = await organisation.send()
    const [first, second] = [await organisation.linkFor(itemId), await organisation.linkFor(itemId)]
    const ofManager = await organisation.linkFor(itemId, { userId: organisation.manager.id })
    expect((await organisation.answer(first, 'not_with_me')).status).toBe(200)
    for (const token of [first, second]) {
      for (const choice of ['returned', 'extension', 'not_with_me']) {
        expect(await organisation.answer(token, choice, { return_date: null, note: null })).toMatchObject({
          status: 410,
          body: { code: 'ANSWER_LINK_DEAD', message: 'Você já respondeu em 19/11/2026.' },
        })
      }
      expect((await organisation.open(token)).body.message).toBe('Você já respondeu em 19/11/2026.')
    }
    expect((await organisation.answer(ofManager, 'returned')).status).toBe(200)
  })

  // proves 21.24
  it('says what is open already, and leaves the link for another answer', async () => {
    const { itemId } = await organisation.send()
    await buildOccurrence(organisation.db, { itemId, openedBy: organisation.manager.id, kind: 'claimed_returned' })
    const token = await organisation.linkFor(itemId)
    expect(await organisation.answer(token, 'returned')).toMatchObject({
      status: 410,
      body: { message: 'Já está registrado que este item foi devolvido.' },
    })
    expect(await organisation.occurrencesOf(itemId)).toHaveLength(1)
    expect((await organisation.answer(token, 'extension', asked)).status).toBe(200)
  })

  // proves 21.24
  it('acts with the role that the person has now', async () => {
    const { itemId } = await organisation.send()
    const former = await buildManager(organisation.db, { departmentId: organisation.destination.id })
    const token = await organisation.linkFor(itemId, { userId: former.id })
    await organisation.db.updateTable('users').set({ role: role.user }).where('id', '=', former.id).execute()
    expect((await organisation.answer(token, 'extension', asked)).status).toBe(410)
  })

  // proves 21.25
  it('pressed twice at once, acts once', async () => {
    const { protocolId, itemId } = await organisation.send()
    const tokens = await Promise.all([organisation.linkFor(itemId), organisation.linkFor(itemId)])
    const presses = [...tokens, ...tokens, ...tokens].map((token, index) =>
      index % 2 === 0 ? organisation.answer(token, 'returned') : organisation.answer(token, 'extension', asked),
    )
    const replies = await Promise.all(presses)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of replies.filter(({ status }) => status !== 200)) {
      expect(body).toMatchObject({ code: 'ANSWER_LINK_DEAD', message: 'Você já respondeu em 19/11/2026.' })
    }
    expect(await organisation.historyOf(protocolId)).toHaveLength(1)
  })

  // proves 21.25
  it.each(['return', 'deactivation', 'another person’s claim'])(
    'at once with a %s, is given whole or not at all',
    async (rival) => {
      const { db, as, destination, manager } = organisation
      const admin = await buildAdmin(db)
      for (let round = 0; round < 4; round += 1) {
        const person = await buildUser(db, { departmentId: destination.id })
        const { itemId, protocolId } = await organisation.send({ responsibleId: person.id })
        const token = await organisation.linkFor(itemId, { userId: person.id })
        const users = (await as(admin).get('/api/users')).body as { uid: number }[]
        const claim = { kind: 'claimed_returned', description: 'Já foi' }
        const act = () => {
          if (rival === 'return') return as(manager).post(`/api/protocols/items/${itemId}/return`)
          if (rival !== 'deactivation') return as(manager).post(`/api/protocols/items/${itemId}/occurrences`, claim)
          const form = users.find(({ uid }) => uid === person.id)
          return as(admin).put(`/api/users/${person.id}`, { ...form, is_active: false })
        }
        const [given, acted] = await Promise.all([organisation.answer(token, 'returned'), act()])
        const isGiven = given.status === 200
        expect([200, 410], JSON.stringify(given.body)).toContain(given.status)
        expect(acted.status, JSON.stringify(acted.body)).toBe(
          isGiven && rival.includes('claim') ? 409 : rival.includes('claim') ? 201 : 200,
        )
        const mine = (await organisation.occurrencesOf(itemId)).filter(({ openedBy }) => openedBy === person.id)
        expect(mine).toHaveLength(isGiven ? 1 : 0)
        const told = (await organisation.historyOf(protocolId)).filter(({ createdBy }) => createdBy === person.id)
        expect(told).toHaveLength(isGiven ? 1 : 0)
        const link = await db.selectFrom('answerLinks').select('usedAt').where('itemId', '=', itemId).executeTakeFirst()
        expect(link?.usedAt !== null).toBe(isGiven)
      }
    },
  )

  // proves 21.25
  it('stands when the commit was applied and never confirmed; a retry hears that it was given', async () => {
    let proxy: Awaited<ReturnType<typeof databaseProxy>> | undefined
    const own = await answerOrganisation({
      ownDatabase: true,
      appDatabase: async (connectionString) => {
        proxy = await databaseProxy(connectionString)
        const db = connect(proxy.connectionString, { poolSize: 5 })
        const { close } = proxy
        onTestFinished(async () => {
          await db.destroy()
          await close()
        })
        return db
      },
    })
    const { itemId } = await own.send()
    const token = await own.linkFor(itemId)
    await own.open(token)
    proxy?.breakOnce(atCommit('after'))
    expect(await own.answer(token, 'returned')).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    expect((await own.answer(token, 'returned')).body.message).toBe('Você já respondeu em 19/11/2026.')
    expect(await own.occurrencesOf(itemId)).toHaveLength(1)
  })
})

describe('a link that no longer works', () => {
  // proves 21.25
  it.each([
    ['returned', { status: itemStatus.returned }, {}, 'Este item já foi devolvido.'],
    ['of a cancelled protocol', {}, { status: protocolStatus.cancelled }, 'Este item foi cancelado.'],
    ['due on another day', { returnDate: '2026-12-04' }, {}, 'O prazo deste item mudou para 04/12/2026.'],
  ])('%s: says so', async (_, item, protocol, message) => {
    const { itemId } = await organisation.send(item, protocol)
    const token = await organisation.linkFor(itemId)
    for (const reply of [await organisation.open(token), await organisation.answer(token, 'returned')]) {
      expect([reply.status, reply.body]).toEqual([410, { code: 'ANSWER_LINK_DEAD', message }])
    }
    expect(await organisation.occurrencesOf(itemId)).toEqual([])
  })

  // proves 21.25
  it('expires after ten days, and is forgotten after thirty', async () => {
    const own = await answerOrganisation({ ownDatabase: true })
    const { itemId } = await own.send({ returnDate: '2026-12-24' })
    const token = await own.linkFor(itemId, { dueDate: '2026-12-24' })
    const day = 24 * 3_600_000
    own.clock.advance(10 * day - 1)
    expect((await own.open(token)).status).toBe(200)
    own.clock.advance(1)
    const message =
      'Este link valeu até 29/11/2026. O item continua com prazo em 24/12/2026; entre no Malote para responder.'
    expect(await own.answer(token, 'returned')).toMatchObject({ status: 410, body: { message } })
    own.clock.advance(20 * day)
    expect(await forgetOldAnswerLinks(own.db, own.clock.now())).toBe(0)
    own.clock.advance(1)
    await own.linkFor(itemId)
    expect(await forgetOldAnswerLinks(own.db, own.clock.now(), 1)).toBe(1)
    expect(await own.open(token)).toMatchObject(unknown)
  })

  // proves 21.25
  it.each([
    ['is deactivated', { is_active: false }, { is_active: true }],
    ['moves to another department', 'elsewhere', 'back'],
    ['gets another address', { uemail: 'outra@malote.test' }, undefined],
  ])('ends for good when the person %s', async (_, change, undo) => {
    const { db, as, destination } = organisation
    const admin = as(await buildAdmin(db))
    const person = await buildUser(db, { departmentId: destination.id })
    const elsewhere = await buildDepartment(db)
    const { itemId } = await organisation.send({ responsibleId: person.id })
    const token = await organisation.linkFor(itemId, { userId: person.id })
    const before = (await admin.get('/api/users')).body.find(({ uid }: { uid: number }) => uid === person.id)
    const edit = async (changes: object) => {
      const reply = await admin.put(`/api/users/${person.id}`, { ...before, ...changes })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    const changesOf = (what: unknown) =>
      typeof what === 'string' ? { udpid: what === 'back' ? destination.id : elsewhere.id } : (what as object)
    await edit(changesOf(change))
    expect(await organisation.open(token)).toMatchObject({ status: 410, body: { message: 'Este link não vale mais.' } })
    if (undo) await edit(changesOf(undo))
    expect(await organisation.answer(token, 'returned')).toMatchObject({ status: 410 })
    expect((await organisation.answer(token, 'returned')).body.message).toBe('Este link não vale mais.')
  })

  // proves 21.25
  it('is not made for who gets another address at that moment', async () => {
    const { db, as, destination, clock } = organisation
    const admin = as(await buildAdmin(db))
    const person = await buildUser(db, { departmentId: destination.id })
    const { itemId, protocolId } = await organisation.send({ responsibleId: person.id })
    const answers = { itemId, dueDate: '2026-11-20' }
    const line = { protocolId, item: 'Item 1', path: 'Aqui', words: 'vence amanhã', isOverdue: false, answers }
    const order = { userId: person.id, title: 'Prazo', because: 'responde por isso', lines: [line], omitted: 0 }
    const edit = { uname: person.name, uemail: 'nova@malote.test', udpid: destination.id }
    const replies: [Promise<Reply>?, ReturnType<typeof composeReminder>?] = []
    await db.transaction().execute(async (trx) => {
      // The change waits here, with the links of the person ended.
      await sql`lock table audit_events in share mode`.execute(trx)
      replies[0] = admin.put(`/api/users/${person.id}`, edit)
      await untilWaiting(db, 1)
      replies[1] = composeReminder(organisation.app.db, testConfig(), { kind: 'reminder', ...order }, clock.now())
      await pass(200)
    })
    expect((await replies[0])?.status).toBe(200)
    const mail = await replies[1]
    expect(mail?.to).toBe('nova@malote.test')
    const token = /responder#([\w-]{44})/.exec(mail?.text ?? '')?.[1]
    expect((await organisation.open(token)).status).toBe(200)
    const { count } = await db
      .selectFrom('answerLinks')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('userId', '=', person.id)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  it('that is none is not valid, or a bad request', async () => {
    for (const token of [`${'x'.repeat(43)}r`, '', `${'ç'.repeat(43)}r`, `' or true --`]) {
      expect(await organisation.open(token)).toMatchObject(unknown)
      for (const choice of ['returned', 'extension', 'nonsense'])
        expect(await organisation.answer(token, choice)).toMatchObject(unknown)
    }
    for (const token of [undefined, 7, {}, 'x'.repeat(201)]) {
      for (const reply of [await organisation.open(token), await organisation.answer(token, 'returned')])
        expect([reply.status, reply.body.errors]).toEqual([400, { token: 'Link inválido' }])
    }
  })
})

describe('a forwarded mail', () => {
  // proves 21.26
  it('opens nothing but its three answers', async () => {
    const { itemId, protocolId } = await organisation.send()
    const token = await organisation.linkFor(itemId)
    const bearer = organisation.withToken(token)
    for (const path of ['/api/auth/me', '/api/returns', `/api/protocols/${protocolId}`, '/api/profile/calendar-feed'])
      expect((await bearer.get(path)).status).toBe(401)
    expect((await bearer.put(`/api/protocols/items/${itemId}/due-date`, {})).status).toBe(401)
    const password = { token, newPassword: 'uma senha bem comprida' }
    expect((await organisation.anonymous.post('/api/auth/password', password)).status).toBe(400)
    const reply = await organisation.open(token)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(JSON.stringify(reply.body)).not.toMatch(/Maria|Ana Lima|Departamento|malote\.test/)
    const forged = { item_id: (await organisation.send()).itemId, itemId: 1, user_id: organisation.sender.id }
    expect((await organisation.answer(token, 'returned', forged)).status).toBe(200)
    expect(await organisation.occurrencesOf(forged.item_id)).toEqual([])
  })

  // proves 21.23
  it('neither opens nor answers by GET or HEAD, as scanners of mails follow links', async () => {
    const { itemId, protocolId } = await organisation.send()
    const token = await organisation.linkFor(itemId)
    for (const url of ['/api/answers', '/api/answers/open', `/api/answers?token=${token}&answer=returned`]) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const)
        expect((await organisation.app.inject({ method, url })).statusCode).toBe(404)
    }
    for (const method of ['GET', 'HEAD'] as const) {
      const headersOf = async (url: string) => {
        const {
          'x-request-id': _id,
          date: _date,
          ...headers
        } = (await organisation.app.inject({ method, url })).headers
        return headers
      }
      expect(await headersOf('/responder')).toEqual(await headersOf('/login'))
      expect(await headersOf('/responder')).toMatchObject({ 'referrer-policy': 'same-origin' })
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `token=${token}&answer=returned`
    const byForm = await organisation.app.inject({ method: 'POST', url: '/api/answers', headers: form, payload })
    expect(byForm.statusCode).toBe(415)
    expect(await organisation.historyOf(protocolId)).toEqual([])
    expect((await organisation.open(token)).status).toBe(200)
  })
})

// proves 21.26
it('limits the calls of an address to thirty a minute, both routes together, whatever they send', async () => {
  const { itemId } = await organisation.send()
  const token = await organisation.linkFor(itemId)
  // On a busy machine thirty calls could take longer than a minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  const statuses = []
  for (let call = 0; call < 15; call += 1) {
    statuses.push((await organisation.open(call === 0 ? 7 : 'olá', '10.9.9.9')).status)
    statuses.push((await organisation.answer('olá', 'returned', {}, '10.9.9.9')).status)
  }
  expect(new Set(statuses)).toEqual(new Set([400, 410]))
  for (const reply of [
    await organisation.open(token, '10.9.9.9'),
    await organisation.answer(token, 'returned', {}, '10.9.9.9'),
  ]) {
    expect(reply).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  expect((await organisation.open(token, '10.9.9.10')).status).toBe(200)
})
