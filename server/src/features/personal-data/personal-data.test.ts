import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import { verifyChain } from '../../platform/db/chain/verify-chain.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { DB } from '../../platform/db/schema.ts'
import { testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildExtensionRequest,
  buildManager,
  buildNotification,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import { anonymizeDeparted } from './anonymize.ts'
import { storedAbout } from './stored-about.ts'

const { db, as, clock } = await testApp({ now: '2026-11-22T12:00:00Z' })

const insert = <Table extends keyof DB>(to: Db, table: Table, values: Partial<Insertable<DB[Table]>> | object[]) =>
  to
    .insertInto(table)
    .values(values as never)
    .execute()

interface PersonalData {
  account: Record<string, unknown>
  stored: Record<string, { title: string; rows: Record<string, unknown>[] }>
}

/** A person with a row in every table that refers to people, and somebody else with the same. */
async function everythingAbout(name: string) {
  const person = await buildManager(db, { name, phone: '(11) 98888-7777' })
  const userId = person.id
  const at = clock.now()
  const closed = { status: 'Concluído', createdBy: userId, completedBy: userId, completedAt: at } as const
  const settled = {
    responsibleId: userId,
    returnedBy: userId,
    actualReturnDate: at,
    completedBy: userId,
    completedAt: at,
  }
  const protocol = await buildProtocol(db, {
    ...closed,
    ...{ receivedBy: userId, receivedAt: at, remarks: 'Folha de pagamento sigilosa' },
    items: [{ ...settled, status: 'concluído', returnDate: '2026-12-01', remindedBy: userId, remindedAt: at }],
  })
  await buildProtocol(db, { status: 'Cancelado', createdBy: userId })
  const [item] = protocol.items
  if (!item) throw new Error('no item')
  const soon = new Date(at.getTime() + 3_600_000)
  const bytes = Buffer.alloc(32, userId)
  await as(person).get('/api/profile/sessions')
  await as(person).post('/api/profile/calendar-feed')
  const link = { userId, tokenHash: bytes, expiresAt: soon }
  await insert(db, 'pendingSignIns', { ...link, passwordMark: bytes, remember: false })
  await insert(db, 'accountTokens', { ...link, purpose: 'password_reset', channel: 'mail' })
  await insert(db, 'notifiedPeople', { actorId: userId, notifiedAt: at, people: 3 })
  await insert(db, 'noticeMails', { actorId: userId, userId, at, notificationId: 1, protocolIds: [] })
  await insert(db, 'knownNetworks', { userId, network: '203.0.113.0/24', lastAt: at })
  await insert(db, 'devices', { userId, tokenHash: bytes, lastAt: at })
  await insert(db, 'identities', { userId, issuer: 'https://id.test', subject: `eu-${userId}` })
  const method = { userId, kind: 'totp', name: 'Celular', secret: Buffer.from('chave-oculta'), lastStep: 0 }
  await insert(db, 'secondStepMethods', method)
  await insert(db, 'recoveryCodes', { userId, salt: bytes, hashes: [bytes] })
  await insert(db, 'idempotencyKeys', { userId, key: 'formulario', protocolId: protocol.id })
  await insert(db, 'attachments', {
    ...{ itemId: item.id, fileName: 'foto.png', storageKey: `2026-11/${String(userId).padStart(40, '0')}` },
    ...{ contentType: 'image/png', sizeBytes: 1, sha256: bytes, uploadedBy: userId },
  })
  await insert(db, 'comments', { protocolId: protocol.id, text: 'Recebi hoje', createdBy: userId })
  const { id: request } = await buildExtensionRequest(db, { itemId: item.id, askedBy: userId })
  const denial = { status: 'negado', note: 'É urgente', decidedBy: userId, decidedAt: at }
  await db.updateTable('extensionRequests').set(denial).where('id', '=', request).execute()
  const description = `${name} mudou as observações de “Folha sigilosa” para “Folha”`
  await insert(db, 'history', { protocolId: protocol.id, action: 'Protocolo editado', description, createdBy: userId })
  await insert(db, 'blackOuts', {
    ...{ protocolId: protocol.id, kind: 'remarks', targetId: protocol.id },
    ...{ reason: 'Engano', removedBy: userId, removedAt: new Date() },
  })
  await buildNotification(db, { userId, message: 'Chegou um protocolo' })
  const { originDepartmentId, destinationDepartmentId } = protocol
  await insert(db, 'occurrences', {
    ...{ protocolId: protocol.id, itemId: item.id, originDepartmentId, destinationDepartmentId },
    ...{ kind: 'missing', description: 'Não estava no malote', openedBy: userId, openedAt: new Date() },
    ...{ status: 'resolvida', outcome: 'found', outcomeNote: 'Estava embaixo' },
    ...{ resolvedBy: userId, resolvedAt: new Date() },
  })
  const change = { itemId: item.id, changedBy: userId, changedAt: at }
  await insert(db, 'dueDateChanges', [
    { ...change, kind: 'extension', fromDate: '2026-11-27', toDate: '2026-12-01', reason: 'Auditoria' },
    // By who asked.
    { ...change, kind: 'request', fromDate: '2026-12-01', toDate: '2026-12-02', reason: 'Pauta sigilosa' },
  ])
  const due = { itemId: item.id, userId, returnDate: '2026-12-01' }
  await insert(db, 'answerLinks', { ...due, secretHash: bytes, createdAt: at, usedAt: at })
  await insert(db, 'receiptReminders', { protocolId: 1, userId, sentOn: '2026-11-20' })
  await insert(db, 'itemReminders', { ...due, kind: 'due_today', sentOn: '2026-12-01' })
  const idea = { title: 'Etiquetas', description: 'Nas pastas', category: 'outro', priority: 'alta', createdBy: userId }
  const made = db.insertInto('suggestions').values(idea).returning('id')
  const { id: suggestionId } = await made.executeTakeFirstOrThrow()
  await insert(db, 'suggestionVotes', { suggestionId, userId, vote: 'up' })
  await insert(db, 'ratings', { userId, section: 'primeiros-passos', rating: 'bom' })
  await insert(db, 'auditEvents', [
    { action: 'sign-in', actorId: userId, actorName: name, address: '203.0.113.9' },
    { action: 'sign-in.failed', subjectKind: 'user', subjectId: String(userId), subjectName: name },
    { action: 'access.denied', actorId: userId, actorName: name, subjectKind: 'protocol', subjectId: '99' },
    {
      ...{ action: 'user.changed', actorId: 999_999, actorName: 'Helena Prado', address: '198.51.100.7' },
      ...{ subjectKind: 'user', subjectId: String(userId), subjectName: name },
      before: '{"uphone":"(11) 97777-0000"}',
    },
  ])
  return person
}

const ana = await everythingAbout('Ana Lima')
const bruno = await everythingAbout('Bruno Sá')

/** In two parts of the file; and sums of a few seconds, of protocols that are in it. */
const elsewhere = new Set(['audit_events.actor_id', 'protocol_ledger.created_by'])

/** Every column of the real schema that refers to a person, as `table.column`. */
async function columnsWithPeople(): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select distinct c.relname || '.' || a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_constraint k on k.conrelid = c.oid and k.confrelid = 'users'::regclass and a.attnum = any (k.conkey)
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('int'::regtype, 'bigint'::regtype)
      and (k.oid is not null or a.attname ~ '(_by|user_id|actor_id|person_id|responsible_id)$')
    order by 1`.execute(db)
  return rows.map(({ column }) => column)
}

// proves 18.75, 18.76
it('everything that is stored of a person is in the file, of every table that refers to people', async () => {
  const { status, headers, body, raw } = await as(ana).get(`/api/users/${ana.id}/personal-data`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="dados-pessoais-${ana.id}-2026-11-22.json"`,
    'cache-control': 'no-store',
  })
  const { account, stored } = body as PersonalData
  expect(account).toMatchObject({
    ...{ id: ana.id, name: 'Ana Lima', email: ana.email, phone: '(11) 98888-7777', role: 'Gestor', has_password: true },
    ...{ department_name: expect.any(String), notify_new_protocol: true },
  })
  // A table that is added later must get a place in the file.
  expect(
    storedAbout
      .filter(({ table }) => table !== 'audit_events')
      .map(({ table, person }) => `${table}.${person}`)
      .sort(),
  ).toEqual((await columnsWithPeople()).filter((column) => !elsewhere.has(column)))
  expect(Object.keys(stored)).toEqual(storedAbout.map(({ name }) => name))
  expect(Object.entries(stored).filter(([, { rows }]) => rows.length === 0)).toEqual([])
  expect(stored.due_dates_changed?.rows.map(({ reason }) => reason)).toEqual(['Auditoria', null])
  expect(stored.comments?.rows).toEqual([expect.objectContaining({ text: 'Recebi hoje' })])
  expect(stored.audit_about?.rows).toMatchObject([
    { action: 'calendar-feed.opened', subject_kind: 'user', subject_id: String(ana.id), before: null },
    { action: 'user.changed', before: { uphone: '(11) 97777-0000' } },
  ])

  const text = raw.toString()
  // Neither other people, nor secrets, nor what protocols contain, nor that a hidden record exists.
  for (const unwanted of [
    'Bruno',
    bruno.email,
    'Helena',
    '198.51.100',
    'chave-oculta',
    'hash"',
    'argon2',
    'sigilosa',
    'denied',
    'sign-in.failed',
  ]) {
    expect(text).not.toContain(unwanted)
  }
})

