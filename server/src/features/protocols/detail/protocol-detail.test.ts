import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { buildProtocol, buildUser } from '../../../test/builders.ts'
import { testOrganisation } from '../../../test/organisation.ts'

/** A code as it is shown. */
const shown = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}$/

describe('GET /api/protocols/{id}', () => {
  // proves 3.8, 3.12, 3.13, 7.4.2
  it('shows everything that belongs to the protocol', async () => {
    const { as, sender, recipient, itemType, returning, form, clock } = await testOrganisation({
      now: '2026-11-20T12:00:00Z',
    })
    const items = [{ item_type_id: itemType.id, category_id: returning.id, reason: 'Assinar' }]
    const { body: created } = await as(sender).post('/api/protocols', form({ requires_return: true, items }))
    const path = `/api/protocols/${created.id}`
    clock.advance(60_000)
    await as(recipient).post(`${path}/receive`)
    clock.advance(60_000)
    await as(sender).post(`${path}/comments`, { text: 'Primeiro' })
    await as(recipient).post(`${path}/comments`, { text: 'Segundo' })

    const { status, body } = await as(recipient).get(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ id: created.id, version: 1, status: 'Em andamento', origin_user_id: sender.id },
      ...{ received_by: recipient.name, received_at: '2026-11-20T12:01:00.000Z' },
      ...{ completed_at: null, cancel_reason: null },
    })
    expect(body.items[0]).toMatchObject({ status: 'pendente', actual_return_date: null, return_date: '2026-11-27' })
    expect(body.history.map(({ action }: { action: string }) => action)).toEqual([
      'Comentário adicionado',
      'Comentário adicionado',
      'Protocolo recebido',
      'Protocolo criado',
    ])
    expect(body.history[3].created_at).toBe('2026-11-20T12:00:00.000Z')
    expect(body.responses).toMatchObject([
      { response_text: 'Primeiro', created_by_uid: sender.id, created_at: '2026-11-20T12:02:00.000Z' },
      { response_text: 'Segundo' },
    ])
  })

  // proves 3.8, 7.4.15
  it('carries the newest 50 entries and comments, says how many there are, and the earlier ones are read by pages', async () => {
    const { as, db } = await testApp()
    const protocol = await buildProtocol(db)
    const reader = await buildUser(db, { departmentId: protocol.destinationDepartmentId })
    const ends = {
      protocolId: protocol.id,
      originDepartmentId: protocol.originDepartmentId,
      destinationDepartmentId: protocol.destinationDepartmentId,
    }
    const all = Array.from({ length: 120 }, (_, index) => String(index + 1))
    const comments = all.map((text) => ({ protocolId: protocol.id, text, createdBy: reader.id }))
    await db.insertInto('comments').values(comments).execute()
    const lines = all.map((description) => ({ ...ends, action: 'Comentário adicionado', description }))
    await db.insertInto('history').values(lines).execute()
    const path = `/api/protocols/${protocol.id}`

    const { body } = await as(reader).get(path)
    expect(body).toMatchObject({ history_count: 120, responses_count: 120 })
    const newest = all.slice(-50)
    expect(textsOf(body.responses)).toEqual(newest)
    expect(linesOf(body.history)).toEqual(newest.toReversed())

    const before = async (what: string, id: number) => (await as(reader).get(`${path}/${what}?before=${id}`)).body
    const second = await before('comments', body.responses[0].id)
    expect(textsOf(second)).toEqual(all.slice(20, 70))
    expect(textsOf(await before('comments', second[0].id))).toEqual(all.slice(0, 20))
    const earlier = await before('history', body.history[49].id)
    expect(linesOf(earlier)).toEqual(all.slice(20, 70).toReversed())
    expect(linesOf(await before('history', earlier[49].id))).toEqual(all.slice(0, 20).toReversed())
    expect((await as(reader).get(`${path}/history`)).body).toEqual(body.history)
    expect((await as(reader).get(`${path}/comments?before=x`)).status).toBe(400)
  })

  it('carries 200 items', async () => {
    const { as, sender, itemType, form } = await testOrganisation()
    const items = Array.from({ length: 200 }, (_, n) => ({ item_type_id: itemType.id, document_number: `D-${n}` }))
    const { body: created } = await as(sender).post('/api/protocols', form({ items }))
    const { body } = await as(sender).get(`/api/protocols/${created.id}`)
    expect(body.total_items).toBe(200)
    expect(body.items.map((item: { document_number: string }) => item.document_number)).toEqual(
      items.map((item) => item.document_number),
    )
    const tooMany = Array.from({ length: 501 }, () => ({ item_type_id: itemType.id }))
    const refused = await as(sender).post('/api/protocols', form({ items: tooMany }))
    expect(refused.body.errors).toEqual({ items: 'Um protocolo pode ter no máximo 500 itens' })
  })
})

const textsOf = (responses: { response_text: string }[]) => responses.map((one) => one.response_text)
const linesOf = (history: { description: string }[]) => history.map(({ description }) => description)

describe('GET /api/protocols/{id}/print', () => {
  // proves 7.4.6
  it('gives what the departure form shows, without cancelled items', async () => {
    const { as, db, origin, destination, sender } = await testOrganisation()
    const { id, items } = await buildProtocol(db, {
      originDepartmentId: origin.id,
      destinationDepartmentId: destination.id,
      createdBy: sender.id,
      createdAt: '2026-05-01T12:00:00Z',
      items: [{ documentNumber: 'A-1' }, { status: 'cancelado' }],
    })
    const { status, body } = await as(sender).get(`/api/protocols/${id}/print`)
    expect(status).toBe(200)
    expect(body).toEqual({
      protocol: {
        ...{ id, protocol_id: id, origin_user: sender.name, status: 'Pendente', requires_return: true },
        ...{ code: expect.stringMatching(shown), fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) },
        ...{ origin_department: origin.name, destination_department: destination.name },
        ...{ created_at: '2026-05-01T12:00:00.000Z', remarks: 'Documentos para conferência' },
      },
      items: [
        {
          ...{ id: items[0]?.id, code: expect.stringMatching(shown), document_number: 'A-1', description: null },
          category: null,
          ...{ item_type: expect.any(String), return_date: '2026-05-08' },
        },
      ],
    })
  })

  // proves 4.10
  it('is refused for a cancelled protocol', async () => {
    const { as, db, origin, sender } = await testOrganisation()
    const { id } = await buildProtocol(db, { originDepartmentId: origin.id, status: 'Cancelado' })
    expect(await as(sender).get(`/api/protocols/${id}/print`)).toMatchObject({
      status: 409,
      body: { message: 'Não é possível imprimir protocolos cancelados.' },
    })
  })
})
