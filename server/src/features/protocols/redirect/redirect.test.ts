import { join } from 'node:path'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { restoreArchive } from '../../../platform/archive/restore-archive.ts'
import { writeArchive } from '../../../platform/archive/write-archive.ts'
import { chainWholeHistory } from '../../../platform/db/chain/chain-history.ts'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { openStorage } from '../../../platform/files/storage.ts'
import { verifyFiles } from '../../../platform/files/verify-files.ts'
import { organisationBehindProxy } from '../../../test/behind-proxy.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../../test/builders.ts'
import { multipart } from '../../../test/client.ts'
import { testConfig } from '../../../test/config.ts'
import { testDatabase } from '../../../test/database.ts'
import { atCommit } from '../../../test/fault-proxy.ts'
import { recordsOf, testOrganisation } from '../../../test/organisation.ts'
import { file, samplePdf, samplePng, testFolder } from '../../../test/sample-files.ts'

type Organisation = Awaited<ReturnType<typeof testOrganisation>>
let organisation: Organisation
let other: { id: number; name: string }

beforeAll(async () => {
  organisation = await testOrganisation({ now: '2026-11-20T12:00:00Z', ownDatabase: true })
  other = await buildDepartment(organisation.db, { name: 'Diretoria' })
})

/** A protocol with a return, three items (the third cancelled) and two files on the first. */
async function sent({ as, sender, recipient, itemType, returning, form, db }: Organisation) {
  const item = { item_type_id: itemType.id, category_id: returning.id, reason: 'Assinar' }
  const created = await as(sender).post(
    '/api/protocols',
    multipart(
      form({
        requires_return: true,
        items: [
          { ...item, document_number: 'A-1', description: 'Pasta azul', destination_user_id: recipient.id },
          { ...item, document_number: 'A-2' },
          { ...item, document_number: 'A-3' },
        ],
      }),
      { attachment_0: file('a.pdf', samplePdf), attachment_1: file('b.png', samplePng) },
    ),
  )
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const id: number = created.body.protocol_id
  const items = await db.selectFrom('items').select('id').where('protocolId', '=', id).orderBy('position').execute()
  const [first = 0, second = 0, third = 0] = items.map((one) => one.id)
  await as(sender).post(`/api/protocols/items/${third}/cancel`, { reason: 'Engano' })
  return { id, first, second, third }
}

const redirect = (
  { as }: Organisation,
  by: { id: number },
  id: number,
  destination: unknown,
  headers: Record<string, string> = {},
) =>
  as(by).post(
    `/api/protocols/${id}/redirect`,
    { destination_department_id: destination, reason: 'Foi ao andar errado' },
    headers,
  )

const actionsOf = async ({ db }: Organisation, id: number) =>
  (await recordsOf(db).historyOf(id)).map(({ action, description }) => `${action}: ${description}`)

