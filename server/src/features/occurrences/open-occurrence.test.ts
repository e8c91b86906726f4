import { beforeAll, describe, expect, it } from 'vitest'
import { organisationBehindProxy } from '../../test/behind-proxy.ts'
import { buildAdmin, buildProtocol, buildUser } from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { atCommit } from '../../test/fault-proxy.ts'
import { at, custody, inOrder } from '../../test/organisation.ts'
import { file, sampleGif, sampleJpg, samplePdf, samplePng } from '../../test/sample-files.ts'

let organisation: Awaited<ReturnType<typeof custody>>
beforeAll(async () => {
  organisation = await custody()
})

describe('POST /api/protocols/items/{itemId}/occurrences', () => {
  // proves 20.10, 20.11, 20.15
  it('puts on record what went wrong, tells those it concerns, and shows on the item and its protocol', async () => {
    const { as, origin, destination, sender, recipient, responsible, originManager } = organisation
    const protocol = await organisation.send()
    const [first] = protocol.items
    const reply = await organisation.open(recipient, first?.id, { description: '  Ninguém acha a chave ' })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      ...{ id: expect.any(Number), protocol_id: protocol.id, item_id: first?.id },
      ...{ document_number: '1/26', item_type: expect.any(String), item_description: null },
      ...{ origin_department: origin.name, origin_department_id: origin.id },
      ...{ destination_department: destination.name, destination_department_id: destination.id },
      ...{ kind: 'lost', description: 'Ninguém acha a chave', status: 'aberta' },
      ...{ opened_by: recipient.name, opened_by_id: recipient.id, opened_at: at },
      ...{ outcome: null, outcome_note: null, resolved_by: null, resolved_at: null, attachments: [] },
    })

    const sentence = `${recipient.name} registrou ocorrência no Item 1/26 (${reply.body.item_type}): Extraviado. Descrição: “Ninguém acha a chave”`
    expect(await organisation.historyOf(protocol.id)).toEqual([
      { action: 'Ocorrência registrada', description: sentence, createdBy: recipient.id, itemId: first?.id },
    ])
    const told = await organisation.toldOf(protocol.id)
    expect(told.map(({ userId }) => userId)).toEqual(inOrder([sender.id, responsible.id, originManager.id]))
    expect(told.find(({ userId }) => userId === sender.id)).toMatchObject({
      type: 'item_return',
      title: 'Ocorrência registrada',
      message: `Protocolo #${protocol.id}: ${sentence}\nVocê recebeu este aviso porque criou o protocolo.`,
    })

    const { body: detail } = await as(sender).get(`/api/protocols/${protocol.id}`)
    expect(detail.open_occurrences).toBe(1)
    expect(detail.version).toBe(protocol.version)
    expect(detail.items.map((item: { open_occurrences: number }) => item.open_occurrences)).toEqual([1, 0])
    const returns = await as(sender).get('/api/returns?search=1/26')
    expect(returns.body.data.find(({ id }: { id: number }) => id === first?.id)).toMatchObject({ open_occurrences: 1 })
    const tracked = await as(sender).get(`/api/tracking?type=protocol&search=${protocol.id}`)
    expect(tracked.body.data.map((item: { open_occurrences: number }) => item.open_occurrences)).toEqual([1, 0])
    const returned = await as(recipient).post(`/api/protocols/items/${first?.id}/return`)
    expect(returned.body.item).toMatchObject({ status: 'retornado', open_occurrences: 1 })
  })

  // proves 20.11
  it('opens one of a kind per item, so that a retry does not make two', async () => {
    const { sender, recipient } = organisation
    const { items, id } = await organisation.send()
    expect((await organisation.open(recipient, items[0]?.id)).status).toBe(201)
    expect(await organisation.open(sender, items[0]?.id)).toMatchObject({
      status: 409,
      body: { code: 'OCCURRENCE_ALREADY_OPEN', message: 'Este item já tem uma ocorrência aberta deste tipo' },
    })
    expect((await organisation.open(sender, items[0]?.id, { kind: 'damaged' })).status).toBe(201)
    expect((await organisation.open(recipient, items[1]?.id)).status).toBe(201)
    const { body } = await organisation.as(sender).get(`/api/protocols/${id}/occurrences`)
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(['lost', 'damaged', 'lost'])
  })

  // proves 20.11
  it('refuses a body without what happened, or with too little or too much of it', async () => {
    const { items } = await organisation.send()
    const short = 'Descreva o que aconteceu (de 3 a 500 caracteres)'
    const cases: [object, object][] = [
      [
        { kind: 'stolen', description: ' a ' },
        { kind: 'Selecione o que aconteceu', description: short },
      ],
      [
        { kind: null, description: null },
        { kind: expect.any(String), description: expect.any(String) },
      ],
      [{ description: 'a'.repeat(501) }, { description: expect.any(String) }],
    ]
    for (const [changes, errors] of cases) {
      expect(await organisation.open(organisation.sender, items[0]?.id, changes)).toMatchObject({
        ...{ status: 400, body: { errors } },
      })
    }
    const longest = { description: 'a'.repeat(500) }
    expect((await organisation.open(organisation.sender, items[0]?.id, longest)).status).toBe(201)
  })

  // proves 20.11
  it('tells both sides of what an Admin of a third department found, and nobody twice', async () => {
    const { db, sender, responsible, manager, originManager } = organisation
    const { id, items } = await organisation.send()
    const admin = await buildAdmin(db, { departmentId: null })
    expect((await organisation.open(admin, items[0]?.id)).status).toBe(201)
    const told = (await organisation.toldOf(id)).map(({ userId }) => userId)
    expect(told).toEqual(inOrder([sender.id, responsible.id, manager.id, originManager.id]))
  })
})

