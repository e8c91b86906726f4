import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { KeyTaken } from '../../../domain/idempotency/idempotency.repo.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { foldLedgers } from '../../../platform/db/folding.ts'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import type { TestAppOptions } from '../../../test/app.ts'
import { organisationBehindProxy } from '../../../test/behind-proxy.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../../test/builders.ts'
import { multipart } from '../../../test/client.ts'
import { atCommit } from '../../../test/fault-proxy.ts'
import { testOrganisation } from '../../../test/organisation.ts'
import { file, samplePdf } from '../../../test/sample-files.ts'
import { insertProtocol } from './insert-protocol.repo.ts'

/** An organisation with a third department, and a form for both destinations. */
async function openOrganisation(options: TestAppOptions = {}) {
  const organisation = await testOrganisation({ now: '2026-11-20T15:00:00Z', ...options })
  const { db, destination, itemType, returning } = organisation
  const third = await buildDepartment(db)
  const reader = await buildUser(db, { departmentId: third.id })
  const items = [{ item_type_id: itemType.id, category_id: returning.id, reason: 'Assinar', description: 'Pasta azul' }]
  const several = (changes: Record<string, unknown> = {}) => {
    const { destination_department_id, ...rest } = organisation.form({ requires_return: true, items, ...changes })
    return { destination_department_ids: [third.id, destination.id], ...rest }
  }
  const send = (body: object, headers?: Record<string, string>) =>
    organisation.as(organisation.sender).post('/api/protocols', body, headers)
  const countProtocols = async () =>
    (await db.selectFrom('protocols').select('id').where('createdBy', '=', organisation.sender.id).execute()).length
  return { ...organisation, third, reader, several, send, countProtocols }
}

const unknown = 2_000_000_000

// proves 17.4, 17.26
it('one form becomes a protocol for each destination, with due dates, history and notices as for one', async () => {
  const { db, as, send, several, third, destination, reader, recipient } = await openOrganisation()
  const { status, body } = await send(several())
  expect([status, body]).toEqual([201, { protocol_ids: [expect.any(Number), expect.any(Number)], errors: [] }])

  const readers = [reader, recipient]
  for (const [index, place] of [third, destination].entries()) {
    const id = body.protocol_ids[index]
    const detail = (await as(readers[index] ?? reader).get(`/api/protocols/${id}`)).body
    expect(detail).toMatchObject({ destination_department: place.name, next_return_date: '2026-11-27', total_items: 1 })
    expect(detail.items[0]).toMatchObject({ description: 'Pasta azul', return_date: '2026-11-27' })
    expect(detail.history).toMatchObject([{ action: 'Protocolo criado' }])
    const told = await db.selectFrom('notifications').select(['userId', 'title']).where('protocolId', '=', id).execute()
    expect(told).toContainEqual({ userId: readers[index]?.id, title: `Novo protocolo #${id}` })
  }
  expect(await findBrokenInvariants(db)).toEqual([])
})

// proves 17.26
it('names the destinations to which it could not be sent, and refuses when there is no other', async () => {
  const { send, several, third, countProtocols } = await openOrganisation()
  const { status, body } = await send(several({ destination_department_ids: [unknown, third.id] }))
  expect([status, body]).toEqual([
    201,
    {
      protocol_ids: [expect.any(Number)],
      errors: [{ destination_department_id: unknown, message: 'Departamento não encontrado' }],
    },
  ])
  const none = await send(several({ destination_department_ids: [unknown, unknown - 1] }))
  expect([none.status, none.body.errors]).toEqual([400, { destination_department_ids: 'Departamento não encontrado' }])
  expect(await countProtocols()).toBe(1)
})