// proves 18.75
it('the file is for the person and for Admins, and each is audited', async () => {
  const path = `/api/users/${ana.id}/personal-data`
  expect(await as(bruno).get(path)).toMatchObject({ status: 403, body: { code: 'ONLY_OWN_DATA' } })
  expect(await as(bruno).get('/api/users/999999/personal-data')).toMatchObject({ status: 403 })
  const admin = await buildAdmin(db, { name: 'Helena Prado' })
  expect((await as(admin).get('/api/users/999999/personal-data')).status).toBe(404)
  expect((await as(admin).get(path)).body.account.name).toBe('Ana Lima')
  const exported = await db
    .selectFrom('auditEvents')
    .select(['actorId', 'subjectKind', 'subjectId', 'subjectName'])
    .where('action', '=', 'export')
    .where('actorId', '=', admin.id)
    .execute()
  expect(exported).toEqual([
    { actorId: admin.id, subjectKind: 'personal-data', subjectId: String(ana.id), subjectName: 'Ana Lima' },
  ])
})

// proves 18.76
it('reads many rows batch by batch, each of them once', async () => {
  const busy = await buildUser(db)
  await sql`
    insert into notifications (user_id, type, title, message)
    select ${busy.id}, 'account', 'Aviso', 'Aviso ' || n from generate_series(1, 4500) n`.execute(db)
  await sql`
    insert into known_networks (user_id, network, last_at)
    select ${busy.id}, '10.' || n / 250 || '.' || n % 250 || '.0/24', now() from generate_series(1, 2100) n`.execute(db)
  const { stored } = (await as(busy).get(`/api/users/${busy.id}/personal-data`)).body as PersonalData
  expect(new Set(stored.notifications?.rows.map(({ message }) => message)).size).toBe(4500)
  expect(stored.notifications?.rows).toHaveLength(4500)
  expect(stored.known_networks?.rows).toHaveLength(2100)
})

