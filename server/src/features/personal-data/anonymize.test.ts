import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import { verifyChain } from '../../platform/db/chain/verify-chain.ts'
import { testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildManager,
  buildNotification,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import { anonymizeDeparted } from './public.ts'

// The chain waits for open transactions, also for those of other tests.
vi.setConfig({ testTimeout: 90_000 })

const { db, app, as, clock } = await testApp({ ownDatabase: true, now: '2026-11-22T12:00:00Z' })
const admin = await buildAdmin(db, { name: 'Helena Prado' })
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)

/** Somebody who left: a person with traces everywhere, deactivated some days ago. */
async function departed({ days = 1, name = 'Ana Lima' } = {}) {
  const { id: departmentId } = await buildDepartment(db)
  const person = await buildManager(db, { name, departmentId, phone: '(11) 98888-7777' })
  const protocol = await buildProtocol(db, { status: 'Concluído', createdBy: person.id })
  await db
    .insertInto('comments')
    .values({ protocolId: protocol.id, text: 'Tudo certo', createdBy: person.id })
    .execute()
  await db
    .insertInto('history')
    .values({
      ...{ protocolId: protocol.id, action: 'Protocolo recebido', createdBy: person.id },
      description: `${name} recebeu o protocolo`,
    })
    .execute()
  await buildNotification(db, { userId: person.id })
  await as(person).get('/api/profile/sessions')
  await db
    .insertInto('identities')
    .values({ userId: person.id, issuer: 'https://id.test', subject: `${person.id}` })
    .execute()
  await db
    .insertInto('knownNetworks')
    .values({ userId: person.id, network: '203.0.113.0/24', lastAt: daysAgo(1) })
    .execute()
  await db
    .insertInto('secondStepMethods')
    .values({ userId: person.id, kind: 'totp', name: 'Celular da Ana', secret: Buffer.alloc(20), lastStep: 0 })
    .execute()
  const old = { at: daysAgo(400), address: '203.0.113.9' }
  await db
    .insertInto('auditEvents')
    .values([
      { ...old, action: 'sign-in', actorId: person.id, actorName: name },
      { ...old, action: 'sign-in', actorId: person.id, actorName: name, at: daysAgo(0) },
      {
        ...{ ...old, action: 'user.changed', actorId: admin.id, actorName: 'Helena Prado' },
        ...{ subjectKind: 'user', subjectId: String(person.id), subjectName: name },
        ...{
          before: JSON.stringify({ uname: 'Ana', uemail: person.email }),
          after: JSON.stringify({ uname: name, udpid: 3 }),
        },
      },
    ])
    .execute()
  await db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
  await db
    .updateTable('users')
    .set({ deactivatedAt: daysAgo(days) })
    .where('id', '=', person.id)
    .execute()
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
    for (const table of ['sessions', 'identities', 'knownNetworks', 'secondStepMethods', 'notifications'] as const) {
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
  it('without fresh proof, and to everybody but Admins', async () => {
    const ana = await departed()
    const path = `/api/users/${ana.id}/anonymize`
    expect(await as(await buildManager(db)).post(path)).toMatchObject({ status: 403, body: { code: 'ONLY_ADMINS' } })
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
