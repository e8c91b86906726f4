import { itemStatus } from '@malote/core/items/item-status.ts'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { installationOf } from '../../platform/files/installation.ts'
import { loggedApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildItemType,
  buildManager,
  buildProtocol,
  buildUser,
  testPassword,
} from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { untilWaiting } from '../../test/database.ts'

const path = '/api/profile/calendar-feed'

const longAgo = '2020-01-01T12:00:00Z'

/** The holder must return what the sender has sent; it is noon of 21/11/2026. */
async function organisation() {
  const test = await testApp({ now: '2026-11-21T15:00:00Z' })
  const { db, app } = test
  const [sender, holder] = [await buildDepartment(db), await buildDepartment(db)]
  const type = await buildItemType(db)
  const person = await buildUser(db, { departmentId: holder.id, name: 'Débora Lima' })
  const manager = await buildManager(db, { departmentId: holder.id })
  const origin = await buildManager(db, { departmentId: sender.id })
  const admin = await buildAdmin(db)
  await db.updateTable('users').set({ updatedAt: longAgo }).where('id', '=', person.id).execute()
  const send = async (
    items: NonNullable<Parameters<typeof buildProtocol>[1]>['items'],
    createdAt = '2026-11-02T12:00:00Z',
  ) => {
    const protocol = await buildProtocol(db, {
      ...{ originDepartmentId: sender.id, destinationDepartmentId: holder.id, createdBy: origin.id },
      ...{ status: 'Em andamento', createdAt },
      items: items?.map((item) => ({ itemTypeId: type.id, ...item })) ?? [],
    })
    // Otherwise it is the time of the test's own clock.
    await db.updateTable('items').set({ updatedAt: protocol.createdAt }).where('protocolId', '=', protocol.id).execute()
    return protocol
  }
  /** Path of the person's new feed. */
  const feedOf = async (user: { id: number }) => {
    const { status, body } = await test.as(user).post(path)
    expect(status).toBe(200)
    expect(body.url).toMatch(new RegExp(`^${app.settings.APP_URL}/api/calendar/[\\w-]{43}\\.ics$`))
    return new URL(body.url).pathname
  }
  const read = async (feed: string, headers = {}) => app.inject({ url: feed, headers })
  return { ...test, sender, holder, type, person, manager, origin, admin, send, feedOf, read }
}

// proves 21.20
describe('the address of a feed', () => {
  it.each<[string, (one: Awaited<ReturnType<typeof organisation>>) => Promise<{ status: number }>]>([
    [
      'its owner’s new password',
      ({ as, person }) =>
        as(person).put('/api/auth/profile', { currentPassword: testPassword, newPassword: 'duas palavras' }),
    ],
    [
      'a password chosen through a link',
      async ({ as, admin, person, anonymous }) => {
        const { body } = await as(admin).post(`/api/users/${person.id}/invite`)
        const token = decodeURIComponent(body.invitation.url.split('#token=')[1])
        return anonymous.post('/api/auth/password', { token, newPassword: 'duas palavras' })
      },
    ],
    ['the end of its owner’s other sessions', ({ as, person }) => as(person).delete('/api/auth/sessions')],
    [
      'the end of their sessions by an Admin',
      ({ as, admin, person }) => as(admin).delete(`/api/users/${person.id}/sessions`),
    ],
    ['the end of everybody’s sessions', ({ as, admin }) => as(admin).delete('/api/sessions')],
    [
      'the reset of their second step',
      async ({ as, admin, person, db }) => {
        const method = { userId: person.id, kind: 'totp', name: 'Celular', secret: Buffer.alloc(20), lastStep: 0 }
        await db.insertInto('secondStepMethods').values(method).execute()
        return as(admin).post(`/api/users/${person.id}/second-step/reset`)
      },
    ],
  ])('is dead after %s', async (_, act) => {
    const test = await organisation()
    const feed = await test.feedOf(test.person)
    expect((await test.read(feed)).statusCode).toBe(200)
    expect((await act(test)).status).toBeLessThan(300)
    expect((await test.read(feed)).statusCode).toBe(404)
  })

  it('is made only with a recent proof, and its owner is told', async () => {
    const { as, person, clock, db } = await organisation()
    const client = as(person)
    await client.get('/api/auth/me')
    clock.advance(5 * 3_600_000)
    expect((await client.post(path)).body.code).toBe('PROOF_NEEDED')
    await client.post('/api/auth/proof', { currentPassword: testPassword })
    expect((await client.post(path)).status).toBe(200)
    const told = await db.selectFrom('notifications').select('title').where('userId', '=', person.id).execute()
    expect(told).toEqual([{ title: 'Endereço de calendário criado' }])
  })

  it('is not made in a session that ends at that moment', async () => {
    const { as, person, db } = await organisation()
    const client = as(person)
    await client.get('/api/auth/me')
    const creating = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('sessions').execute()
      const created = client.post(path)
      await untilWaiting(db, 1)
      return { created }
    })
    expect((await creating.created).status).toBe(401)
    expect(await db.selectFrom('calendarFeeds').where('userId', '=', person.id).execute()).toEqual([])
  })
})

