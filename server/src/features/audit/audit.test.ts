import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser, testPassword } from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { newEvents } from './audit.test-setup.ts'
import { boundedAudit } from './bounded-audit.ts'
import { forgetOldAudit } from './public.ts'
import { recordAudit } from './record-audit.ts'

/** An audit of its own with these events. */
async function auditOf(...rows: { at: string; action: string; actorId?: number; subjectName?: string }[]) {
  const test = await testApp({ ownDatabase: true, config: { APP_TIMEZONE: 'America/Sao_Paulo' } })
  const admin = await buildAdmin(test.db, { name: 'Helena Prado' })
  const values = rows.map((row) => ({ actorName: row.actorId ? 'Ana' : null, subjectKind: 'user', ...row }))
  if (values.length > 0) await test.db.insertInto('auditEvents').values(values).execute()
  return { ...test, admin, list: (query = '') => test.as(admin).get(`/api/audit?${query}`) }
}

const namesIn = ({ body }: { body: { data: { subject: { name: string } }[] } }) =>
  body.data.map(({ subject }) => subject.name)

describe('GET /api/audit', () => {
  // proves 18.32
  it('shows the events, the newest first, as a page', async () => {
    const { admin, list, as } = await auditOf({
      at: '2026-11-20T12:00:00Z',
      action: 'sign-in.failed',
      subjectName: 'Ana',
    })
    const { dpid } = (await as(admin).post('/api/departments', { dpname: 'Compras' })).body
    await as(admin).put(`/api/departments/${dpid}`, { dpname: 'Aquisições' })

    const { status, body } = await list()

    expect(status).toBe(200)
    expect(body.meta).toEqual({ total: 3, per_page: 10, current_page: 1, last_page: 1 })
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        actor: { uid: admin.id, name: 'Helena Prado' },
        action: 'department.changed',
        subject: { kind: 'department', id: String(dpid), name: 'Aquisições' },
        before: { dpname: 'Compras' },
        after: { dpname: 'Aquisições' },
        address: '127.0.0.1',
      },
      expect.objectContaining({ action: 'department.created', before: null }),
      expect.objectContaining({ action: 'sign-in.failed', actor: null, address: null, at: '2026-11-20T12:00:00.000Z' }),
    ])
  })

  // proves 18.34
  it('keeps the names of the moment, also of people who are gone', async () => {
    const { db, admin, list, as } = await auditOf()
    const gone = await buildAdmin(db, { name: 'Ana Antiga' })
    await as(gone).post('/api/departments', { dpname: 'Compras' })
    await db.updateTable('users').set({ name: 'Ana Nova' }).where('id', '=', gone.id).execute()
    expect((await as(admin).delete(`/api/users/${gone.id}`)).status).toBe(204)

    const { body } = await list(`actor=${gone.id}`)
    expect(body.data).toMatchObject([{ action: 'department.created', actor: { uid: gone.id, name: 'Ana Antiga' } }])
  })

  // One audit for all of these, which only read.
  let organisation: ReturnType<typeof auditOf> | undefined
  const four = () => {
    organisation ??= auditOf(
      { at: '2026-11-19T12:00:00Z', action: 'sign-in', actorId: 7, subjectName: 'a' },
      { at: '2026-11-21T02:59:00Z', action: 'user.created', subjectName: 'b' },
      { at: '2026-11-21T03:00:00Z', action: 'sign-in.failed', subjectName: 'c' },
      { at: '2026-11-22T12:00:00Z', action: 'user.changed', actorId: 7, subjectName: 'd' },
    )
    return organisation
  }

  // proves 18.32
  it.each([
    ['action=user', ['d', 'b']],
    ['action=user.created', ['b']],
    ['action=sign-in', ['a']],
    ['action=USER.CREATED', ['b']],
    ['actor=7', ['d', 'a']],
    ['actor=7&action=user', ['d']],
    // In São Paulo the 21st begins at three o'clock in UTC.
    ['from=2026-11-21', ['d', 'c']],
    ['to=2026-11-20', ['b', 'a']],
    ['from=2026-11-20&to=2026-11-20', ['b']],
    ['action=user&to=2026-11-20', ['b']],
    ['from=2027-01-01', []],
    ['to=0001-01-01', []],
    ['action=all&actor=', ['d', 'c', 'b', 'a']],
  ])('filters by %s', async (query, names) => {
    const { list } = await four()
    const reply = await list(query)
    expect(reply.body.meta.total).toBe(names.length)
    expect(namesIn(reply)).toEqual(names)
  })

  // proves 18.32
  it.each(['action=usuario', 'actor=x', 'from=ontem', 'to=2026-02-30'])('refuses %s', async (query) => {
    const { list } = await four()
    expect(await list(query)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  // proves 18.32, V16.2.2
  it('turns its pages in an order without gaps, also within one instant', async () => {
    const at = '2026-11-20T12:00:00Z'
    const { list } = await auditOf(
      ...Array.from({ length: 23 }, (_, n) => ({
        ...{ at, action: n % 2 ? 'user.created' : 'user.changed', subjectName: String(n) },
      })),
    )
    const newestFirst = Array.from({ length: 23 }, (_, n) => String(22 - n))
    for (const filter of ['', 'action=user', 'from=2026-11-20']) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`${filter}&page=${page}`)))
      expect(pages.flatMap(namesIn)).toEqual(newestFirst)
      expect(pages[2]?.body.meta).toMatchObject({ total: 23, current_page: 3, last_page: 3 })
    }
  })

  // proves 18.32
  it('reaches ten thousand events back', async () => {
    const { db, list } = await auditOf()
    await sql`insert into audit_events (action) select 'sign-in' from generate_series(1, 10050)`.execute(db)
    expect((await list()).body.meta).toMatchObject({ total: 10_000, last_page: 1_000 })
    expect((await list('page=1000')).body.data).toHaveLength(10)
    expect((await list('page=1001')).body.data).toEqual([])
    expect((await list('page=999999999')).body.data).toEqual([])
  })
})