describe('the files of an occurrence', () => {
  const sendFiles = (itemId: number | undefined, files: Parameters<typeof multipart>[1]) =>
    organisation
      .as(organisation.recipient)
      .post(`/api/protocols/items/${itemId}/occurrences`, multipart(organisation.loss, files))

  // proves 20.16
  it('are up to five, belong to it alone, and open for whoever sees the protocol', async () => {
    const { as, sender, db } = organisation
    const protocol = await organisation.send({ status: 'Pendente', requiresReturn: false })
    const [item] = protocol.items
    const reply = await sendFiles(item?.id, {
      attachment_0: file('foto.jpg', sampleJpg),
      attachment_1: file('foto.png', samplePng),
      attachment_4: file('laudo.pdf', samplePdf),
      attachment_2: file('anima.gif', sampleGif),
      attachment_3: file('nota.txt', 'Rasgada'),
    })
    expect(reply.status).toBe(201)
    const names = reply.body.attachments.map(({ file_name }: { file_name: string }) => file_name)
    expect(names.toSorted()).toEqual(['anima.gif', 'foto.jpg', 'foto.png', 'laudo.pdf', 'nota.txt'])

    const { body: detail } = await as(sender).get(`/api/protocols/${protocol.id}`)
    expect(detail.items[0].attachments).toEqual([])
    const photo = reply.body.attachments.find(({ file_name }: { file_name: string }) => file_name === 'foto.jpg')
    const download = await as(sender).get(`/api/protocols/attachments/${photo.id}/download`)
    expect([download.status, download.raw.equals(sampleJpg)]).toEqual([200, true])
    const stranger = await as(await buildUser(db)).get(`/api/protocols/attachments/${photo.id}/download`)
    expect(stranger.status).toBe(404)

    // They take nothing from the item's own twenty files.
    const twenty = Array.from({ length: 20 }, (_, n) => file(`${n}.txt`, `Anexo ${n}`))
    const form = multipart({
      remarks: 'Com anexos',
      items: protocol.items.map(({ id, itemTypeId }) => ({ id, item_type_id: itemTypeId })),
    })
    for (const one of twenty) form.append('attachment_0', new Blob([one.content]), one.name)
    const edited = await as(sender).put(`/api/protocols/${protocol.id}`, form)
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    expect(edited.body.items[0].attachments).toHaveLength(20)
  })

  // proves 20.16
  it.each([
    ['a sixth file', { attachment_5: file('a.txt', 'Olá') }, 'attachment_5'],
    ['another format', { attachment_0: file('foto.heic', 'ftypheic') }, 'attachment_0'],
    ['a page that calls itself a photo', { attachment_1: file('foto.jpg', '<script>') }, 'attachment_1'],
    ['an unknown field', { foto: file('foto.jpg', sampleJpg) }, 'foto'],
  ])('refuses %s and keeps nothing', async (_, files, field) => {
    const { items, id } = await organisation.send()
    const before = await organisation.filesOnDisk()
    const reply = await sendFiles(items[0]?.id, files as never)
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]])
    expect(await organisation.filesOnDisk()).toEqual(before)
    expect((await organisation.as(organisation.sender).get(`/api/protocols/${id}/occurrences`)).body).toEqual([])
  })

  it('keeps nothing of a second one of the same kind', async () => {
    const { items } = await organisation.send()
    await organisation.open(organisation.sender, items[0]?.id)
    const before = await organisation.filesOnDisk()
    expect((await sendFiles(items[0]?.id, { attachment_0: file('foto.jpg', sampleJpg) })).status).toBe(409)
    expect(await organisation.filesOnDisk()).toEqual(before)
  })

  // proves 20.16
  it('stay when the commit was applied and never confirmed, and the retry hears that it is open', async () => {
    const { as, db, sender, origin, destination, proxy, filesOnDisk } = await organisationBehindProxy()
    const { items } = await buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, status: 'Em andamento' },
    })
    const send = () =>
      as(sender).post(
        `/api/protocols/items/${items[0]?.id}/occurrences`,
        multipart(organisation.loss, { attachment_0: file('foto.jpg', sampleJpg) }),
      )
    await as(sender).get('/api/auth/me')
    proxy.breakOnce(atCommit('after'))
    expect(await send()).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    expect(await send()).toMatchObject({ status: 409, body: { code: 'OCCURRENCE_ALREADY_OPEN' } })
    const [attachment] = await db.selectFrom('attachments').select(['id', 'occurrenceId']).execute()
    expect(attachment?.occurrenceId).not.toBeNull()
    expect(await filesOnDisk()).toHaveLength(1)
    expect((await as(sender).get(`/api/protocols/attachments/${attachment?.id}/download`)).raw.equals(sampleJpg)).toBe(
      true,
    )
  })
})