describe('redirecting', () => {
  // proves 20.5
  it('cancels the protocol and sends the same to the other department', async () => {
    const { as, sender, recipient, db, returning, clock } = organisation
    const { id } = await sent(organisation)
    const colleague = await buildUser(db, { departmentId: organisation.origin.id, name: 'Rui Costa' })
    clock.advance(3 * 24 * 3_600_000)
    const reply = await redirect(organisation, colleague, id, other.id)
    expect(reply).toMatchObject({ status: 201, body: { protocol_id: expect.any(Number) } })
    const next = reply.body.protocol_id

    const before = (await as(sender).get(`/api/protocols/${id}`)).body
    expect(before).toMatchObject({
      ...{ status: 'Cancelado', cancel_kind: 'redirected', cancel_reason: 'Foi ao andar errado' },
      ...{ cancelled_by: 'Rui Costa', redirected_from: null, redirected_to: next },
    })
    const after = (await as(sender).get(`/api/protocols/${next}`)).body
    expect(after).toMatchObject({
      ...{ status: 'Pendente', cancel_kind: null, remarks: before.remarks, requires_return: true, total_items: 2 },
      ...{ creator: 'Rui Costa', destination_department: 'Diretoria', redirected_from: id, redirected_to: null },
    })
    const copied = { category: returning.name, reason: 'Assinar', status: 'pendente', destination_user: null }
    // Monday 23/11: five business days later.
    expect(after.items).toMatchObject([
      { ...copied, document_number: 'A-1', description: 'Pasta azul', return_date: '2026-11-30' },
      { ...copied, document_number: 'A-2', attachments: [{ file_name: 'b.png' }] },
    ])
    const [shared] = after.items[0].attachments
    expect(shared.file_name).toBe('a.pdf')
    const path = (attachment: { id: number }) => `/api/protocols/attachments/${attachment.id}/download`
    expect((await as(sender).get(path(shared))).raw.equals(samplePdf)).toBe(true)
    expect((await as(recipient).get(path(before.items[0].attachments[0]))).raw.equals(samplePdf)).toBe(true)

    const names = [organisation.origin.name, organisation.destination.name]
    expect((await actionsOf(organisation, id)).at(-1)).toBe(
      `Protocolo redirecionado: Rui Costa redirecionou o protocolo para Diretoria, como protocolo #${next}. Motivo: Foi ao andar errado`,
    )
    expect(await actionsOf(organisation, next)).toEqual([
      `Protocolo criado: Rui Costa enviou o protocolo de ${names[0]} para Diretoria com 2 itens, redirecionado do protocolo #${id}`,
    ])
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  // proves 20.5
  it('tells the creator and the department that was to receive it, and the new one', async () => {
    const { db, sender, recipient, manager, origin } = organisation
    const { id } = await sent(organisation)
    const colleague = await buildUser(db, { departmentId: origin.id })
    const newcomer = await buildUser(db, { departmentId: other.id })
    await db.deleteFrom('notifications').execute()
    const { body } = await redirect(organisation, colleague, id, other.id)
    const told = await db.selectFrom('notifications').select(['userId', 'type', 'title', 'message']).execute()
    const cancelled = { type: 'protocol_canceled', title: `Protocolo #${id} redirecionado` }
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userId: sender.id, ...cancelled }),
        expect.objectContaining({
          ...{ userId: recipient.id, ...cancelled },
          message: expect.stringContaining('porque respondia por um item dele'),
        }),
        expect.objectContaining({ userId: manager.id, ...cancelled }),
        expect.objectContaining({
          ...{ userId: newcomer.id, type: 'new_protocol', title: `Novo protocolo #${body.protocol_id}` },
        }),
      ]),
    )
    expect(told).toHaveLength(4)
  })

  // proves 20.5
  it('goes to another department that there is, with a reason', async () => {
    const { sender, destination } = organisation
    const { id } = await sent(organisation)
    const refusals: [unknown, string][] = [
      [destination.id, 'O protocolo já vai para este departamento. Escolha outro.'],
      [999_999, 'Departamento não encontrado'],
      [null, 'Departamento de destino é obrigatório'],
    ]
    for (const [department, message] of refusals) {
      expect(await redirect(organisation, sender, id, department)).toMatchObject({
        ...{ status: 400, body: { errors: { destination_department_id: message } } },
      })
    }
    const noReason = { destination_department_id: other.id, reason: ' ' }
    expect(await organisation.as(sender).post(`/api/protocols/${id}/redirect`, noReason)).toMatchObject({
      ...{ status: 400, body: { errors: { reason: expect.any(String) } } },
    })
  })

  // proves 20.6
  it('shows each side only the protocol that it sees', async () => {
    const { as, db, sender, recipient } = organisation
    const { id } = await sent(organisation)
    const { protocol_id: next } = (await redirect(organisation, sender, id, other.id)).body
    const newcomer = await buildUser(db, { departmentId: other.id })
    const links = async (person: { id: number }, of: number) => {
      const { redirected_from, redirected_to } = (await as(person).get(`/api/protocols/${of}`)).body
      return { redirected_from, redirected_to }
    }
    const none = { redirected_from: null, redirected_to: null }
    expect(await links(recipient, id)).toEqual(none)
    expect(await links(newcomer, next)).toEqual(none)
    const admin = await buildAdmin(db, { departmentId: null })
    expect(await links(admin, id)).toEqual({ ...none, redirected_to: next })
    expect(await links(sender, next)).toEqual({ ...none, redirected_from: id })
  })

  // proves 20.5
  it('happens once under one key, however often it is sent', async () => {
    const { db, sender } = organisation
    const { id } = await sent(organisation)
    const key = { 'idempotency-key': 'andar-errado' }
    const replies = await Promise.all([1, 2, 3].map(() => redirect(organisation, sender, id, other.id, key)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.protocol_id}`)).size).toBe(1)
    const made = await db.selectFrom('protocols').select('id').where('redirectedFrom', '=', id).execute()
    expect(made).toEqual([{ id: replies[0]?.body.protocol_id }])
    const elsewhere = await buildDepartment(db)
    expect(await redirect(organisation, sender, id, elsewhere.id, key)).toMatchObject({
      ...{ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    })
  })

  // proves 20.5
  it('of an item that was passed on keeps its chain and its limit, and never goes back', async () => {
    const { db, sender, itemType, returning, origin, destination } = organisation
    const first = await buildDepartment(db)
    const parent = await buildProtocol(db, {
      ...{ originDepartmentId: first.id, destinationDepartmentId: origin.id, status: protocolStatus.inProgress },
      items: [{ returnDate: '2026-11-25' }],
    })
    const parentItem = parent.items[0]?.id ?? 0
    const child = await buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id },
      items: [{ itemTypeId: itemType.id, categoryId: returning.id, forwardedFromItemId: parentItem }],
    })
    expect(await redirect(organisation, sender, child.id, first.id)).toMatchObject({
      ...{ status: 409, body: { code: 'NOT_FORWARDED_BACK' } },
    })
    const { body } = await redirect(organisation, sender, child.id, other.id)
    const items = await db
      .selectFrom('items')
      .select(['forwardedFromItemId', 'returnDate'])
      .where('protocolId', '=', body.protocol_id)
      .execute()
    expect(items).toEqual([{ forwardedFromItemId: parentItem, returnDate: '2026-11-25' }])
    expect(await actionsOf(organisation, parent.id)).toEqual([
      expect.stringMatching(/^Item encaminhado: .* encaminhado de .* para Diretoria por /),
    ])
    expect(await findBrokenInvariants(db)).toEqual([])
  })
})

describe('a stored file of two protocols', () => {
  // proves 20.7
  it('is stored and verified once, and removed at the old one is gone for the department that got it by mistake', async () => {
    const one = await testOrganisation({ now: '2026-11-20T12:00:00Z', ownDatabase: true })
    const { as, db, sender, destination } = one
    const target = await buildDepartment(db)
    const { id } = await sent(one)
    const { protocol_id: next } = (await redirect(one, sender, id, target.id)).body
    expect(await one.filesOnDisk()).toHaveLength(2)
    const storage = openStorage(testConfig({ DATA_DIR: one.app.settings.DATA_DIR }))
    expect(await verifyFiles(db, storage)).toEqual({ files: 2, broken: [] })

    const fileOf = async (protocol: number) =>
      (await as(sender).get(`/api/protocols/${protocol}`)).body.items[0].attachments[0].id
    const files = { old: await fileOf(id), new: await fileOf(next) }
    await chainWholeHistory(db)
    const admin = as(await buildAdmin(db, { departmentId: null }))
    const reason = 'Dados de saúde'
    expect(await admin.post(`/api/protocols/attachments/${files.new}/black-out`, { reason })).toMatchObject({
      status: 200,
    })
    const download = async (departmentId: number, attachment: number) =>
      as(await buildUser(db, { departmentId })).get(`/api/protocols/attachments/${attachment}/download`)
    expect((await download(target.id, files.new)).status).toBe(410)
    expect((await download(destination.id, files.old)).status).toBe(410)
    for (const protocol of [id, next]) {
      const { removals, history } = (await as(sender).get(`/api/protocols/${protocol}`)).body
      expect(removals).toMatchObject([{ kind: 'attachment', target_id: await fileOf(protocol) }])
      expect(history[0].action).toBe('Conteúdo removido')
    }
    expect(await one.filesOnDisk()).toHaveLength(1)
    expect(await verifyFiles(db, storage)).toEqual({ files: 1, broken: [] })
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  // proves 20.7
  it('that an Admin removed is in no archive', async () => {
    const one = await testOrganisation({ now: '2026-11-20T12:00:00Z', ownDatabase: true })
    const { as, db, sender } = one
    const { id, second } = await sent(one)
    const { protocol_id: next } = (await redirect(one, sender, id, (await buildDepartment(db)).id)).body
    const [attachment] = await db.selectFrom('attachments').select('id').where('itemId', '=', second).execute()
    await chainWholeHistory(db)
    const admin = as(await buildAdmin(db, { departmentId: null }))
    const removal = `/api/protocols/attachments/${attachment?.id}/black-out`
    expect(await admin.post(removal, { reason: 'Dados de saúde' })).toMatchObject({ status: 200 })

    const folder = testFolder()
    const archive = join(folder, 'malote.tar.gz')
    const storage = openStorage(testConfig({ DATA_DIR: one.app.settings.DATA_DIR }))
    expect(await writeArchive(one.connectionString, storage, archive)).toMatchObject({ files: 1, missing: [] })
    const restored = await testDatabase()
    onTestFinished(restored.drop)
    const there = openStorage(testConfig({ DATA_DIR: join(folder, 'there') }))
    await restoreArchive(restored.connectionString, there, archive)
    expect(await verifyFiles(restored.db, there)).toEqual({ files: 1, broken: [] })
    const rows = await restored.db
      .selectFrom('protocols')
      .select(['id', 'cancelKind', 'redirectedFrom'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id, cancelKind: 'redirected', redirectedFrom: null },
      { id: next, cancelKind: null, redirectedFrom: id },
    ])
    expect(await findBrokenInvariants(restored.db)).toEqual([])
  })

  // proves 20.7
  it('is removed once when two Admins remove both attachments at once', async () => {
    const one = await testOrganisation({ now: '2026-11-20T12:00:00Z', ownDatabase: true })
    const { as, db, sender } = one
    const { id } = await sent(one)
    const { protocol_id: next } = (await redirect(one, sender, id, (await buildDepartment(db)).id)).body
    const admin = as(await buildAdmin(db, { departmentId: null }))
    await admin.get('/api/auth/me')
    await chainWholeHistory(db)
    const rows = await db
      .selectFrom('attachments')
      .innerJoin('items', 'items.id', 'attachments.itemId')
      .select('attachments.id')
      .where('items.protocolId', 'in', [id, next])
      .where('fileName', '=', 'a.pdf')
      .execute()
    const replies = await Promise.all(
      rows.map((row) => admin.post(`/api/protocols/attachments/${row.id}/black-out`, { reason: 'Dados de saúde' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await one.filesOnDisk()).toHaveLength(1)
  })
})

describe('a connection that breaks', () => {
  // proves 20.5
  it.each([
    [
      'while the files are shared',
      { at: (text: string) => /insert into attachments/.test(text), how: 'after' as const },
    ],
    ['before the commit', atCommit('before')],
  ])('%s leaves the old protocol as it was', async (_when, fault) => {
    const broken = await organisationBehindProxy({ now: '2026-11-20T12:00:00Z' })
    const target = await buildDepartment(broken.db)
    const { id } = await sent(broken)
    const before = await broken.rowCounts()
    broken.proxy.breakOnce(fault)
    expect((await redirect(broken, broken.sender, id, target.id)).status).toBe(503)
    expect(await broken.rowCounts()).toEqual(before)
    const row = await broken.db.selectFrom('protocols').select('status').where('id', '=', id).executeTakeFirst()
    expect(row).toEqual({ status: 'Pendente' })
    expect((await redirect(broken, broken.sender, id, target.id)).status).toBe(201)
  })

  // proves 20.5
  it('after the commit leaves the new one, and the next try with the same key says which', async () => {
    const broken = await organisationBehindProxy({ now: '2026-11-20T12:00:00Z' })
    const target = await buildDepartment(broken.db)
    const { id } = await sent(broken)
    broken.proxy.breakOnce(atCommit('after'))
    const key = { 'idempotency-key': 'uma-vez' }
    expect(await redirect(broken, broken.sender, id, target.id, key)).toMatchObject({
      ...{ status: 503, body: { code: 'OUTCOME_UNKNOWN' } },
    })
    const retry = await redirect(broken, broken.sender, id, target.id, key)
    const made = await broken.db.selectFrom('protocols').select('id').where('redirectedFrom', '=', id).execute()
    expect(made).toEqual([{ id: retry.body.protocol_id }])
  })
})
