import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CodeKind, readCodes } from '../../domain/codes/codes.ts'
import { buildDepartment, buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'
import { untilWaiting } from '../../test/database.ts'
import { custody, recordsOf } from '../../test/organisation.ts'

let organisation: Awaited<ReturnType<typeof custody>>
let next: { id: number; name: string }
let receiver: { id: number }
beforeAll(async () => {
  organisation = await custody()
  next = await buildDepartment(organisation.db, { name: 'Arquivo' })
  receiver = await buildUser(organisation.db, { departmentId: next.id, name: 'Rita Luz' })
})

const codeOf = async (kind: CodeKind, id = 0) => (await readCodes(organisation.db)).of(kind, [id]).join()
const post = (person: { id: number }, code: string, action: string, key?: string) =>
  organisation.as(person).post('/api/scan', { code, action }, key === undefined ? {} : { 'idempotency-key': key })
const scanOf = async (person: { id: number }, kind: CodeKind, id: number | undefined, action: string, key?: string) => {
  const reply = await post(person, await codeOf(kind, id), action, key)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const historyOf = async (id: number) => (await recordsOf(organisation.db).historyOf(id)).map(({ action }) => action)
const pending = (fields: ProtocolFields = {}) => organisation.send({ status: protocolStatus.pending, ...fields })

describe('receiving by scan', () => {
  // proves 23.1, 23.2
  it('the destination receives a protocol by its code or that of an item, once, as by the button', async () => {
    const { recipient, destination } = organisation
    const [one, other] = [await pending(), await pending()]
    expect(await scanOf(recipient, 'protocol', one.id, 'receive')).toEqual({
      ...{ outcome: 'done', message: 'Protocolo recebido com sucesso!', kind: 'protocol', protocol_id: one.id },
      ...{ item_id: null, document_number: null, current_location: destination.name },
    })
    expect(await scanOf(recipient, 'item', other.items[0]?.id, 'receive')).toEqual({
      ...{ outcome: 'done', message: 'Protocolo recebido com sucesso!', kind: 'item', protocol_id: other.id },
      ...{ item_id: other.items[0]?.id, document_number: '1/26', current_location: destination.name },
    })
    expect(await historyOf(other.id)).toEqual(['Protocolo recebido'])
    expect((await recordsOf(organisation.db).toldOf(other.id)).map(({ title }) => title)).toContain(
      `Protocolo #${other.id} recebido`,
    )
    expect(await scanOf(recipient, 'item', other.items[1]?.id, 'receive')).toMatchObject({
      ...{ outcome: 'already', message: 'Este protocolo já foi recebido' },
    })
    expect(await historyOf(other.id)).toHaveLength(1)
  })

  // proves 23.3
  it('the destination completes what requires no return, and the origin does not', async () => {
    const { recipient, sender, destination } = organisation
    const { id, items } = await pending({ requiresReturn: false })
    expect(await scanOf(sender, 'protocol', id, 'receive')).toMatchObject({
      outcome: 'refused',
      message: 'Apenas usuários do departamento de destino podem receber este protocolo',
    })
    expect(await scanOf(recipient, 'item', items[0]?.id, 'receive')).toMatchObject({
      ...{ outcome: 'done', message: 'Protocolo concluído com sucesso!', current_location: destination.name },
    })
    expect(await historyOf(id)).toEqual(['Protocolo concluído'])
    expect(await scanOf(recipient, 'protocol', id, 'receive')).toMatchObject({
      ...{ outcome: 'refused', message: 'Este protocolo já foi concluído' },
    })
  })

  // proves 23.2
  it('the paper of a cancelled item receives nothing', async () => {
    const { id, items } = await pending({ items: [{ status: itemStatus.cancelled }, {}] })
    expect(await scanOf(organisation.recipient, 'item', items[0]?.id, 'receive')).toMatchObject({
      ...{ outcome: 'refused', message: 'Este item já foi cancelado' },
    })
    expect(await historyOf(id)).toEqual([])
  })

  // proves 23.2
  it('nor does that of one which is cancelled at this moment', async () => {
    const { db, recipient } = organisation
    const { id, items } = await pending()
    const [item] = items
    let reply: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('protocols').select('id').where('id', '=', id).forUpdate().execute()
      reply = scanOf(recipient, 'item', item?.id, 'receive')
      await untilWaiting(db, 1)
      const cancelled = { status: itemStatus.cancelled, cancelledAt: new Date(), cancelReason: 'Engano' }
      await trx
        .updateTable('items')
        .set({ ...cancelled, cancelledBy: organisation.sender.id })
        .where('id', '=', item?.id ?? 0)
        .execute()
    })
    expect(await reply).toMatchObject({ outcome: 'refused', message: 'Este item já foi cancelado' })
    expect(await historyOf(id)).toEqual([])
  })
})