describe('GET /api/audit/export', () => {
  // proves 18.31, 18.33
  it('is a CSV in Portuguese, without formulas, and is itself an event', async () => {
    const { db, admin, as } = await auditOf(
      { at: '2026-11-20T12:00:00Z', action: 'sign-in.failed', subjectName: 'Ana' },
      { at: '2026-11-21T12:00:00Z', action: 'user.created', subjectName: '=HYPERLINK("x")' },
    )
    await db.transaction().execute((trx) =>
      recordAudit(trx, {
        ...{ action: 'user.changed', actor: { id: admin.id, name: '=1+1' }, address: '10.0.0.7' },
        subject: { kind: 'user', id: '7', name: 'Ana Lima' },
        ...{ before: { uname: 'Ana', is_active: true }, after: { uname: 'Ana Lima', is_active: false } },
      }),
    )

    const reply = await as(admin).get('/api/audit/export?action=user')

    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="auditoria-\d{4}-\d\d-\d\d\.csv"$/),
      'x-total-rows': '2',
    })
    const lines = reply.body.trim().split('\r\n')
    expect(lines[0]).toBe('"Data e hora";"Quem";"O quê";"Sobre";"Antes";"Depois";"Endereço";"Ação";"Código de quem"')
    expect(lines[1]).toMatch(
      new RegExp(
        `;"'=1\\+1";"Usuário alterado";"Usuário Ana Lima";"Nome: Ana; Ativo: Sim";"Nome: Ana Lima; Ativo: Não";"10\\.0\\.0\\.7";"user\\.changed";${admin.id}$`,
      ),
    )
    expect(lines[2]).toMatch(/^"21\/11\/2026 09:00:00";;"Usuário criado";/)
    expect(lines).toHaveLength(3)
    const last = db.selectFrom('auditEvents').selectAll().orderBy('id', 'desc').limit(1)
    expect(await last.executeTakeFirst()).toMatchObject({
      ...{ action: 'export', actorId: admin.id, subjectKind: 'audit' },
      after: { format: 'csv', rows: 2, action: 'user' },
    })
  })

  // proves 18.33
  it('has as many lines as there are events, batch after batch', async () => {
    const { db, admin, as } = await auditOf()
    await sql`insert into audit_events (action, at, subject_kind, subject_name)
      select 'sign-in', '2026-01-01Z'::timestamptz + n / 3 * interval '1 second', 'user', n
      from generate_series(1, 1234) n`.execute(db)
    const { body, headers } = await as(admin).get('/api/audit/export')
    const names = String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => /"Usuário (\d+)";/.exec(line)?.[1])
    expect(names).toEqual(Array.from({ length: 1234 }, (_, n) => String(1234 - n)))
    expect(headers['x-total-rows']).toBe('1234')
  })
})