describe('an account that is made anonymous', async () => {
  const { db, app, as, clock } = await testApp({ ownDatabase: true, now: '2026-11-22T12:00:00Z' })
  const admin = await buildAdmin(db, { name: 'Helena Prado' })
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)

  /** Somebody who left: a person with traces everywhere, deactivated some days ago. */
  async function departed({ days = 1, name = 'Ana Lima' } = {}) {
    const { id: departmentId } = await buildDepartment(db)
    const person = await buildManager(db, { name, departmentId, phone: '(11) 98888-7777' })
    const protocol = await buildProtocol(db, { status: 'Concluído', createdBy: person.id })
    await insert(db, 'comments', { protocolId: protocol.id, text: 'Tudo certo', createdBy: person.id })
    await insert(db, 'history', {
      ...{ protocolId: protocol.id, action: 'Protocolo recebido', createdBy: person.id },
      description: `${name} recebeu o protocolo`,
    })
    await buildNotification(db, { userId: person.id })
    await as(person).get('/api/profile/sessions')
    await insert(db, 'identities', { userId: person.id, issuer: 'https://id.test', subject: `${person.id}` })
    await insert(db, 'knownNetworks', { userId: person.id, network: '203.0.113.0/24', lastAt: daysAgo(1) })
    await insert(db, 'devices', { userId: person.id, tokenHash: randomBytes(32), lastAt: daysAgo(1) })
    const method = { userId: person.id, kind: 'totp', name: 'Celular', secret: Buffer.alloc(20), lastStep: 0 }
    await insert(db, 'secondStepMethods', method)
    const old = { at: daysAgo(400), address: '203.0.113.9' }
    await insert(db, 'auditEvents', [
      { ...old, action: 'sign-in', actorId: person.id, actorName: name },
      // The database's own clock decides whose address stays.
      { ...old, action: 'sign-in', actorId: person.id, actorName: name, at: new Date() },
      {
        ...{ ...old, action: 'user.changed', actorId: admin.id, actorName: 'Helena Prado' },
        ...{ subjectKind: 'user', subjectId: String(person.id), subjectName: name },
        ...{
          before: JSON.stringify({ uname: 'Ana', uemail: person.email }),
          after: JSON.stringify({ uname: name, udpid: 3 }),
        },
      },
    ])
    for (const change of [{ isActive: false }, { deactivatedAt: daysAgo(days) }])
      await db.updateTable('users').set(change).where('id', '=', person.id).execute()
    return { ...person, protocol }
  }

  const anonymize = ({ id }: { id: number }) => as(admin).post(`/api/users/${id}/anonymize`)

  describe('a person who was made anonymous', () => {
    // proves 18.78
    it('has neither name nor contacts nor ways in; ids and the chained history stay', async () => {
      const ana = await departed()
      expect((await anonymize(ana)).status).toBe(204)

      const name = `Pessoa removida ${ana.id}`
      const email = `pessoa-removida-${ana.id}@anonimo.invalid`
      const user = await db.selectFrom('users').selectAll().where('id', '=', ana.id).executeTakeFirstOrThrow()
      expect(user).toMatchObject({ name, email, phone: null, passwordHash: null, isActive: false })
      for (const table of [
        'sessions',
        'identities',
        'knownNetworks',
        'devices',
        'secondStepMethods',
        'notifications',
      ] as const) {
        expect(await db.selectFrom(table).selectAll().where('userId', '=', ana.id).execute(), table).toEqual([])
      }
      const { body } = await as(admin).get(`/api/protocols/${ana.protocol.id}`)
      expect(JSON.stringify(body)).toContain(name)
      expect(
        await db.selectFrom('comments').select('createdBy').where('protocolId', '=', ana.protocol.id).execute(),
      ).toEqual([{ createdBy: ana.id }])

      await chainWholeHistory(db)
      expect((await verifyChain(db)).broken).toEqual([])
    })

    // proves 18.79
    it('is nameless in the audit too, where the addresses of the last six months stay', async () => {
      const ana = await departed()
      await anonymize(ana)
      const { rows } = await sql<{ text: string }>`select to_jsonb(e)::text as text from audit_events e`.execute(db)
      const all = rows.map(({ text }) => text).join('\n')
      expect(all).not.toContain('Ana Lima')
      expect(all).not.toContain(ana.email)
      const events = await db
        .selectFrom('auditEvents')
        .select(['action', 'actorName', 'subjectName', 'address', 'before', 'after'])
        .where((eb) => eb.or([eb('actorId', '=', ana.id), eb('subjectId', '=', String(ana.id))]))
        .orderBy('id')
        .execute()
      const name = `Pessoa removida ${ana.id}`
      expect(events).toEqual([
        expect.objectContaining({ action: 'sign-in', actorName: name, address: null }),
        expect.objectContaining({ action: 'sign-in', actorName: name, address: '203.0.113.9' }),
        expect.objectContaining({
          action: 'user.changed',
          actorName: 'Helena Prado',
          subjectName: name,
          before: {},
          after: { udpid: 3 },
        }),
        expect.objectContaining({ action: 'user.anonymized', actorName: 'Helena Prado', subjectName: name }),
      ])
    })

    // proves 18.77
    it('does not come back, and nobody becomes anonymous twice', async () => {
      const ana = await departed()
      await anonymize(ana)
      expect(await anonymize(ana)).toMatchObject({ status: 409, body: { code: 'USER_ANONYMIZED' } })
      const again = { uname: 'Ana', uemail: 'ana@malote.test', udpid: ana.departmentId, is_active: true }
      expect(await as(admin).put(`/api/users/${ana.id}`, again)).toMatchObject({ body: { code: 'USER_ANONYMIZED' } })
    })

    it('leaves its addresses to nobody who is there, who could not be changed any more', async () => {
      const ana = await departed()
      const taken = { uname: 'Rui', uemail: `Pessoa-Removida-${ana.id}@anonimo.invalid`, udpid: ana.departmentId }
      const refused = { status: 400, body: { errors: { uemail: 'E-mail inválido' } } }
      expect(await as(admin).post('/api/users', taken)).toMatchObject(refused)
      expect((await anonymize(ana)).status).toBe(204)
    })
  })

  describe('refused', () => {
    // proves 18.77
    it('while the person works here or answers for an item', async () => {
      const present = await buildUser(db)
      expect(await anonymize(present)).toMatchObject({ status: 409, body: { code: 'USER_STILL_ACTIVE' } })
      const ana = await departed()
      await buildProtocol(db, { items: [{ responsibleId: ana.id }] })
      expect(await anonymize(ana)).toMatchObject({ status: 409, body: { code: 'USER_HOLDS_ITEMS' } })
      expect(await anonymize({ id: 999_999 })).toMatchObject({ status: 404 })
    })

    // proves 18.77
    it('without fresh proof', async () => {
      const ana = await departed()
      const path = `/api/users/${ana.id}/anonymize`
      const other = await buildAdmin(db)
      const client = as(other)
      await client.get('/api/profile/sessions')
      await db
        .updateTable('sessions')
        .set({ provedAt: daysAgo(1) })
        .where('userId', '=', other.id)
        .execute()
      expect(await client.post(path)).toMatchObject({ body: { code: 'PROOF_NEEDED' } })
    })

    // proves 18.79
    it('by the database, to remove the name of anybody else from the audit', async () => {
      const { id } = await buildUser(db)
      await expect(sql`select anonymize_audit(${id})`.execute(app.db)).rejects.toThrow('is not anonymised')
    })
  })

  describe('the retention period', () => {
    // proves 18.80
    it('counts from the deactivation, whoever does it, and ends with the return', async () => {
      const person = await buildUser(db)
      const since = async () =>
        (await db.selectFrom('users').select('deactivatedAt').where('id', '=', person.id).executeTakeFirstOrThrow())
          .deactivatedAt
      const change = (isActive: boolean) =>
        as(admin).put(`/api/users/${person.id}`, {
          ...{ uname: person.name, uemail: person.email, udpid: person.departmentId, is_active: isActive },
        })
      expect(await since()).toBeNull()
      await change(false)
      const first = await since()
      expect(first).not.toBeNull()
      await change(false)
      expect(await since()).toEqual(first)
      await change(true)
      expect(await since()).toBeNull()
    })

    // proves 18.80
    it('makes anonymous who left before it and holds nothing; by default nobody', async () => {
      const long = await departed({ days: 731, name: 'Longe' })
      const holding = await departed({ days: 731, name: 'Devendo' })
      await buildProtocol(db, { items: [{ responsibleId: holding.id }] })
      const recent = await departed({ days: 729, name: 'Perto' })
      const nameOf = async ({ id }: { id: number }) =>
        (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

      expect(await anonymizeDeparted(app.db, { RETENTION_PEOPLE_DAYS: undefined }, clock.now())).toBe(0)
      expect(await anonymizeDeparted(app.db, { RETENTION_PEOPLE_DAYS: 730 }, clock.now())).toBe(1)
      expect(await Promise.all([long, holding, recent].map(nameOf))).toEqual([
        `Pessoa removida ${long.id}`,
        'Devendo',
        'Perto',
      ])
      expect(await anonymizeDeparted(app.db, { RETENTION_PEOPLE_DAYS: 730 }, clock.now())).toBe(0)
    })
  })
})
