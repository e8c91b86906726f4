import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { loggedApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildExtensionRequest,
  buildNotification,
  buildOccurrence,
  buildProtocol,
  buildUser,
  testPassword,
} from '../../test/builders.ts'
import { clientOf } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { newEvents } from './audit.test-setup.ts'

/**
 * An app with a readable log. `closed()` closes it, which ends the minute of the repetitions,
 * and gives the events.
 */
async function watchedOrganisation() {
  const { db, tokenOf } = await testApp()
  const { app, lines } = await loggedApp({ db, config: testConfig({ TRUST_PROXY: true }) })
  const events = newEvents(db)
  await events()
  return {
    ...{ app, db },
    as: (user: { id: number }) => clientOf(app, () => tokenOf(user)),
    signIn: (email: string, password: string, address = '10.0.0.7') =>
      clientOf(app).post('/api/auth/login', { email, password }, { 'x-forwarded-for': address }),
    lines: () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined),
    closed: async () => {
      await setImmediate() // the responses have ended, their hooks have begun
      await app.close()
      return events()
    },
  }
}

describe('a record that exists and that a person may not see', () => {
  // proves 18.35, V16.3.2
  it('gets the same 404 as one that does not exist, and the operator sees the attempt', async () => {
    const { db, as, lines, closed } = await watchedOrganisation()
    const protocol = await buildProtocol(db)
    const outsider = await buildUser(db)
    const client = as(outsider)

    const hidden = await client.get(`/api/protocols/${protocol.id}`)
    const unknown = await client.get('/api/protocols/999999')
    expect({ ...hidden.body }).toEqual({ ...unknown.body })
    expect(hidden.status).toBe(404)

    await expect.poll(lines).toHaveLength(1)
    expect(lines()).toMatchObject([
      {
        ...{ event: 'access.denied', level: 40, status: 404, code: 'PROTOCOL_NOT_FOUND', userId: outsider.id },
        subject: { kind: 'protocol', id: String(protocol.id) },
      },
    ])
    expect(await closed()).toMatchObject([
      {
        ...{ action: 'access.denied', actorId: outsider.id, actorName: outsider.name, address: '127.0.0.1' },
        ...{ subjectKind: 'protocol', subjectId: String(protocol.id), after: { reason: 'PROTOCOL_NOT_FOUND' } },
      },
    ])
  })

  // proves 18.35, V16.3.3
  it.each([
    ['item', 'post', '/api/protocols/items/{item}/complete'],
    ['item', 'put', '/api/protocols/items/{item}/due-date'],
    ['attachment', 'get', '/api/protocols/attachments/{attachment}/download'],
    ['protocol', 'post', '/api/protocols/{protocol}/receive'],
    ['protocol', 'post', '/api/protocols/{protocol}/comments'],
    ['occurrence', 'post', '/api/occurrences/{occurrence}/resolve'],
    ['extension_request', 'post', '/api/extension-requests/{extension_request}/decide'],
    ['notification', 'put', '/notifications/{notification}/read'],
    ['session', 'delete', '/api/auth/sessions/{session}'],
  ] as const)('is noticed as %s: %s %s', async (kind, method, path) => {
    const { db, as, closed } = await watchedOrganisation()
    const owner = await buildUser(db)
    const protocol = await buildProtocol(db)
    const [item] = protocol.items
    await as(owner).get('/api/auth/me')
    const session = db.selectFrom('sessions').select('id').where('userId', '=', owner.id)
    const file = {
      ...{ itemId: item?.id ?? 0, uploadedBy: owner.id, fileName: 'a.pdf', contentType: 'application/pdf' },
      ...{ sizeBytes: 1, sha256: Buffer.alloc(32), storageKey: `2026-11/${randomBytes(20).toString('hex')}` },
    }
    const attachment = db.insertInto('attachments').values(file).returning('id')
    const ids = {
      protocol: protocol.id,
      item: item?.id ?? 0,
      occurrence: (await buildOccurrence(db, { itemId: item?.id ?? 0, openedBy: owner.id })).id,
      extension_request: (await buildExtensionRequest(db, { itemId: item?.id ?? 0, askedBy: owner.id })).id,
      notification: (await buildNotification(db, { userId: owner.id })).id,
      session: (await session.executeTakeFirstOrThrow()).id,
      attachment: (await attachment.executeTakeFirstOrThrow()).id,
    }
    const client = as(await buildUser(db))
    const reply = await client[method](path.replace(`{${kind}}`, String(ids[kind])), {
      text: 'Oi',
      return_date: '2030-01-02',
    })
    expect(reply.status).toBe(404)
    expect(await closed()).toMatchObject([{ action: 'access.denied', subjectKind: kind, subjectId: String(ids[kind]) }])
  })

  // proves 18.35
  it('is noticed among the items of a bulk action, which answers 200', async () => {
    const { db, as, lines, closed } = await watchedOrganisation()
    const [item] = (await buildProtocol(db)).items
    const outsider = await buildUser(db)
    const { status } = await as(outsider).post('/api/protocols/items/bulk-complete', { item_ids: [item?.id, 999_999] })
    expect(status).toBe(200)
    await expect.poll(lines).toHaveLength(1)
    expect(lines()).toMatchObject([
      { event: 'access.denied', level: 40, subject: { kind: 'item', id: String(item?.id) } },
    ])
    expect(await closed()).toMatchObject([{ action: 'access.denied', actorId: outsider.id, subjectKind: 'item' }])
  })

  // proves 18.35
  it('is not noticed where it is only missing, or seen', async () => {
    const { db, as, lines, closed } = await watchedOrganisation()
    const admin = as(await buildAdmin(db))
    const { id } = await buildProtocol(db)
    expect((await admin.get(`/api/protocols/${id}`)).status).toBe(200)
    for (const path of [
      '/api/protocols/999999',
      '/api/protocols/abc',
      '/api/nada',
      '/api/protocols/attachments/999999/download',
    ])
      expect((await admin.get(path)).status).toBe(404)
    expect(lines()).toEqual([])
    expect(await closed()).toEqual([])
  })
})

