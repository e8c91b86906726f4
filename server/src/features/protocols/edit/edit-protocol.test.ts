import { describe, expect, it } from 'vitest'
import { buildCategory, buildProtocol, buildSupplier, buildUser } from '../../../test/builders.ts'
import { multipart } from '../../../test/client.ts'
import { untilWaiting } from '../../../test/database.ts'
import { testOrganisation } from '../../../test/organisation.ts'
import { file, sampleGif, samplePdf } from '../../../test/sample-files.ts'

/** An organisation with a Pendente protocol of two items that require return. */
async function organisationWithProtocol() {
  const organisation = await testOrganisation({ now: '2026-11-20T01:30:00Z' })
  const item = { item_type_id: organisation.itemType.id, category_id: organisation.returning.id, reason: 'Assinar' }
  const items = [
    { ...item, document_number: 'A-1', destination_user_id: organisation.recipient.id },
    { ...item, document_number: 'A-2' },
  ]
  const created = await organisation
    .as(organisation.sender)
    .post('/api/protocols', organisation.form({ requires_return: true, items }))
  const path = `/api/protocols/${created.body.protocol_id}`
  const load = async () => (await organisation.as(organisation.sender).get(path)).body
  const protocol = await load()
  const [first, second] = protocol.items
  const edit = (body: unknown) => organisation.as(organisation.sender).put(path, body)
  await organisation.db.deleteFrom('notifications').where('protocolId', '=', protocol.id).execute()
  const notices = () =>
    organisation.db
      .selectFrom('notifications')
      .select(['userId', 'type'])
      .where('protocolId', '=', protocol.id)
      .execute()
  return { ...organisation, path, protocol, first, second, load, edit, notices }
}

