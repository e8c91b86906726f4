import { dayCount, dueDate } from '@malote/core/shared/due-date.ts'
import { describe, expect, it } from 'vitest'
import { buildAdmin, buildCategory, buildSupplier, buildUser } from '../../../test/builders.ts'
import { multipart } from '../../../test/client.ts'
import { testOrganisation } from '../../../test/organisation.ts'
import { ensureHolidays } from '../../calendar/ensure-holidays.ts'
import { listHolidays } from '../../calendar/holidays.repo.ts'

// 19/11/2026 in São Paulo, although it is the 20th in UTC.
const thursdayNight = '2026-11-20T01:30:00Z'

describe('POST /api/protocols', () => {
  // proves 1.3, 1.4, 5.2.3, 5.2.8, 12.1
  it('creates the protocol with its items, history and notifications', async () => {
    const organisation = await testOrganisation({ now: thursdayNight })
    const { as, db, sender, recipient, manager, itemType, returning, supplier, form } = organisation

    const reply = await as(sender).post(
      '/api/protocols',
      form({
        requires_return: true,
        items: [
          {
            document_number: 'CT-1/2026',
            item_type_id: itemType.id,
            category_id: returning.id,
            supplier_id: supplier.id,
            destination_user_id: recipient.id,
            reason: 'Assinar e devolver',
            return_date: '2030-01-01',
            has_attachment: false,
          },
          { item_type_id: String(itemType.id), category_id: '', supplier_id: null, reason: 'Conferir' },
        ],
      }),
    )

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      ...{ id: reply.body.protocol_id, status: 'Pendente', requires_return: true, creator: sender.name },
      ...{ created_at: '2026-11-20T01:30:00.000Z', next_return_date: '2026-11-27' },
      ...{ total_items: 2, items_count: 2, pending_items: 2, unassigned_items: 1 },
    })
    const id = reply.body.protocol_id
    const detail = (await as(recipient).get(`/api/protocols/${id}`)).body
    expect(detail.items).toMatchObject([
      {
        ...{ document_number: 'CT-1/2026', item_type: itemType.name, category: returning.name },
        ...{ supplier: supplier.companyName, destination_user: recipient.name, reason: 'Assinar e devolver' },
        ...{ return_date: '2026-11-27', status: 'pendente', attachments: [] },
      },
      { document_number: null, category_id: null, return_date: null, destination_user: null },
    ])
    expect(detail.history).toMatchObject([{ action: 'Protocolo criado', created_by: sender.name }])
    expect(detail.history[0].description).toContain('com 2 itens')
    const notices = await db
      .selectFrom('notifications')
      .select(['userId', 'type'])
      .where('protocolId', '=', id)
      .execute()
    expect(notices).toHaveLength(3)
    expect(notices).toEqual(
      expect.arrayContaining([
        { userId: recipient.id, type: 'new_protocol' },
        { userId: manager.id, type: 'new_protocol' },
        { userId: recipient.id, type: 'item_assigned' },
      ]),
    )
  })

  // proves 3.9, 7.4.3
  it('answers with the row that the list then shows, whatever is sent, also as the text of a form', async () => {
    const { as, sender, itemType, returning, recipient, form } = await testOrganisation()
    const item = { item_type_id: itemType.id, reason: 'Conferir' }
    const due = { ...item, category_id: `${returning.id}`, destination_user_id: recipient.id }
    for (const [body, requiresReturn, count] of [
      [form({ items: [item] }), false, 1],
      [multipart(form({ requires_return: '1', items: [due, item] })), true, 2],
      [form({ items: [] }), false, 0],
    ] as const) {
      const { body: created } = await as(sender).post('/api/protocols', body)
      expect(created).toMatchObject({ requires_return: requiresReturn, total_items: count })
      const { body: list } = await as(sender).get(`/api/protocols?search=%23${created.id}`)
      expect(list.data).toEqual([{ ...created, match: { field: 'number', text: String(created.id) } }])
    }
  })

  // proves 5.2.8, 11.11
  it.each([
    ['Dias úteis', '2026-11-20T01:30:00Z', 5, '2026-11-27'],
    ['Dias corridos', '2026-11-20T01:30:00Z', 5, '2026-11-24'],
    ['Dias úteis', '2026-10-30T15:00:00Z', 1, '2026-11-03'],
  ])('counts the due date in %s from the day in São Paulo (%s + %i)', async (dayCount, now, returnDays, due) => {
    const { as, db, sender, itemType, form } = await testOrganisation({ now })
    const category = await buildCategory(db, { returnDays, dayCount })
    const items = [{ item_type_id: itemType.id, category_id: category.id, reason: 'Devolver' }]
    const reply = await as(sender).post('/api/protocols', form({ requires_return: true, items }))
    expect(reply.body.next_return_date).toBe(due)
  })

  // proves 1.4
  it('gives no due date to what need not come back', async () => {
    const { as, sender, itemType, staying, form } = await testOrganisation()
    const items = [{ item_type_id: itemType.id, category_id: staying.id, return_date: '2030-01-01' }]
    const reply = await as(sender).post('/api/protocols', form({ items }))
    expect(reply).toMatchObject({ status: 201, body: { next_return_date: null } })
  })

  it.each([10, 80])('gives a date after %i business days, whatever holidays lie between', async (returnDays) => {
    const { as, db, sender, form, itemType } = await testOrganisation({ now: '2026-11-20T15:00:00Z' })
    await ensureHolidays(db, [2027])
    const category = await buildCategory(db, { returnDays, dayCount: dayCount.business })
    const items = [{ item_type_id: itemType.id, category_id: category.id, reason: 'Conferência' }]
    const { body } = await as(sender).post('/api/protocols', form({ requires_return: true, items }))
    const holidays = await listHolidays(db, '2026-11-20', '2027-12-31')
    const date = dueDate('2026-11-20', returnDays, dayCount.business, new Set(holidays.map((day) => day.date)))
    expect(body.next_return_date).toBe(date)
    const item = await db.selectFrom('items').selectAll().where('protocolId', '=', body.protocol_id).executeTakeFirst()
    const passed = holidays.filter((day) => day.date < date && day.date > '2026-11-20')
    expect(item?.dueHolidays).toEqual(passed.map((day) => ({ date: day.date, name: day.name })))
  })

  // proves 5.2.1, 5.2.2, 12.2
  it('says everything that is wrong at once', async () => {
    const { as, sender, rowCounts } = await testOrganisation()
    const before = await rowCounts()
    const reply = await as(sender).post('/api/protocols', {
      remarks: '  ',
      requires_return: true,
      items: [{ reason: 'x' }, { item_type_id: 1 }],
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({
      remarks: 'Observações são obrigatórias',
      origin_department_id: 'Departamento de origem é obrigatório',
      destination_department_id: 'Departamento de destino é obrigatório',
      'items.0.item_type_id': 'Tipo de item é obrigatório',
      'items.1.reason': 'Motivo da devolução é obrigatório quando o protocolo requer devolução',
    })
    expect(await rowCounts()).toEqual(before)
  })

  // proves 4.25, 12.13, V2.2.3
  it('refuses what does not exist or may not be chosen, at its field', async () => {
    const { as, db, sender, destination, itemType, form } = await testOrganisation()
    const inactive = await buildSupplier(db, { isActive: false })
    const stranger = await buildUser(db)
    const gone = await buildUser(db, { departmentId: destination.id, isActive: false })
    const reply = await as(sender).post(
      '/api/protocols',
      form({
        destination_department_id: 999_999,
        items: [
          { item_type_id: 999_999, category_id: 999_999, supplier_id: 999_999, destination_user_id: 999_999 },
          { item_type_id: itemType.id, supplier_id: inactive.id, destination_user_id: stranger.id },
          { item_type_id: itemType.id, destination_user_id: gone.id },
        ],
      }),
    )
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({
      destination_department_id: 'Departamento não encontrado',
      'items.0.item_type_id': 'Tipo de item não encontrado',
      'items.0.category_id': 'Categoria não encontrada',
      'items.0.supplier_id': 'Fornecedor não encontrado',
      'items.0.destination_user_id': 'O responsável deve ser um usuário ativo do departamento de destino',
      'items.1.supplier_id': 'Este fornecedor está inativo',
      'items.1.destination_user_id': 'O responsável deve ser um usuário ativo do departamento de destino',
      'items.2.destination_user_id': 'O responsável deve ser um usuário ativo do departamento de destino',
    })
  })

  // proves 5.2.4, V2.2.3
  it('holds the flag and the categories together', async () => {
    const { as, sender, itemType, returning, staying, form } = await testOrganisation()
    const send = (requires_return: boolean, category_id: number) =>
      as(sender).post(
        '/api/protocols',
        form({ requires_return, items: [{ item_type_id: itemType.id, category_id, reason: 'Devolver' }] }),
      )
    expect((await send(true, staying.id)).body.errors).toEqual({
      requires_return:
        'Não é possível marcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que não requerem retorno.',
    })
    expect((await send(false, returning.id)).body.errors).toEqual({
      requires_return:
        'Não é possível desmarcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que requerem retorno.',
    })
  })

  it.each(['nada', '{"a":1}', '"texto"', 'null', '[1'])('refuses a list of items that is none: %s', async (items) => {
    const { as, sender, form } = await testOrganisation()
    const reply = await as(sender).post('/api/protocols', multipart(form({ items })))
    expect(reply).toMatchObject({ status: 400, body: { errors: { items: 'Lista de itens inválida' } } })
  })

  // proves 2.7.2
  it('lets people send only from their own department, whatever else is wrong', async () => {
    const { as, db, recipient, destination, form } = await testOrganisation()
    const admin = await buildAdmin(db, { departmentId: destination.id })
    for (const person of [recipient, admin]) {
      const reply = await as(person).post('/api/protocols', form({ remarks: '' }))
      expect(reply).toMatchObject({ status: 403, body: { code: 'ONLY_OWN_DEPARTMENT_SENDS' } })
    }
  })

  // proves 2.7.2
  it('lets an Admin without a department choose the origin', async () => {
    const { as, db, form } = await testOrganisation()
    const admin = await buildAdmin(db, { departmentId: null })
    expect((await as(admin).post('/api/protocols', form())).status).toBe(201)
    const unknown = await as(admin).post('/api/protocols', form({ origin_department_id: 999_999 }))
    expect(unknown.body.errors).toEqual({ origin_department_id: 'Departamento não encontrado' })
  })
})