describe('the audit', () => {
  // proves 18.34
  it('is append-only in the database', async () => {
    const { db } = await auditOf({ at: '2026-11-20T12:00:00Z', action: 'sign-in' })
    for (const statement of [
      "update audit_events set action = 'x'",
      'delete from audit_events',
      'truncate audit_events',
    ]) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/audit_(is_append_only|keeps_its_events) refused/)
    }
  })

  // proves 18.30, V16.2.5
  it('has no event of a change that was refused or undone', async () => {
    const { db, admin, as } = await auditOf()
    const department = await buildDepartment(db, { name: 'Compras' })
    const events = newEvents(db)
    await events()
    const overtaken = { dpname: 'Novo', current: { dpname: 'Outro', dpdescription: null } }
    expect((await as(admin).put(`/api/departments/${department.id}`, overtaken)).status).toBe(409)
    expect((await as(admin).post('/api/departments', { dpname: 'compras' })).status).toBeGreaterThanOrEqual(400)
    expect((await as(admin).delete('/api/departments/999999')).status).toBe(404)
    expect((await as(admin).put(`/api/departments/${department.id}`, { dpname: 'Compras' })).status).toBe(200)
    expect(await events()).toEqual([])
  })

  // proves 18.30
  it('tells two changes at the same moment one after the other', async () => {
    const { db, admin, as } = await auditOf()
    const { id } = await buildDepartment(db, { name: 'A' })
    const names = ['B', 'C', 'D', 'E']
    const replies = await Promise.all(names.map((dpname) => as(admin).put(`/api/departments/${id}`, { dpname })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const rows = await db.selectFrom('auditEvents').select(['before', 'after']).orderBy('id').execute()
    const steps = rows.map(({ before, after }) => [before, after] as { dpname: string }[])
    expect(steps).toHaveLength(4)
    for (const [step, [before]] of steps.entries()) {
      expect(before?.dpname).toBe(step === 0 ? 'A' : steps[step - 1]?.[1]?.dpname)
    }
  })

  // proves 18.31, V16.3.1
  it('has who came in, went out, was let in, and what was taken out', async () => {
    const { as, db, sender, manager, destination, itemType, returning, form, anonymous, withToken } =
      await testOrganisation()
    const admin = await buildAdmin(db)
    const events = newEvents(db)
    const seen = async () =>
      (await events()).map(({ action, actorId, subjectKind }) =>
        [action, actorId, subjectKind].filter(Boolean).join(' '),
      )
    await events()
    const signIn = async (email: string, password = testPassword) =>
      (await anonymous.post('/api/auth/login', { email, password })).body.token

    const token = await signIn(sender.email)
    const other = await signIn(sender.email)
    expect(await seen()).toEqual([`sign-in ${sender.id}`, `sign-in ${sender.id}`])
    const client = withToken(token)
    const { body: sessions } = await client.get('/api/auth/sessions')
    const elsewhere = sessions.find(({ is_current: isCurrent }: { is_current: boolean }) => !isCurrent)
    await client.delete(`/api/auth/sessions/${elsewhere.id}`)
    await client.delete('/api/auth/sessions')
    expect((await withToken(other).get('/api/auth/me')).status).toBe(401)
    await client.put('/api/auth/profile', { currentPassword: testPassword, newPassword: 'uma frase nova' })
    await client.post('/api/auth/logout')
    expect(await seen()).toEqual([
      `session.ended ${sender.id} session`,
      `session.ended ${sender.id} user`,
      `password.changed ${sender.id} user`,
      `sign-out ${sender.id}`,
    ])

    const { body: invited } = await as(admin).post(`/api/users/${sender.id}/invite`)
    const link = new URL(invited.invitation.url)
    const chosen = { token: link.hash.replace('#token=', ''), newPassword: 'outra frase nova' }
    expect((await anonymous.post('/api/auth/password', chosen)).status).toBe(204)
    expect(await seen()).toEqual([`password.link ${admin.id} user`, 'password.changed user'])

    const items = [{ item_type_id: itemType.id, category_id: returning.id, reason: 'Assinar' }]
    const sent = multipart(form({ requires_return: true, items }), { attachment_0: { name: 'a.txt', content: 'Olá' } })
    const { body: created } = await as(sender).post('/api/protocols', sent)
    expect(await seen()).toEqual([])
    const { body: detail } = await as(sender).get(`/api/protocols/${created.id}`)
    const [item] = detail.items
    await as(sender).get(`/api/protocols/attachments/${item.attachments[0].id}/download`)
    await as(sender).get('/api/returns/export?search=x')
    await as(sender).get('/api/reports/export?format=csv')
    expect(await events()).toMatchObject([
      { action: 'download', actorId: sender.id, subjectKind: 'attachment', subjectName: 'a.txt' },
      { action: 'export', subjectKind: 'returns', after: { format: 'csv', rows: 0, search: 'x' } },
      { action: 'export', subjectKind: 'report', after: { format: 'csv' } },
    ])

    const [ana, bia] = [
      await buildUser(db, { departmentId: destination.id }),
      await buildUser(db, { departmentId: destination.id }),
    ]
    await as(manager).post(`/api/protocols/${created.id}/receive`)
    await as(manager).put(`/api/protocols/items/${item.id}/assign`, { userId: ana.id })
    await events()
    expect((await as(manager).post(`/api/protocols/items/${item.id}/transfer`, { newUserId: bia.id })).status).toBe(200)
    expect(await events()).toMatchObject([
      {
        ...{ action: 'hand-over', actorId: manager.id, subjectKind: 'protocol', subjectId: String(created.id) },
        ...{ before: { responsible: [ana.name] }, after: { responsible: [bia.name], item_ids: [item.id] } },
      },
    ])

    // None of it may be in any event of this database: not the passwords, not the tokens, not a hash.
    const { rows } = await sql<{ text: string }>`select e::text as text from audit_events e`.execute(db)
    const audit = rows.map(({ text }) => text).join()
    expect(audit).toContain(sender.name)
    const passwords = [testPassword, 'uma frase nova', 'outra frase nova']
    for (const secret of [...passwords, token, other, link.href, 'argon2', 'Bearer'])
      expect(audit).not.toContain(secret)
    expect(audit).not.toMatch(/password_?hash|token/i)
  })
})