/** The events as Thunderbird's parser reads them. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      day: event.startDate.toString(),
      isDay: event.startDate.isDate,
      length: event.duration.toString(),
      summary: event.summary,
      description: event.description,
      stamp: String(component.getFirstPropertyValue('dtstamp')),
      status: component.getFirstPropertyValue('status'),
      url: component.getFirstPropertyValue('url'),
    }
  })

describe('a calendar feed', () => {
  // proves 21.21
  it('has an all-day event for each item that the person answers for, and for a Gestor all of the department', async () => {
    const { app, db, sender, holder, type, person, manager, origin, send, feedOf, read } = await organisation()
    const { id, items } = await send([
      {
        documentNumber: '7; 8, "9"',
        description: 'pasta da Maria',
        responsibleId: person.id,
        returnDate: '2026-11-27',
      },
      { documentNumber: '101/2026', returnDate: '2026-11-10' },
      { documentNumber: '102/2026', responsibleId: person.id, returnDate: null },
    ])
    const { statusCode, headers, body } = await read(await feedOf(person))
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ])
    expect(eventsIn(body)).toEqual([
      {
        uid: `item-${items[0]?.id}@${await installationOf(db)}`,
        ...{ sequence: expect.any(Number), stamp: expect.any(String), status: 'CONFIRMED' },
        ...{ day: '2026-11-27', isDay: true, length: 'P1D' },
        summary: `Devolver: ${type.name} 7; 8, "9" (pasta da Maria)`,
        description: `Protocolo #${id}: ${sender.name} → ${holder.name}\nResponsável: Débora Lima`,
        url: `${app.settings.APP_URL}/protocolos/${id}`,
      },
    ])
    expect(body).toMatch(/\r\nEND:VCALENDAR\r\n$/)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)

    expect(eventsIn((await read(await feedOf(manager))).body).map(({ day }) => day)).toEqual([
      '2026-11-10',
      '2026-11-27',
    ])
    expect(eventsIn((await read(await feedOf(origin))).body)).toEqual([])
  })

  it('has no control characters, which no calendar has to accept', async () => {
    const { type, person, send, feedOf, read } = await organisation()
    const copied = 'pasta\u0002 da\u000b\u001bMaria\r\n2ª via'
    await send([{ documentNumber: null, description: copied, responsibleId: person.id, returnDate: '2026-11-27' }])
    const { body } = await read(await feedOf(person))
    expect(body).not.toMatch(/[^\P{Cc}\r\n]/u)
    expect(eventsIn(body)[0]?.summary).toBe(`Devolver: ${type.name} (pasta da Maria 2ª via)`)
  })

  // proves 21.21
  it('keeps the UID of an item that moves or is returned, and says that it is cancelled for 30 days', async () => {
    const { db, clock, as, person, origin, send, feedOf, read } = await organisation()
    const { items } = await send([{ documentNumber: '1', responsibleId: person.id, returnDate: '2026-11-27' }])
    const feed = await feedOf(person)
    const event = async () => eventsIn((await read(feed)).body)[0]
    const before = await event()
    const item = `/api/protocols/items/${items[0]?.id}`
    const longer = { return_date: '2026-12-04', reason: 'Férias' }
    expect((await as(origin).put(`${item}/due-date`, longer)).status).toBe(200)
    const moved = await event()
    expect(moved).toMatchObject({ uid: before?.uid, day: '2026-12-04', status: 'CONFIRMED' })
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? 0)

    clock.set('2026-11-25T15:00:00Z')
    expect((await as(person).post(`${item}/return`)).status).toBe(200)
    const settled = await event()
    expect(settled).toMatchObject({ uid: before?.uid, day: '2026-12-04', status: 'CANCELLED' })
    expect(settled?.sequence).toBeGreaterThan(moved?.sequence ?? 0)
    clock.set('2026-12-26T15:00:00Z')
    expect(await event()).toBeUndefined()
    expect(
      await db
        .selectFrom('items')
        .select('status')
        .where('id', '=', items[0]?.id ?? 0)
        .execute(),
    ).toEqual([{ status: itemStatus.returned }])
  })

  // proves 21.21
  it.each(['holder', 'sender', 'type', 'person'] as const)('is newer when the name of the %s changes', async (who) => {
    const test = await organisation()
    const { db, as, person, send, feedOf, read } = test
    // The database stamps a new name with its own clock.
    await send([{ documentNumber: '1', responsibleId: person.id, returnDate: '2026-11-27' }], longAgo)
    const feed = await feedOf(person)
    const event = async () => eventsIn((await read(feed)).body)[0]
    const before = await event()
    const admin = as(await buildAdmin(db))
    const name = `Novo nome ${test[who].id}`
    const renamed = {
      holder: () => admin.put(`/api/departments/${test.holder.id}`, { dpname: name }),
      sender: () => admin.put(`/api/departments/${test.sender.id}`, { dpname: name }),
      type: () => admin.put(`/api/item-types/${test.type.id}`, { type_name: name }),
      person: () =>
        admin.put(`/api/users/${person.id}`, { uname: name, uemail: person.email, udpid: person.departmentId }),
    }
    expect((await renamed[who]()).status).toBe(200)
    const after = await event()
    expect(`${after?.summary} ${after?.description}`).toContain(name)
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
    expect(after?.stamp.localeCompare(before?.stamp ?? '')).toBe(1)
  })

  // proves 21.21
  it('says that an item is cancelled with its protocol, to who answers for it and to the Gestor', async () => {
    const { clock, as, person, manager, origin, send, feedOf, read } = await organisation()
    const protocol = await send([
      { documentNumber: '1', responsibleId: person.id, returnDate: '2026-11-27' },
      { documentNumber: '2', responsibleId: person.id, returnDate: '2026-11-30' },
    ])
    await send([{ documentNumber: '3', responsibleId: person.id, returnDate: '2026-12-01' }])
    const feeds = [await feedOf(person), await feedOf(manager)]
    const events = async (feed = '') => eventsIn((await read(feed)).body).map(({ uid, status }) => ({ uid, status }))
    const [before, ofManager] = [await events(feeds[0]), await events(feeds[1])]
    expect(before).toHaveLength(3)
    expect(ofManager).toEqual(before)
    clock.set('2026-11-24T15:00:00Z')
    const returned = `/api/protocols/items/${protocol.items[0]?.id}/return`
    expect((await as(person).post(returned)).status).toBe(200)
    clock.set('2026-11-25T15:00:00Z')
    expect((await as(origin).post(`/api/protocols/${protocol.id}/cancel`, { reason: 'Engano' })).status).toBe(200)
    const after = before.map((event, index) => (index < 2 ? { ...event, status: 'CANCELLED' } : event))
    for (const feed of feeds) expect(await events(feed)).toEqual(after)
    clock.set('2026-12-26T15:00:00Z')
    for (const feed of feeds) expect(await events(feed)).toEqual(before.slice(2))
  })

  // proves 21.21
  it('says so of items that were due long ago, or are due far ahead', async () => {
    const { clock, as, person, manager, origin, send, feedOf, read } = await organisation()
    const far = ['2026-03-02', '2027-06-30'].map((returnDate) => ({ responsibleId: person.id, returnDate }))
    const { items } = await send(far)
    const other = await send(far)
    const feeds = [await feedOf(person), await feedOf(manager)]
    const statuses = async (feed = '') => eventsIn((await read(feed)).body).map(({ status }) => status)
    for (const { id } of items) expect((await as(person).post(`/api/protocols/items/${id}/return`)).status).toBe(200)
    for (const feed of feeds) {
      expect(await statuses(feed)).toEqual(['CANCELLED', 'CONFIRMED', 'CANCELLED', 'CONFIRMED'])
    }
    expect((await as(origin).post(`/api/protocols/${other.id}/cancel`, { reason: 'Engano' })).status).toBe(200)
    expect(await statuses(feeds[1])).toEqual(Array.from({ length: 4 }, () => 'CANCELLED'))
    clock.set('2026-12-26T15:00:00Z')
    for (const feed of feeds) expect(await statuses(feed)).toEqual([])
  })

  // proves 21.21
  it('is sent again only when something has changed', async () => {
    const { person, send, feedOf, read } = await organisation()
    await send([{ responsibleId: person.id, returnDate: '2026-11-27' }])
    const feed = await feedOf(person)
    const { headers } = await read(feed)
    const etag = String(headers.etag)
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await read(feed, { 'if-none-match': known })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    await send([{ responsibleId: person.id, returnDate: '2026-11-30' }])
    expect((await read(feed, { 'if-none-match': etag })).statusCode).toBe(200)
  })
})

describe('the address of a feed', () => {
  // proves 21.20
  it('ends with a new one, with DELETE and with the account', async () => {
    const { db, as, person, feedOf, read } = await organisation()
    const admin = await buildAdmin(db)
    const first = await feedOf(person)
    expect((await as(person).get(path)).body).toEqual({ created_at: '2026-11-21T15:00:00.000Z' })
    const second = await feedOf(person)
    expect((await read(first)).statusCode).toBe(404)
    expect((await read(second)).statusCode).toBe(200)
    expect((await as(person).delete(path)).status).toBe(204)
    expect((await as(person).get(path)).body).toEqual({ created_at: null })
    expect((await read(second)).statusCode).toBe(404)

    const third = await feedOf(person)
    const user = { uname: person.name, uemail: person.email, udpid: person.departmentId, role: person.role }
    for (const is_active of [false, true]) {
      expect((await as(admin).put(`/api/users/${person.id}`, { ...user, is_active })).status).toBe(200)
      expect((await read(third)).statusCode).toBe(404)
    }
    const events = await db
      .selectFrom('auditEvents')
      .select('action')
      .where('actorId', '=', person.id)
      .where('action', 'like', 'calendar-feed%')
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action.replace('calendar-feed.', ''))).toEqual([
      'opened',
      'opened',
      'ended',
      'opened',
    ])
  })

  // proves 21.20
  it('is stored as a hash, and is not in the log', async () => {
    const lines: string[] = []
    const { db, person, feedOf } = await organisation()
    const feed = await feedOf(person)
    const [row] = await db.selectFrom('calendarFeeds').selectAll().where('userId', '=', person.id).execute()
    expect(JSON.stringify({ ...row, hash: row?.tokenHash.toString('utf8') })).not.toContain(feed.slice(14, -4))
    const { loggedRequest } = await import('../../platform/http/security-log.ts')
    const spellings = [
      feed,
      feed.replace('/c', '/%63'),
      feed.replace('.ics', '%2eics'),
      `${feed}/`,
      `${feed}%`,
      `http://x${feed}`,
    ]
    for (const url of spellings) lines.push(loggedRequest({ url: `${url}?x=1` } as never).url)
    expect(lines).toEqual(spellings.map(() => '/api/calendar/….ics'))
  })

  it('is read so many times a minute, and is in no log when that was too often', async () => {
    const { db, person, manager, feedOf } = await organisation()
    const [feed, other] = [await feedOf(person), await feedOf(manager)]
    // A tenth of the usual limit of sixty.
    const { app, lines } = await loggedApp({ db, config: testConfig({ FAIR_USE_FACTOR: 0.1 }) })
    for (let count = 0; count < 6; count += 1) expect((await app.inject(feed)).statusCode).toBe(200)
    const refused = await app.inject(feed)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.inject(other)).statusCode).toBe(200)
    await expect.poll(() => lines.join()).toContain('TOO_MANY_REQUESTS')
    expect(lines.join()).not.toContain(feed.split('/').at(-1)?.slice(0, -4))
  })

  // proves 21.20
  it.each(['x.ics', `${'A'.repeat(43)}.ics`, '%00.ics', 'x'])('%s is a 404', async (file) => {
    const { read } = await organisation()
    expect((await read(`/api/calendar/${file}`)).statusCode).toBe(404)
  })
})
