import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { buildDepartment, buildUser } from '../../../test/builders.ts'
import { multipart } from '../../../test/client.ts'
import { testOrganisation } from '../../../test/organisation.ts'
import { file, samplePdf } from '../../../test/sample-files.ts'

/** An organisation with a third department, and a form for both destinations. */
async function openOrganisation() {
  const organisation = await testOrganisation({ now: '2026-11-20T15:00:00Z' })
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
it('stores the files for each protocol, so that none depends on another', async () => {
  const { db, as, sender, send, several, filesOnDisk } = await openOrganisation()
  const { destination_department_ids, ...fields } = several()
  const lists = { ...fields, destination_department_ids: JSON.stringify(destination_department_ids) }
  const { status, body } = await send(multipart(lists, { attachment_0: file('a.pdf', samplePdf) }))
  expect(status).toBe(201)
  expect(await filesOnDisk()).toHaveLength(2)
  for (const id of body.protocol_ids) {
    const { items } = (await as(sender).get(`/api/protocols/${id}`)).body
    const { raw } = await as(sender).get(`/api/protocols/attachments/${items[0].attachments[0].id}/download`)
    expect(raw.equals(samplePdf)).toBe(true)
  }
  const rows = await db.selectFrom('attachments').select('storageKey').execute()
  expect(new Set(rows.map(({ storageKey }) => storageKey)).size).toBe(2)
})

it('leaves no files when nothing could be sent', async () => {
  const { send, several, filesOnDisk } = await openOrganisation()
  const lists = several({ destination_department_ids: JSON.stringify([unknown, unknown - 1]) })
  expect((await send(multipart(lists, { attachment_0: file('a.pdf', samplePdf) }))).status).toBe(400)
  expect(await filesOnDisk()).toEqual([])
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
  const { send, several, countProtocols } = await openOrganisation()
  const replies = await Promise.all([send(several(), key), send(several(), key), send(several(), key)])
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countProtocols()).toBe(2)
})