// proves 17.26
it('refuses what is wrong with the form for all of them', async () => {
  const { as, send, several, recipient, third, itemType, rowCounts } = await openOrganisation()
  const before = await rowCounts()
  const responsible = [{ item_type_id: itemType.id, reason: 'Assinar', destination_user_id: recipient.id }]
  expect((await send(several({ items: responsible }))).body.errors).toEqual({
    'items.0.destination_user_id': 'Com vários destinos, os responsáveis são indicados depois do envio',
  })
  expect((await send(several({ destination_department_ids: [third.id, third.id] }))).body.errors).toEqual({
    destination_department_ids: 'Escolha pelo menos dois destinos',
  })
  expect((await send(several({ remarks: '', items: [{}] }))).body.errors).toMatchObject({
    remarks: 'Observações são obrigatórias',
    'items.0.reason': expect.any(String),
  })
  const outsider = await as(recipient).post('/api/protocols', several({ remarks: '' }))
  expect(outsider.status).toBe(403)
  expect(await rowCounts()).toEqual(before)
})

// proves 17.26
it('stores the files once, and each protocol has them', async () => {
  const { db, as, sender, send, several, filesOnDisk } = await openOrganisation()
  const { destination_department_ids, ...fields } = several()
  const lists = { ...fields, destination_department_ids: JSON.stringify(destination_department_ids) }
  const { status, body } = await send(multipart(lists, { attachment_0: file('a.pdf', samplePdf) }))
  expect(status).toBe(201)
  expect(await filesOnDisk()).toHaveLength(1)
  for (const id of body.protocol_ids) {
    const { items } = (await as(sender).get(`/api/protocols/${id}`)).body
    const { raw } = await as(sender).get(`/api/protocols/attachments/${items[0].attachments[0].id}/download`)
    expect(raw.equals(samplePdf)).toBe(true)
  }
  const rows = await db.selectFrom('attachments').select('storageKey').execute()
  expect([rows.length, new Set(rows.map(({ storageKey }) => storageKey)).size]).toEqual([2, 1])
})

it('leaves no files when nothing could be sent', async () => {
  const { send, several, filesOnDisk } = await openOrganisation()
  const lists = several({ destination_department_ids: JSON.stringify([unknown, unknown - 1]) })
  expect((await send(multipart(lists, { attachment_0: file('a.pdf', samplePdf) }))).status).toBe(400)
  expect(await filesOnDisk()).toEqual([])
})

// proves 20.7
it('a file that an Admin removes goes from every protocol of the circular, also of a retry', async () => {
  const { as, db, clock, send, several, form, third, destination, filesOnDisk } = await openOrganisation({
    ownDatabase: true,
  })
  const late = 900_001
  const ids = JSON.stringify([third.id, destination.id, late])
  const [body, fields] = [several({ destination_department_ids: ids }), { attachment_0: file('a.pdf', samplePdf) }]
  const first = await send(multipart(body, fields), key)
  expect(first.body).toMatchObject({ protocol_ids: [expect.any(Number), expect.any(Number)], errors: [{}] })
  await sql`insert into departments (id, name) overriding system value values (${late}, 'Arquivo')`.execute(db)
  clock.advance(60_000)
  expect((await send(multipart(body, fields), key)).body.errors).toEqual([])
  // Sent again, it is a different file.
  expect((await send(multipart(form(), fields))).status).toBe(201)
  const admin = as(await buildAdmin(db))
  const attachments = await db.selectFrom('attachments').select('id').orderBy('id').execute()
  expect([attachments.length, (await filesOnDisk()).length]).toEqual([4, 3])

  const reason = 'Dados de saúde'
  const path = (id: number | undefined) => `/api/protocols/attachments/${id}`
  expect((await admin.post(`${path(attachments[2]?.id)}/black-out`, { reason })).status).toBe(200)
  const downloads = await Promise.all(attachments.map(({ id }) => admin.get(`${path(id)}/download`)))
  expect(downloads.map(({ status }) => status)).toEqual([410, 410, 410, 200])
  expect(await filesOnDisk()).toHaveLength(1)
})

const key = { 'idempotency-key': 'k'.repeat(200) }