// proves 18.36
it('writes at most two hundred rows a minute of strangers, the rest as one number, and people’s with their names', async () => {
  const { app, db } = await testApp({ ownDatabase: true })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const audit = boundedAudit(db, app.log)
  const record = (n: number) =>
    audit.record(`key ${n}`, { action: 'sign-in.failed', actor: null, address: `10.0.${n >> 8}.${n & 255}` })

  const person = await buildUser(db)

  for (let n = 0; n < 1_000; n += 1) record(n % 500)
  audit.record(`access ${person.id}`, { action: 'access.denied', actor: person, address: '10.0.0.7' })
  const [[endMinute] = []] = timers.mock.calls.filter(([, delay]) => delay === 60_000)
  timers.mockRestore()
  endMinute?.()
  record(1) // the next minute begins anew
  await audit.close()

  const { rows } = await sql<{ n: number; repeated: number | null }>`
    select count(*)::int as n, (after->>'repeated')::int as repeated from audit_events group by 2 order by 2 nulls first
  `.execute(db)
  expect(rows).toEqual([
    { n: 102, repeated: null },
    { n: 100, repeated: 1 },
    { n: 1, repeated: 800 },
  ])
  const named = db.selectFrom('auditEvents').select(['action', 'actorName']).where('actorId', 'is not', null)
  expect(await named.execute()).toEqual([{ action: 'access.denied', actorName: person.name }])
})

const { db, app } = await testApp({ ownDatabase: true })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const left = async () =>
  (await db.selectFrom('auditEvents').select(['action', 'after']).orderBy('id').execute()).map(
    ({ action, after }) => after ?? action,
  )

// proves 18.82
it('forgets audited events after the configured days, and says so in the audit', async () => {
  await db
    .insertInto('auditEvents')
    .values([
      { action: 'sign-in', at: daysAgo(366) },
      { action: 'sign-out', at: daysAgo(364) },
    ])
    .execute()
  expect(await forgetOldAudit(app.db, { RETENTION_AUDIT_DAYS: undefined })).toBe(0)
  expect(await forgetOldAudit(app.db, { RETENTION_AUDIT_DAYS: 365 })).toBe(1)
  expect(await left()).toEqual(['sign-out', { records: 1, days: 365 }])
  expect(await forgetOldAudit(app.db, { RETENTION_AUDIT_DAYS: 365 })).toBe(0)
})

// proves 18.82
it.each([179, 0, -1, null])('the server cannot have %s days forgotten, nor delete by itself', async (days) => {
  const forget = sql`select forget_old_audit(${days}::int, 100)`.execute(app.db)
  await expect(forget).rejects.toThrow('for at least 180 days')
  await expect(sql`delete from audit_events`.execute(app.db)).rejects.toThrow('permission denied')
  const pretending = app.db.transaction().execute(async (trx) => {
    await sql`select set_config('malote.changing_audit', 'yes', true)`.execute(trx)
    await sql`update audit_events set action = 'x'`.execute(trx)
  })
  await expect(pretending).rejects.toThrow('permission denied')
})