describe('Idempotency-Key', () => {
  // proves 12.16
  it('answers a retry with the first result, per user', async () => {
    const { as, db, sender, origin, form, rowCounts } = await testOrganisation()
    const headers = { 'idempotency-key': 'tentativa-1' }
    const first = await as(sender).post('/api/protocols', form(), headers)
    const before = await rowCounts()
    const second = await as(sender).post('/api/protocols', form(), headers)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await rowCounts()).toEqual(before)

    const colleague = await buildUser(db, { departmentId: origin.id })
    const third = await as(colleague).post('/api/protocols', form(), headers)
    expect(third.body.protocol_id).not.toBe(first.body.protocol_id)
  })

  // proves 12.3, 12.16
  it('refuses other content under a used key, and says so', async () => {
    const { as, sender, form, itemType, rowCounts, filesOnDisk } = await testOrganisation()
    const headers = { 'idempotency-key': 'outro' }
    const item = { item_type_id: itemType.id, document_number: 'A-1' }
    const send = (changes: object, file?: { name: string; content: string }) => {
      const body = form({ items: [item], ...changes })
      return as(sender).post('/api/protocols', multipart(body, file ? { attachment_0: file } : {}), headers)
    }
    const file = { name: 'a.txt', content: 'Olá' }
    expect((await send({}, file)).status).toBe(201)
    const before = [await rowCounts(), await filesOnDisk()]
    const others = [
      await send({ remarks: 'Outra' }, file),
      await send({ items: [item, item] }, file),
      await send({ items: [{ ...item, document_number: 'A-2' }] }, file),
      await send({}, { ...file, content: 'Olé' }),
      await send({}, { ...file, name: 'b.txt' }),
      await send({}),
      // Invalid content also counts as different content: the protocol created under the key was valid.
      await send({ remarks: '' }, file),
      await send({}, { name: 'a.exe', content: 'Olá' }),
    ]
    const message =
      'Este envio já foi registrado com outro conteúdo. Confira na lista de protocolos o que foi criado antes de enviar de novo.'
    const refusal = { status: 422, body: { message, code: 'IDEMPOTENCY_KEY_REUSED' } }
    for (const reply of others) expect(reply).toMatchObject(refusal)
    expect([await rowCounts(), await filesOnDisk()]).toEqual(before)
    expect((await send({}, file)).status).toBe(201)
  })

  it('knows the same content however it travels, and on another day', async () => {
    const { as, sender, form, itemType, rowCounts } = await testOrganisation()
    const headers = { 'idempotency-key': 'mesmo' }
    const item = { item_type_id: itemType.id, document_number: 'A-1' }
    const post = (body: unknown) => as(sender).post('/api/protocols', body, headers)
    const first = await post(form({ items: [item] }))
    const before = await rowCounts()
    const { items, remarks, ...rest } = form({
      items: [
        { category_id: '', supplier_id: null, reason: ' ', return_date: '2026-12-01', has_attachment: false, ...item },
      ],
    })
    for (const body of [
      multipart(form({ items: [item] })),
      { items: [{ ...item, item_type_id: String(itemType.id) }], ...rest, remarks: ` ${remarks} ` },
      { ...rest, requires_return: '0', remarks, items },
    ]) {
      const reply = await post(body)
      expect([reply.status, reply.body]).toEqual([201, first.body])
    }
    expect(await rowCounts()).toEqual(before)
  })

  it('takes any content for that of a key from before contents were remembered', async () => {
    const { as, db, sender, form } = await testOrganisation()
    const headers = { 'idempotency-key': 'antiga' }
    const first = await as(sender).post('/api/protocols', form(), headers)
    await db.updateTable('idempotencyKeys').set({ contentDigest: null }).where('key', '=', 'antiga').execute()
    const second = await as(sender).post('/api/protocols', form({ remarks: 'Outra' }), headers)
    expect([second.status, second.body]).toEqual([201, first.body])
  })

  it('creates one protocol for different requests at once, and refuses the others', async () => {
    const { as, sender, form, rowCounts } = await testOrganisation()
    const before = await rowCounts()
    const client = as(sender)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        client.post('/api/protocols', form({ remarks: n % 2 ? 'Uma' : 'Outra' }), { 'idempotency-key': 'seis' }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422])
    expect((await rowCounts()).protocols).toBe(before.protocols + 1)
  })

  // proves 12.16
  it('creates one protocol for ten requests at once, and keeps the files of one', async () => {
    const { as, sender, form, rowCounts, filesOnDisk } = await testOrganisation()
    const before = await rowCounts()
    const client = as(sender)
    const body = () => multipart(form(), { attachment_0: { name: 'a.txt', content: 'Olá' } })
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/api/protocols', body(), { 'idempotency-key': 'dez' })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(replies.map((reply) => reply.body.protocol_id)).size).toBe(1)
    expect((await rowCounts()).protocols).toBe(before.protocols + 1)
    expect(await filesOnDisk()).toHaveLength(1)
  })

  // proves 12.16, V16.5.3
  it('is not used up by a refused creation, and may not be longer than 200 characters', async () => {
    const { as, sender, form } = await testOrganisation()
    const tooLong = { 'idempotency-key': 'k'.repeat(201) }
    expect((await as(sender).post('/api/protocols', form(), tooLong)).status).toBe(400)
    const headers = { 'idempotency-key': 'de-novo' }
    expect((await as(sender).post('/api/protocols', form({ remarks: '' }), headers)).status).toBe(400)
    expect((await as(sender).post('/api/protocols', form(), headers)).status).toBe(201)
  })
})
