import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import type { Client } from '../../test/client.ts'
import { inOrder, recordsOf } from '../../test/organisation.ts'

let test: TestApp
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let sender: { id: number }
let originManager: { id: number }
let receiver: Client

beforeAll(async () => {
  test = await testApp({ now: '2026-11-20T15:00:00Z', ownDatabase: true })
  const { db } = test
  ends = {
    originDepartmentId: (await buildDepartment(db, { name: 'Financeiro' })).id,
    destinationDepartmentId: (await buildDepartment(db, { name: 'Jurídico' })).id,
  }
  sender = await buildUser(db, { departmentId: ends.originDepartmentId })
  originManager = await buildManager(db, { departmentId: ends.originDepartmentId })
  receiver = test.as(await buildUser(db, { departmentId: ends.destinationDepartmentId, name: 'Maria Souza' }))
})

const sent = (fields: Parameters<typeof buildProtocol>[1] = {}) =>
  buildProtocol(test.db, { ...ends, createdBy: sender.id, ...fields })

const historyOf = async (protocolId: number) =>
  (await recordsOf(test.db).historyOf(protocolId)).map(({ action, description }) => `${action}: ${description}`)
const toldTo = (id: number) => recordsOf(test.db).noticesTo({ id })

const statusOf = async (id: number) =>
  (await test.db.selectFrom('protocols').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

describe('a checked receipt', () => {
  // proves 20.1, 20.2, 20.11
  it('opens an occurrence for each item that did not come as described, with the receipt', async () => {
    const { id, items } = await sent({ items: [{}, {}, {}, {}] })
    const [missing, damaged, fine] = items.map((item) => item.id)
    const reply = await receiver.post(`/api/protocols/${id}/receive`, {
      items: [
        { id: missing, outcome: 'missing', note: 'O envelope veio vazio' },
        { id: damaged, outcome: 'damaged', note: 'Capa rasgada' },
        { id: fine, outcome: 'ok' },
      ],
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Protocolo recebido com sucesso!', protocol: { status: 'Em andamento' }, occurrences_opened: 2 },
    })
    expect(reply.body.protocol.open_occurrences).toBe(2)
    const opened = await test.db
      .selectFrom('occurrences')
      .select(['itemId', 'kind', 'description', 'status'])
      .where('protocolId', '=', id)
      .orderBy('itemId')
      .execute()
    expect(opened).toEqual([
      { itemId: missing, kind: 'missing', description: 'O envelope veio vazio', status: 'aberta' },
      { itemId: damaged, kind: 'damaged', description: 'Capa rasgada', status: 'aberta' },
    ])
    expect(await historyOf(id)).toEqual([
      'Protocolo recebido: Maria Souza recebeu o protocolo em Jurídico, com 2 ocorrências',
      expect.stringMatching(/^Ocorrência registrada: Maria Souza registrou 2 ocorrências: .*Não veio.*Avariado/),
    ])
    // One act: a line of its own for each item, and one notice for each person of the other side.
    const own = await test.db
      .selectFrom('historyItems as i')
      .innerJoin('history as h', 'h.id', 'i.historyId')
      .select(filledIn('i.description', 'h.texts').as('description'))
      .where('i.itemId', 'in', [missing ?? 0, damaged ?? 0])
      .orderBy('i.itemId')
      .execute()
    expect(own.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Maria Souza registrou ocorrência no .*: Não veio\. Descrição: “O envelope veio vazio”$/),
      expect.stringMatching(/^Maria Souza registrou ocorrência no .*: Avariado\. Descrição: “Capa rasgada”$/),
    ])
    const told = (await recordsOf(test.db).toldOf(id)).filter(({ message }) => message.includes('2 ocorrências no'))
    expect(told.map(({ userId }) => userId)).toEqual(inOrder([sender.id, originManager.id]))
    expect(told[0]?.message).toMatch(
      /registrou 2 ocorrências no protocolo #\d+:\nItem .*\nItem .*\nVocê recebeu este aviso porque criou o protocolo\.$/,
    )
  })

  // proves 20.1
  it('without a body, or without findings, is an ordinary one', async () => {
    for (const body of [undefined, {}, { items: [] }]) {
      const { id } = await sent()
      const reply = await receiver.post(`/api/protocols/${id}/receive`, body)
      expect(reply).toMatchObject({ status: 200, body: { occurrences_opened: 0 } })
      expect(await historyOf(id)).toEqual(['Protocolo recebido: Maria Souza recebeu o protocolo em Jurídico'])
    }
  })

  // proves 20.1
  it('refuses what contradicts itself, lacks a note or speaks of another protocol, and receives nothing', async () => {
    const { id, items } = await sent({ items: [{}, {}] })
    const other = await sent()
    const [first = 0] = items.map((item) => item.id)
    const cases: [object[], Record<string, string>][] = [
      [[{ id: other.items[0]?.id, outcome: 'ok' }], { 'items.0.id': 'Item não encontrado' }],
      [[{ id: first, outcome: 'missing' }], { 'items.0.note': 'Descreva o que foi encontrado' }],
      [[{ id: first, outcome: 'damaged', note: ' x ' }], { 'items.0.note': 'Descreva o que foi encontrado' }],
      [[{ id: first, outcome: 'lost', note: 'Sumiu' }], { 'items.0.outcome': 'Informe se o item veio' }],
      [
        [
          { id: first, outcome: 'ok' },
          { id: first, outcome: 'missing', note: 'Não estava' },
        ],
        { 'items.1.id': 'Este item aparece duas vezes' },
      ],
    ]
    for (const [sentItems, errors] of cases) {
      const reply = await receiver.post(`/api/protocols/${id}/receive`, { items: sentItems })
      expect(reply).toMatchObject({ status: 400, body: { errors } })
    }
    expect(await statusOf(id)).toBe(protocolStatus.pending)
    expect(await historyOf(id)).toEqual([])
  })

  // proves 20.1
  it('says that an item was cancelled meanwhile, and receives nothing', async () => {
    const { id, items } = await sent({ items: [{}, { status: itemStatus.cancelled, documentNumber: '2/26' }] })
    const [fine, gone] = items.map((item) => item.id)
    const body = {
      items: [
        { id: fine, outcome: 'ok' },
        { id: gone, outcome: 'missing', note: 'Não estava no malote' },
      ],
    }
    expect(await receiver.post(`/api/protocols/${id}/receive`, body)).toMatchObject({
      status: 409,
      body: {
        code: 'ITEM_ALREADY_CANCELLED',
        message: expect.stringMatching(/^Item 2\/26 \(.+\): Este item já foi cancelado$/),
        errors: { 'items.1.id': 'Este item já foi cancelado' },
      },
    })
    expect(await statusOf(id)).toBe(protocolStatus.pending)
  })

  // proves 20.1
  it('names each item that a colleague has reported meanwhile, and receives nothing', async () => {
    const { id, items } = await sent({ items: [{}, { documentNumber: '2/26' }, { documentNumber: '3/26' }] })
    const [fresh, ...reported] = items.map((item) => item.id)
    for (const itemId of reported) {
      await receiver.post(`/api/protocols/items/${itemId}/occurrences`, { kind: 'missing', description: 'Não veio' })
    }
    const path = `/api/protocols/${id}/receive`
    const notes = [fresh, ...reported].map((item) => ({ id: item, outcome: 'missing', note: 'Não estava' }))
    const sentence = 'Este item já tem uma ocorrência aberta deste tipo'
    expect(await receiver.post(path, { items: notes })).toMatchObject({
      status: 409,
      body: {
        code: 'OCCURRENCE_ALREADY_OPEN',
        message: expect.stringMatching(/^Item 2\/26 \(.+\): Este item já tem uma ocorrência aberta deste tipo$/),
        errors: { 'items.1.id': sentence, 'items.2.id': sentence },
      },
    })
    expect(await statusOf(id)).toBe(protocolStatus.pending)
    expect(await receiver.post(path, { items: notes.slice(0, 1) })).toMatchObject({
      status: 200,
      body: { occurrences_opened: 1 },
    })
  })

  // proves 20.1
  it('is judged after the right to receive', async () => {
    const { id } = await sent()
    const body = { items: 'nenhum' }
    expect(await test.as(sender).post(`/api/protocols/${id}/receive`, body)).toMatchObject({ status: 403 })
    expect(await receiver.post(`/api/protocols/${id}/receive`, body)).toMatchObject({ status: 400 })
    const stranger = test.as(await buildUser(test.db))
    expect(await stranger.post(`/api/protocols/${id}/receive`, body)).toMatchObject({ status: 404 })
  })
})