describe('returning by scan', () => {
  // proves 23.4
  it('an item returns by its code, and the rest of a protocol by its own, without what is lost', async () => {
    const { recipient, origin, open } = organisation
    const { id, items } = await organisation.send({ items: [{ documentNumber: '1/26' }, {}, {}, {}] })
    const [first, , , lost] = items.map((item) => item.id)
    expect((await open(recipient, lost)).status).toBe(201)
    expect(await scanOf(recipient, 'item', first, 'return')).toMatchObject({
      ...{ outcome: 'done', message: 'Item retornado com sucesso!', item_id: first, document_number: '1/26' },
      current_location: origin.name,
    })
    expect(await scanOf(recipient, 'item', first, 'return')).toMatchObject({
      ...{ outcome: 'already', message: 'Este item já foi retornado' },
    })
    expect(await scanOf(recipient, 'protocol', id, 'return')).toMatchObject({
      ...{ outcome: 'done', message: '2 itens retornados com sucesso!', item_id: null },
    })
    expect(await scanOf(recipient, 'protocol', id, 'return')).toMatchObject({
      outcome: 'refused',
      message: 'Este item foi extraviado e fica de fora até a ocorrência ser resolvida',
    })
    const told = await recordsOf(organisation.db).toldOf(id)
    expect(new Set(told.map(({ title }) => title))).toEqual(
      new Set(['Ocorrência registrada', 'Item retornado', '2 itens retornados']),
    )
  })

  // proves 23.4
  it('a protocol of which everything is back says so', async () => {
    const returned = { status: itemStatus.returned }
    const { id } = await organisation.send({ items: [returned, returned] })
    expect(await scanOf(organisation.recipient, 'protocol', id, 'return')).toMatchObject({
      ...{ outcome: 'already', message: 'Os itens deste protocolo já foram retornados' },
    })
  })
})