// proves 17.27
it('a retry under the same key creates only what is missing, whatever has changed since', async () => {
  const { db, send, several, third, countProtocols } = await openOrganisation()
  const absent = 900_000
  const body = several({ destination_department_ids: [third.id, absent] })
  const first = await send(body, key)
  expect(first.body).toMatchObject({ protocol_ids: [expect.any(Number)], errors: [{}] })
  expect(await send(body, key)).toMatchObject({ status: 201, body: first.body })
  expect(await countProtocols()).toBe(1)

  await sql`insert into departments (id, name) overriding system value values (${absent}, 'Novo')`.execute(db)
  const completed = await send(body, key)
  expect(completed.body).toEqual({ protocol_ids: [first.body.protocol_ids[0], expect.any(Number)], errors: [] })
  await db.updateTable('categories').set({ returnDays: null }).execute()
  expect((await send(body, key)).body).toEqual(completed.body)
  expect(await countProtocols()).toBe(2)
})

// proves 17.27
it('a key stands for one form only', async () => {
  const { send, several, third, form, destination, countProtocols } = await openOrganisation()
  await send(several(), key)
  for (const other of [
    several({ remarks: 'Outras' }),
    several({ destination_department_ids: [third.id, unknown] }),
    several({ destination_department_ids: [unknown, unknown - 1] }),
    form({ destination_department_id: destination.id }),
  ]) {
    expect(await send(other, key)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  }
  expect(await countProtocols()).toBe(2)
})

// proves 17.27
it('the same form sent twice at once creates each protocol once', async () => {
  const { send, several, third, destination, countProtocols, filesOnDisk, db } = await openOrganisation()
  const lists = several({ destination_department_ids: JSON.stringify([third.id, destination.id]) })
  const sendOne = () => send(multipart(lists, { attachment_0: file('a.pdf', samplePdf) }), key)
  const replies = await Promise.all([sendOne(), sendOne(), sendOne()])
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countProtocols()).toBe(2)
  // Two of them may have created one each.
  const rows = await db
    .selectFrom('attachments')
    .innerJoin('items', 'items.id', 'attachments.itemId')
    .select('storageKey')
    .distinct()
    .where('protocolId', 'in', replies[0]?.body.protocol_ids)
    .execute()
  expect(await filesOnDisk()).toHaveLength(rows.length)
})

it('gives a line up on which nothing comes any more, and keeps the files when that was the commit', async () => {
  const { as, sender, form, proxy, db, filesOnDisk } = await organisationBehindProxy({ statementTimeout: 5_000 })
  const send = () => as(sender).post('/api/protocols', multipart(form(), { attachment_0: file('a.pdf', samplePdf) }))
  await as(sender).get('/api/auth/me')

  proxy.breakOnce(atCommit('stall'))
  expect(await send()).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  expect(await db.selectFrom('protocols').select('id').execute()).toHaveLength(1)
  expect(await filesOnDisk()).toHaveLength(1)
})

const atCreation = (how: 'before' | 'after') => ({ at: (sent: string) => /insert into protocols/.test(sent), how })

it.each([
  ['was lost on its way', 'before', 0],
  ['was applied and never confirmed', 'after', 1],
] as const)('says of a creation that %s that it can be sent again', async (_, how, created) => {
  const { as, sender, form, proxy, db } = await organisationBehindProxy()
  const send = (headers = {}) => as(sender).post('/api/protocols', form(), headers)
  const protocols = () => db.selectFrom('protocols').select('id').execute()
  await as(sender).get('/api/auth/me')

  proxy.breakOnce(atCreation(how))
  expect(await send({ 'idempotency-key': 'uma-vez' })).toMatchObject({
    status: 503,
    body: { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('Envie de novo') },
  })
  expect(await protocols()).toHaveLength(created)
  expect((await send({ 'idempotency-key': 'uma-vez' })).status).toBe(201)
  expect(await protocols()).toHaveLength(1)

  proxy.breakOnce(atCreation(how))
  expect(await send()).toMatchObject({
    status: 503,
    body: { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('Confira') },
  })
})

/** Everything derived from one protocol, without its id; empties the ledgers. */
async function takeDerived(db: Db, id: number) {
  const { rows } = await sql<{ table: string; row: object }>`
    with sides as (select to_jsonb(d) - 'protocol_id' as row from protocol_departments d where protocol_id = ${id}),
    protocols as (delete from protocol_ledger l returning to_jsonb(l) as row),
    items as (delete from item_ledger l returning to_jsonb(l) as row),
    categories as (delete from category_ledger l returning to_jsonb(l) as row)
    select 'sides' as "table", row from sides union all select 'protocols', row from protocols
    union all select 'items', row from items union all select 'categories', row from categories
    order by 1, 2`.execute(db)
  return rows
}