describe('receiving several', () => {
  const bulk = (ids: unknown, client = receiver) => client.post('/api/protocols/bulk-receive', { ids })

  // proves 20.3
  it('receives each as far as it may, and says why not', async () => {
    const [one, two] = [await sent(), await sent()]
    const received = await sent({ status: protocolStatus.inProgress })
    const foreign = await buildProtocol(test.db)
    const own = await sent({
      originDepartmentId: ends.destinationDepartmentId,
      destinationDepartmentId: ends.originDepartmentId,
    })
    const reply = await bulk([one.id, received.id, one.id, foreign.id, two.id, own.id, 999_999])
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.body.results).toEqual({
      success: [one.id, two.id],
      errors: [
        { id: received.id, message: 'Este protocolo já foi recebido' },
        { id: foreign.id, message: 'Protocolo não encontrado' },
        { id: own.id, message: 'Apenas usuários do departamento de destino podem receber este protocolo' },
        { id: 999_999, message: 'Protocolo não encontrado' },
      ],
    })
    expect(await historyOf(two.id)).toEqual(['Protocolo recebido: Maria Souza recebeu o protocolo em Jurídico'])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  // proves 20.3
  it('tells each person once for all', async () => {
    await test.db.deleteFrom('notifications').execute()
    const other = await buildUser(test.db, { departmentId: ends.originDepartmentId })
    const ids = [(await sent()).id, (await sent()).id, (await sent({ createdBy: other.id })).id]
    await bulk(ids)
    expect(await toldTo(originManager.id)).toMatchObject([
      {
        title: '3 protocolos recebidos',
        protocolId: ids[0],
        message: `Maria Souza recebeu 3 protocolos em Jurídico: ${ids.map((id) => `#${id}`).join(', ')}.
Você recebeu este aviso porque é gestor do departamento de origem.`,
      },
    ])
    expect((await toldTo(sender.id)).map(({ title }) => title)).toEqual(['2 protocolos recebidos'])
    expect(await toldTo(other.id)).toMatchObject([{ title: `Protocolo #${ids[2]} recebido`, protocolId: ids[2] }])
  })

  // proves 20.3
  it('takes 1 to 100', async () => {
    expect(await bulk([])).toMatchObject({ status: 400, body: { errors: { ids: expect.any(String) } } })
    expect(await bulk(undefined)).toMatchObject({ status: 400, body: { errors: { ids: expect.any(String) } } })
    expect(await bulk(Array.from({ length: 101 }, (_, n) => n + 1))).toMatchObject({ status: 400 })
  })

  // proves 20.3
  it('goes on after one that fails, and tries once more what collided', async () => {
    const protocols = []
    for (let n = 0; n < 4; n += 1) protocols.push(await sent())
    const [first, failing, colliding, last] = protocols.map(({ id }) => id)
    await sql`
      create sequence failures;
      create function fail() returns trigger language plpgsql security definer as $$ begin
        if new.id = ${sql.lit(failing)} then raise 'made by the test'; end if;
        -- A sequence counts on although the transaction is undone.
        if new.id = ${sql.lit(colliding)} and nextval('failures') = 1 then
          raise 'made by the test' using errcode = '40P01';
        end if;
        return new;
      end $$;
      create trigger fail before update on protocols for each row execute function fail()`.execute(test.db)
    const reply = await bulk(protocols.map(({ id }) => id))
    await sql`drop trigger fail on protocols`.execute(test.db)
    expect(reply.body.results).toEqual({
      success: [first, colliding, last],
      errors: [{ id: failing, message: 'Ocorreu um erro inesperado. Tente novamente.' }],
    })
    expect(await statusOf(failing ?? 0)).toBe(protocolStatus.pending)
    expect(test.takeErrorLogs()).toHaveLength(1)
  })
})