describe('a code', () => {
  // proves 23.1
  it('is located in any of its spellings, and by the address on the paper', async () => {
    const { recipient, origin, destination } = organisation
    const { items } = await pending()
    const code = await codeOf('item', items[0]?.id)
    const found = { outcome: 'found', item_id: items[0]?.id, document_number: '1/26' }
    const place = `${origin.name} (aguardando recebimento em ${destination.name})`
    const address = `https://malote.exemplo.gov.br/q/${code}?f=1a2b3c4d`
    for (const text of [code, code.toLowerCase(), code.replaceAll('-', ''), address]) {
      expect((await post(recipient, text, 'locate')).body).toMatchObject({
        ...found,
        ...{ current_location: place, message: `Está em ${place}.` },
      })
    }
  })

  // proves 23.5
  it('that is wrong is a 400, and one that is unknown or hidden a 404', async () => {
    const { recipient, audit } = { ...organisation, audit: organisation.db.selectFrom('auditEvents') }
    const hidden = await buildProtocol(organisation.db)
    const code = await codeOf('protocol', hidden.id)
    const wrong = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`
    expect(await post(recipient, wrong, 'receive')).toMatchObject({
      status: 400,
      body: {
        message: 'Código inválido. Confira os caracteres.',
        errors: { code: 'Código inválido. Confira os caracteres.' },
      },
    })
    expect(await post(recipient, code, 'cancel')).toMatchObject({
      status: 400,
      body: { errors: { action: expect.any(String) } },
    })
    for (const unknown of [code, await codeOf('protocol', 2 ** 31 - 2), '0000-0000-01N']) {
      expect(await post(recipient, unknown, 'receive')).toMatchObject({
        status: 404,
        body: { message: 'Código não encontrado.' },
      })
    }
    await expect
      .poll(() => audit.select('subjectId').where('subjectId', '=', String(hidden.id)).execute())
      .toHaveLength(1)
  })
})

// proves 23.6
it('a label of an item that was passed on leads whoever holds it to their own protocol', async () => {
  const { db, recipient, sender, destination } = organisation
  const first = await organisation.send({ items: [{ documentNumber: '7/26' }] })
  const label = first.items[0]?.id
  const hop = { originDepartmentId: destination.id, destinationDepartmentId: next.id, createdBy: recipient.id }
  const second = await buildProtocol(db, {
    ...hop,
    items: [{ documentNumber: '7/26', forwardedFromItemId: label ?? 0 }],
  })
  const own = { protocol_id: second.id, item_id: second.items[0]?.id }

  expect(await scanOf(recipient, 'item', label, 'return')).toMatchObject({
    ...{ outcome: 'refused', message: 'Este item está em Arquivo. Aguarde a volta.', protocol_id: first.id },
  })
  expect(await scanOf(sender, 'item', label, 'locate')).toMatchObject({ protocol_id: first.id, item_id: label })
  expect((await post(sender, await codeOf('item', own.item_id), 'locate')).status).toBe(404)
  expect(await scanOf(receiver, 'item', label, 'receive')).toMatchObject({ outcome: 'done', ...own })
  expect(await scanOf(receiver, 'item', label, 'locate')).toMatchObject({ ...own, current_location: 'Arquivo' })
  expect(await scanOf(receiver, 'item', label, 'return')).toMatchObject({ outcome: 'done', ...own })

  await organisation.as(recipient).post(`/api/protocols/items/${own.item_id}/complete`)
  // Back in the middle, either of the two labels returns it to the origin.
  expect(await scanOf(recipient, 'item', own.item_id, 'return')).toMatchObject({
    ...{ outcome: 'done', protocol_id: first.id, item_id: label },
  })
  expect(await scanOf(receiver, 'item', label, 'return')).toMatchObject({ outcome: 'refused', ...own })
})

describe('a scan that is sent again', () => {
  // proves 23.7
  it('under its key gets the first result, and nothing is done twice', async () => {
    const { recipient } = organisation
    const { id } = await organisation.send({ items: [{}, {}, {}] })
    const first = await scanOf(recipient, 'protocol', id, 'return', `volta-${id}`)
    expect(first).toMatchObject({ outcome: 'done', message: '3 itens retornados com sucesso!' })
    expect(await scanOf(recipient, 'protocol', id, 'return', `volta-${id}`)).toEqual(first)
    expect(await historyOf(id)).toHaveLength(1)
    expect(await scanOf(recipient, 'protocol', id, 'return', `outra-${id}`)).toMatchObject({ outcome: 'already' })
    expect(await post(recipient, await codeOf('protocol', id), 'receive', `volta-${id}`)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  // proves 23.7
  it('at the same moment under the same key is done once, and answered twice', async () => {
    const { id } = await pending()
    const both = [1, 2].map(() => scanOf(organisation.recipient, 'protocol', id, 'receive', `junto-${id}`))
    expect((await Promise.all(both)).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect(await historyOf(id)).toEqual(['Protocolo recebido'])
  })
})