/** Writes the rows of a protocol again, one after the other, so that the triggers derive everything. */
async function writeAgain(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into protocols (origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at)
    select origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at
    from protocols where id = ${id} returning id`.execute(db)
  const again = rows[0]?.id as number
  await sql`
    insert into items (protocol_id, position, document_number, item_type_id, category_id, responsible_id, reason, return_date)
    select ${again}, position, document_number, item_type_id, category_id, responsible_id, reason, return_date
    from items where protocol_id = ${id}`.execute(db)
  return again
}

/** The sum of each kind of row: the triggers record a protocol before its items, and then how they change it. */
function netted(rows: { table: string; row: object }[]) {
  const sums = new Map<string, number>()
  for (const { table, row } of rows) {
    const { n = 1, ...rest } = row as { n?: number }
    const key = `${table} ${JSON.stringify(rest)}`
    sums.set(key, (sums.get(key) ?? 0) + n)
  }
  return [...sums].filter(([, n]) => n !== 0).sort()
}

it('a creation derives exactly what the triggers would', async () => {
  const { db, as, sender, recipient, origin, itemType, returning, staying, form } = await testOrganisation({
    ownDatabase: true,
    // Still the day before in São Paulo.
    now: '2026-11-21T01:30:00Z',
  })
  const item = { item_type_id: itemType.id, reason: 'Conferência' }
  const back = { ...item, category_id: returning.id }
  const forms = [
    form(),
    form({ requires_return: true, items: [back, back, item, { ...back, destination_user_id: recipient.id }] }),
    form({ items: [item, { ...item, category_id: staying.id }] }),
    form({ destination_department_id: origin.id, items: [{ ...item, category_id: staying.id }] }),
  ]
  for (const [index, sent] of forms.entries()) {
    const headers: Record<string, string> = index % 2 === 0 ? {} : { 'idempotency-key': `envio-${index}` }
    const { status, body } = await as(sender).post('/api/protocols', sent, headers)
    expect([status, body.message]).toEqual([201, undefined])
    const byCreation = await takeDerived(db, body.protocol_id)
    expect(byCreation.length).toBeGreaterThan(3)

    const again = await writeAgain(db, body.protocol_id)
    expect(netted(byCreation)).toEqual(netted(await takeDerived(db, again)))
  }
})

it('only the rows of the creation are left to it', async () => {
  const { db, sender, origin, destination, itemType } = await testOrganisation({ ownDatabase: true })
  const contents = {
    ...{ remarks: 'Contratos', originDepartmentId: origin.id, destinationDepartmentId: destination.id },
    requiresReturn: false,
    items: [{ documentNumber: null, description: null, itemTypeId: itemType.id, categoryId: null, supplierId: null }],
  }
  const items = contents.items.map((item) => ({ ...item, responsibleId: null, reason: null, dueDate: null }))
  const by = { id: sender.id, mostNotified: Infinity }
  const record = { ...contents, items, description: 'Enviado', by, at: new Date() }
  const addItem = (trx: Db, protocolId: number, position: number) =>
    trx.insertInto('items').values({ protocolId, position, itemTypeId: itemType.id }).execute()
  await db.transaction().execute(async (trx) => {
    const first = await insertProtocol(trx, record, undefined)
    // What any other statement of the same transaction inserts is still recorded by the triggers.
    await buildProtocol(trx, { originDepartmentId: origin.id, destinationDepartmentId: destination.id })
    await addItem(trx, first.id, 2)
    await insertProtocol(trx, record, undefined)
    await insertProtocol(trx, record, { key: 'envio', digest: Buffer.alloc(32) })
    const taken = insertProtocol(trx, record, { key: 'envio', digest: Buffer.alloc(32) })
    await expect(taken).rejects.toThrow(KeyTaken)
    await addItem(trx, first.id, 3)
  })
  expect(await findBrokenInvariants(db)).toEqual([])
  await foldLedgers(db)
  expect(await findBrokenInvariants(db)).toEqual([])
})