describe('many refusals', () => {
  // proves 18.36
  it('of one person are the first one, and one event with their number and the records', async () => {
    const { db, as, lines, closed } = await watchedOrganisation()
    const outsider = await buildUser(db)
    const client = as(outsider)
    const ids: number[] = []
    for (let n = 0; n < 25; n += 1) ids.push((await buildProtocol(db)).id)
    // From here on a minute runs.
    await client.get('/api/users')
    for (const id of ids) await client.get(`/api/protocols/${id}`)

    await expect.poll(lines).toHaveLength(26)
    const events = await closed()
    expect(events).toMatchObject([
      {
        action: 'access.denied',
        subjectKind: 'route',
        subjectId: 'GET /api/users',
        after: { reason: 'ONLY_ADMINS_AND_MANAGERS' },
      },
      { action: 'access.denied', actorId: outsider.id, subjectKind: null, after: { repeated: 25 } },
    ])
    const { records } = (events[1]?.after ?? {}) as { records?: string[] }
    expect(records).toHaveLength(20)
    expect(ids.map((id) => `protocol ${id}`)).toEqual(expect.arrayContaining(records ?? []))
  })

  // proves 18.36
  it('of sign-ins are one event and one count per account and address, and never more rows than a bound', async () => {
    const { db, as, signIn, closed } = await watchedOrganisation()
    const [user, admin] = [await buildUser(db, { name: 'Ana' }), as(await buildAdmin(db))]
    for (let attempt = 0; attempt < 4; attempt += 1) await signIn(user.email, 'errada')
    await signIn('ninguem@malote.test', 'errada', '10.0.8.8')
    // Refusals are written after their answers; who reads the audit then sees them.
    expect((await admin.get('/api/audit?action=sign-in.failed')).body.data).toHaveLength(2)
    expect((await signIn(user.email, testPassword)).status).toBe(200)
    for (let n = 0; n < 110; n += 1) await signIn('', '', `10.1.0.${n}`) // not an attempt: a form that is not filled in

    expect(await closed()).toMatchObject([
      {
        action: 'sign-in.failed',
        actorId: null,
        address: '10.0.0.7',
        subjectName: 'Ana',
        after: { reason: 'BAD_CREDENTIALS' },
      },
      { action: 'sign-in.failed', actorId: null, address: '10.0.8.8', subjectKind: null },
      { action: 'sign-in', actorId: user.id, address: '10.0.0.7' },
      { action: 'sign-in.failed', subjectId: String(user.id), after: { reason: 'BAD_CREDENTIALS', repeated: 3 } },
    ])
  })

  // proves 18.37, V15.3.4
  it.each(['lixo', "'; drop table audit_events --", 'fe80::1%eth0', '::ffff:10.0.0.9'])(
    'neither stop nor break with the forged address %s',
    async (address) => {
      const { db, signIn, closed } = await watchedOrganisation()
      const user = await buildUser(db)
      expect((await signIn(user.email, testPassword, address)).status).toBe(200)
      expect((await signIn(user.email, 'errada', address)).status).toBe(401)
      expect((await closed()).map(({ action }) => action)).toEqual(['sign-in', 'sign-in.failed'])
    },
  )
})