describe('PUT /api/protocols/{id}', () => {
  // proves 2.8.1
  it('corrects the number of a document, everywhere that it is said and found', async () => {
    const { as, sender, recipient, path, first, second, edit } = await organisationWithProtocol()
    const reported = { kind: 'different', description: 'Outro número na capa' }
    await as(sender).post(`/api/protocols/items/${first.id}/occurrences`, reported)
    const item = (id: number, document_number?: string) => ({ id, item_type_id: first.item_type_id, document_number })
    const reply = await edit({ remarks: 'Contratos', items: [item(first.id, '  B-7 '), item(second.id, '')] })
    expect(reply.body.items.map((one: { document_number: string }) => one.document_number)).toEqual(['B-7', null])
    expect(reply.body.history[0].description).toContain('número de “A-1” para “B-7”')
    expect(reply.body.history[0].description).toContain('número “A-2” removido')
    const found = async (list: string) => (await as(recipient).get(`/api/${list}`)).body.data
    expect(await found('returns?search=b-7')).toMatchObject([{ id: first.id }])
    expect(await found('returns?search=a-1')).toEqual([])
    expect(await found('occurrences?search=b-7')).toMatchObject([{ document_number: 'B-7' }])
    const kept = await edit({ remarks: 'Outros', items: [item(first.id)] })
    expect(kept.body.items[0].document_number).toBe('B-7')
    await as(recipient).post(`${path}/receive`)
    const late = await edit({ remarks: 'Outros', items: [item(first.id, 'B-8')] })
    expect(late.body).toMatchObject({ message: 'Apenas protocolos pendentes podem ser editados' })
  })

  // proves 7.4.4, 11.12
  it('changes what it names, keeps the rest, and tells what changed', async () => {
    const { edit, first, second, db, supplier, recipient, manager, notices, sender } = await organisationWithProtocol()
    const other = await buildSupplier(db)
    const reply = await edit({
      remarks: 'Contratos e aditivos',
      origin_department_id: 999,
      destination_department_id: 999,
      requires_return: false,
      version: 1,
      items: [
        { id: first.id, item_type_id: first.item_type_id, supplier_id: other.id, destination_user_id: manager.id },
        { id: second.id, item_type_id: second.item_type_id, reason: 'Conferir' },
      ],
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ remarks: 'Contratos e aditivos', requires_return: true, version: 2 })
    expect(reply.body.items).toMatchObject([
      {
        ...first,
        supplier: other.companyName,
        supplier_id: other.id,
        destination_user: manager.name,
        destination_user_id: manager.id,
      },
      { ...second, reason: 'Conferir' },
    ])
    expect(supplier.id).not.toBe(other.id)
    const [entry] = reply.body.history
    expect(entry).toMatchObject({ action: 'Protocolo editado', created_by: sender.name })
    expect(entry.description).toContain('Observações de “Contratos para assinatura” para “Contratos e aditivos”')
    expect(entry.description).toContain(`Item A-1 (${first.item_type}): fornecedor: “${other.companyName}”`)
    expect(entry.description).toContain(`responsável de “${recipient.name}” para “${manager.name}”`)
    expect(entry.description).toContain('motivo de “Assinar” para “Conferir”')
    const told = await notices()
    expect(told).toHaveLength(4)
    expect(told).toEqual(
      expect.arrayContaining([
        { userId: recipient.id, type: 'protocol_edited' },
        { userId: manager.id, type: 'protocol_edited' },
        { userId: recipient.id, type: 'item_assigned' },
        { userId: manager.id, type: 'item_assigned' },
      ]),
    )
  })

  it('empties what it names as empty', async () => {
    const { edit, first, protocol, db, recipient } = await organisationWithProtocol()
    const reply = await edit({
      remarks: protocol.remarks,
      items: [{ id: first.id, item_type_id: first.item_type_id, destination_user_id: '', category_id: null }],
    })
    expect(reply.body.items[0]).toMatchObject({ destination_user: null, category: null, return_date: null })
    expect(reply.body.unassigned_items).toBe(2)
    const { description } = reply.body.history[0]
    expect(description).toContain(`categoria “${first.category}” removida`)
    expect(description).toContain('data de retorno “27/11/2026” removida')
    const notice = db.selectFrom('notifications').select('title').where('type', '=', 'item_assigned')
    expect(await notice.where('userId', '=', recipient.id).executeTakeFirstOrThrow()).toEqual({
      title: `Você deixou de responder por itens do protocolo #${protocol.id}`,
    })
  })

  it('spells out fifty changes and counts the others', async () => {
    const { as, sender, form, returning, itemType } = await testOrganisation()
    const item = { item_type_id: itemType.id, category_id: returning.id, reason: 'Assinar' }
    const sent = form({ requires_return: true, items: Array.from({ length: 52 }, () => item) })
    const path = `/api/protocols/${(await as(sender).post('/api/protocols', sent)).body.protocol_id}`
    const { remarks, items } = (await as(sender).get(path)).body
    const changing = (count: number, reason: string) =>
      as(sender).put(path, { remarks, items: items.slice(0, count).map((one: object) => ({ ...one, reason })) })
    expect((await changing(51, 'Ler')).body.history[0].description).toMatch(/; e mais 1 alteração$/)
    expect((await changing(52, 'Conferir')).body.history[0].description).toMatch(/; e mais 2 alterações$/)
  })

  it('leaves no trace when nothing changes', async () => {
    const { edit, protocol, notices } = await organisationWithProtocol()
    const items = protocol.items.map((item: Record<string, unknown>) => ({ ...item, hasAttachment: false }))
    const reply = await edit({ remarks: protocol.remarks, version: 1, items })
    expect(reply).toMatchObject({ status: 200, body: protocol })
    expect(await notices()).toEqual([])
  })

  it('tells apart what has the same name: branches of one company, and two people', async () => {
    const { edit, first, protocol, db, destination, recipient } = await organisationWithProtocol()
    const companyName = 'Papelaria Ipê Ltda.'
    const [head, branch] = [await buildSupplier(db, { companyName }), await buildSupplier(db, { companyName })]
    const namesake = await buildUser(db, { name: recipient.name, departmentId: destination.id })
    const edited = async (changes: object) => {
      const item = { id: first.id, item_type_id: first.item_type_id, ...changes }
      return (await edit({ remarks: protocol.remarks, items: [item] })).body
    }
    await edited({ supplier_id: head.id })
    const moved = await edited({ supplier_id: branch.id })
    expect(moved.items[0]).toMatchObject({ supplier_id: branch.id, supplier: companyName })
    expect(moved.history[0].description).toContain(`fornecedor “${companyName}” trocado por outro de mesmo nome`)
    const handed = await edited({ destination_user_id: namesake.id })
    expect(handed.items[0]).toMatchObject({ supplier_id: branch.id, destination_user_id: namesake.id })
    expect(handed.history[0].description).toContain(`responsável “${recipient.name}” trocado por outro de mesmo nome`)
  })

  // proves 11.11
  it('counts a new category from the day of creation', async () => {
    const { edit, first, protocol, db, clock } = await organisationWithProtocol()
    const longer = await buildCategory(db, { returnDays: 10, dayCount: 'Dias corridos' })
    clock.set('2026-12-01T12:00:00Z')
    const reply = await edit({
      remarks: protocol.remarks,
      items: [{ id: first.id, item_type_id: first.item_type_id, category_id: longer.id }],
    })
    expect(reply.body.items[0].return_date).toBe('2026-11-29')
    expect(reply.body.items[1].return_date).toBe('2026-11-27')
    expect(reply.body.history[0].description).toContain('data de retorno de “27/11/2026” para “29/11/2026”')
  })

  // proves 5.3.1
  it('says everything that is wrong, at its field', async () => {
    const { edit, first, second, staying, db, protocol } = await organisationWithProtocol()
    const stranger = await buildUser(db)
    expect((await edit({ items: [{ id: first.id }] })).body.errors).toEqual({
      remarks: 'Observações são obrigatórias',
      'items.0.item_type_id': 'Tipo de item é obrigatório',
    })
    const { remarks } = protocol
    const reply = await edit({
      remarks,
      items: [
        { id: first.id, item_type_id: 999_999, reason: ' \u200b', category_id: staying.id },
        { id: second.id, item_type_id: second.item_type_id, supplier_id: 999_999, destination_user_id: stranger.id },
      ],
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({
      'items.0.reason': 'Motivo da devolução é obrigatório quando o protocolo requer devolução',
      'items.0.category_id': expect.stringContaining('categorias que não requerem retorno'),
      'items.0.item_type_id': 'Tipo de item não encontrado',
      'items.1.supplier_id': 'Fornecedor não encontrado',
      'items.1.destination_user_id': 'O responsável deve ser um usuário ativo do departamento de destino',
    })
    const foreign = await buildProtocol(db)
    const unknown = await edit({
      remarks,
      items: [first, { id: foreign.items[0]?.id, item_type_id: 1 }, first],
    })
    expect(unknown.body.errors).toEqual({
      'items.1.id': 'Item não encontrado',
      'items.2.id': 'Item repetido na lista',
    })
  })

  // proves 5.2.9
  it('adds files, several per item and a gif too', async () => {
    const { edit, first, protocol } = await organisationWithProtocol()
    const body = multipart(
      {
        remarks: protocol.remarks,
        version: '1',
        items: [{ id: first.id, item_type_id: first.item_type_id, hasAttachment: true }],
      },
      { attachment_0: file('a.gif', sampleGif) },
    )
    body.append('attachment_0', new Blob([new Uint8Array(samplePdf)]), 'b.pdf')
    const reply = await edit(body)
    expect(reply.status).toBe(200)
    expect(reply.body.items[0].attachments).toMatchObject([{ file_name: 'a.gif' }, { file_name: 'b.pdf' }])
    expect(reply.body.history[0].description).toContain('anexo “a.gif” adicionado')
    expect(reply.body.version).toBe(2)
  })

  // proves 11.21
  it('refuses more files than an item may have, at once or one after the other', async () => {
    const { edit, first, protocol } = await organisationWithProtocol()
    const withFiles = (count: number) => {
      const items = [{ id: first.id, item_type_id: first.item_type_id }]
      const body = multipart({ remarks: protocol.remarks, items }, {})
      for (let n = 1; n <= count; n += 1) body.append('attachment_0', new Blob(['Olá']), `${n}.txt`)
      return body
    }
    const tooMany = { status: 400, body: { errors: { attachment_0: 'Cada item pode ter no máximo 20 anexos' } } }
    expect(await edit(withFiles(21))).toMatchObject(tooMany)
    expect((await edit(withFiles(20))).status).toBe(200)
    expect(await edit(withFiles(1))).toMatchObject(tooMany)
  })

  describe('under a key', () => {
    const headers = { 'idempotency-key': 'uma-vez' }

    /** A repeatable edit of the remarks and of an item, with a file. */
    async function keyedEdit() {
      const organisation = await organisationWithProtocol()
      const { first, path, sender } = organisation
      const items = [{ id: first.id, item_type_id: first.item_type_id, reason: 'Outra assinatura' }]
      const send = (remarks: string, version = '1', key = headers) =>
        organisation
          .as(sender)
          .put(path, multipart({ remarks, version, items }, { attachment_0: file('a.pdf', samplePdf) }), key)
      const edits = async () => {
        const { history } = await organisation.load()
        return history.filter(({ action }: { action: string }) => action === 'Protocolo editado').length
      }
      return { ...organisation, send, edits }
    }

    // proves 12.16, 12.25
    it('is done once, also when it is sent again because its answer was lost', async () => {
      const { send, edits, filesOnDisk } = await keyedEdit()
      expect((await send('Primeira')).status).toBe(200)
      expect(await send('Primeira')).toMatchObject({ status: 200, body: { remarks: 'Primeira', version: 2 } })
      expect(await edits()).toBe(1)
      expect(await filesOnDisk()).toHaveLength(1)
      const without = { 'idempotency-key': '' }
      expect(await send('Primeira', '1', without)).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } })
      expect(await send('Segunda', '2')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
      const another = { 'idempotency-key': encodeURIComponent('três') }
      expect(await send('Segunda', '2', another)).toMatchObject({ status: 200, body: { version: 3 } })
    })

    it('is done once when it arrives several times at once', async () => {
      const { send, edits, filesOnDisk } = await keyedEdit()
      const replies = await Promise.all([1, 2, 3].map(() => send('Primeira')))
      expect(replies.map(({ status, body }) => [status, body.version])).toEqual(Array(3).fill([200, 2]))
      expect(await edits()).toBe(1)
      expect(await filesOnDisk()).toHaveLength(1)
    })

    // proves 12.16
    it('is refused beside an edit with other content, not an error', async () => {
      const { send, db, protocol, load } = await keyedEdit()
      const replies: ReturnType<typeof send>[] = []
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('protocols').select('id').where('id', '=', protocol.id).forUpdate().execute()
        replies.push(send('Primeira', ''), send('Segunda', ''))
        // Both have found the key unused.
        await untilWaiting(db, 2)
      })
      const [done, refused] = (await Promise.all(replies)).sort((one, other) => one.status - other.status)
      expect(done?.status).toBe(200)
      expect(refused).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
      expect((await load()).remarks).toBe(done?.body.remarks)
    })
  })

  // proves 12.17
  it('tells who edited or changed an item in between, and undoes nothing of it', async () => {
    const { edit, first, protocol, sender, recipient, as, load } = await organisationWithProtocol()
    expect((await as(recipient).post(`/api/protocols/items/${first.id}/cancel`, { reason: 'Engano' })).status).toBe(200)
    const reply = await edit({ remarks: 'Segunda', version: 1, items: [] })
    expect(reply).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } })
    expect(reply.body.message).toContain(`alterado por ${recipient.name}`)
    expect((await load()).remarks).toBe(protocol.remarks)
    expect((await edit({ remarks: 'Primeira', items: [] })).status).toBe(200)
    const late = await edit({ remarks: 'Segunda', version: 2, items: [] })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining(`alterado por ${sender.name}`)])
    expect((await load()).remarks).toBe('Primeira')
  })

  it('lets exactly one of several edits of the same version through, with its file', async () => {
    const { edit, first, load, filesOnDisk } = await organisationWithProtocol()
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        edit(
          multipart(
            { remarks: `Edição ${n}`, version: '1', items: [{ id: first.id, item_type_id: first.item_type_id }] },
            { attachment_0: file(`${n}.txt`, 'Olá') },
          ),
        ),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await load()).version).toBe(2)
    expect(await filesOnDisk()).toHaveLength(1)
  })

  // proves 5.3.2, 12.4
  it('asks for visibility, side and state before it looks at the body', async () => {
    const { as, db, path, recipient, sender, origin, destination } = await organisationWithProtocol()
    const nonsense = { remarks: 5 }
    expect((await as(await buildUser(db)).put(path, nonsense)).status).toBe(404)
    expect(await as(recipient).put(path, nonsense)).toMatchObject({ status: 403, body: { code: 'ONLY_ORIGIN_EDITS' } })
    expect((await as(sender).put(path, nonsense)).status).toBe(400)
    const ends = { originDepartmentId: origin.id, destinationDepartmentId: destination.id }
    for (const status of ['Em andamento', 'Concluído', 'Cancelado'] as const) {
      const { id } = await buildProtocol(db, { ...ends, status })
      expect(await as(sender).put(`/api/protocols/${id}`, nonsense)).toMatchObject({
        status: 409,
        body: { code: 'ONLY_PENDING_IS_EDITED' },
      })
    }
  })

  it('leaves a cancelled item as it is', async () => {
    const { as, edit, first, second, protocol, sender } = await organisationWithProtocol()
    await as(sender).post(`/api/protocols/items/${first.id}/cancel`, { reason: 'Engano' })
    const { remarks } = protocol
    const unchanged = [first, { ...second, reason: 'Outro' }]
    expect((await edit({ remarks, items: unchanged })).status).toBe(200)
    const reply = await edit({ remarks, items: [{ ...first, reason: 'Outro' }] })
    expect(reply).toMatchObject({ status: 409, body: { code: 'ITEM_ALREADY_CANCELLED' } })
  })

  it('does not let a supplier that became inactive get in the way', async () => {
    const { edit, first, supplier, db, protocol } = await organisationWithProtocol()
    const items = [{ ...first, supplier_id: supplier.id }]
    expect((await edit({ remarks: protocol.remarks, items })).status).toBe(200)
    await db.updateTable('suppliers').set({ isActive: false }).where('id', '=', supplier.id).execute()
    expect((await edit({ remarks: 'Outras', items })).status).toBe(200)
  })
})
