import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it, vi } from 'vitest'
import { buildUser } from '../../test/builders.ts'
import { custody } from '../../test/organisation.ts'

const invalid = 'Código inválido. Confira os caracteres.'

/** A received protocol of two items with what its papers say. */
async function printed() {
  const organisation = await custody()
  const { as, sender } = organisation
  const { id, items } = await organisation.send({ status: protocolStatus.pending })
  const read = async () => (await as(sender).get(`/api/protocols/${id}`)).body
  const changes = async (f: string) => (await as(sender).get(`/api/codes/${(await read()).code}/changes?f=${f}`)).body
  return { ...organisation, id, itemId: items[0]?.id, read, changes, protocol: await read() }
}

describe('GET /api/codes/{code}', () => {
  // proves 22.1, 22.3
  it('leads to the protocol or the item, however the code is typed', async () => {
    const { as, recipient, id, itemId, protocol } = await printed()
    const of = async (code: string) => (await as(recipient).get(`/api/codes/${code}`)).body
    expect(await of(protocol.code)).toEqual({ kind: 'protocol', protocol_id: id, item_id: null })
    const item = { kind: 'item', protocol_id: id, item_id: itemId }
    expect(await of(protocol.items[0].code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o'))).toEqual(item)
  })

  // proves 22.2, 22.3
  it('says what is no code, and hides what the person may not see or nobody has', async () => {
    const { as, db, app, sender, protocol } = await printed()
    const code: string = protocol.code
    const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`
    for (const client of [as(sender), app.as(sender)]) {
      for (const path of [`/api/codes/${wrong}`, `/api/verify/${wrong}`, '/api/codes/%00', '/api/verify/x']) {
        expect(await client.get(path)).toMatchObject({ status: 400, body: { errors: { code: invalid } } })
      }
    }
    const missing = { status: 404, body: { message: 'Código não encontrado.' } }
    expect(await as(await buildUser(db)).get(`/api/codes/${code}`)).toMatchObject(missing)
    expect(await as(sender).get('/api/codes/0000-0000-00P')).toMatchObject(missing)
    expect(await as(sender).get('/api/verify/0000-0000-00P')).toMatchObject(missing)
  })
})

describe('GET /api/verify/{code}', () => {
  // proves 22.6, 22.7
  it('tells anybody what the paper says, and whether it still holds', async () => {
    const { anonymous, as, sender, origin, destination, itemId, protocol } = await printed()
    const check = async (code: string, query = '') => (await anonymous.get(`/api/verify/${code}${query}`)).body
    const known = {
      ...{ protocol_id: protocol.id, status: 'Pendente', created_at: protocol.created_at },
      ...{ origin_department: origin.name, destination_department: destination.name },
    }
    const f = `?f=${protocol.fingerprint}`
    const [{ code }, other] = protocol.items
    expect(await check(protocol.code)).toEqual({ kind: 'protocol', ...known, current: null })
    expect(await check(protocol.code, f.toUpperCase().replace('F', 'f'))).toEqual({
      kind: 'protocol',
      ...known,
      current: true,
    })
    expect(await check(code, f)).toEqual({ kind: 'item', ...known, current: true })
    expect((await check(code, '?f=00000000')).current).toBe(false)
    expect((await check(code, '?f=')).current).toBeNull()

    await as(sender).post(`/api/protocols/items/${itemId}/cancel`, { reason: 'Não vai mais' })
    expect((await check(protocol.code, f)).current).toBe(false)
    expect((await check(other.code, f)).current).toBe(false)
  })

  // proves 22.8
  it('answers an address thirty times a minute', async () => {
    const { app, protocol } = await printed()
    // On a busy machine thirty calls could take longer than a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    const ask = (remoteAddress: string) =>
      app.inject({ method: 'GET', url: `/api/verify/${protocol.code}`, remoteAddress })
    const statuses = []
    for (let n = 0; n < 31; n += 1) statuses.push((await ask('203.0.113.9')).statusCode)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect((await ask('203.0.113.10')).statusCode).toBe(200)
  })

  // proves 22.8
  it('is closed by PUBLIC_VERIFICATION=off', async () => {
    const { anonymous, as, origin, ...organisation } = await custody({ config: { PUBLIC_VERIFICATION: 'off' } })
    const { id } = await organisation.send()
    expect(await anonymous.get('/api/verify/0000-0000-00P')).toMatchObject({
      status: 404,
      body: { code: 'VERIFICATION_OFF' },
    })
    // Nor does a paper promise it.
    const { raw } = await as(organisation.sender).get(`/api/documents/departure?protocol_ids=${id}`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)), { mergePages: true })
    expect(text).toContain(origin.name)
    expect(text).not.toContain('/verificar')
  })
})

describe('GET /api/codes/{code}/changes', () => {
  // proves 22.9
  it('says what changed since the paper was printed, and nothing from before', async () => {
    const { as, db, sender, itemId, clock, protocol, read, changes } = await printed()
    expect(await changes(protocol.fingerprint)).toEqual({ current: true, is_since: true, changes: [] })

    const [, other] = protocol.items
    const extend = (return_date: string) =>
      as(sender).put(`/api/protocols/items/${itemId}/due-date`, { return_date, reason: 'Falta assinar' })
    clock.advance(60_000)
    expect((await extend('2026-12-10')).status).toBe(200)
    const second = await read()
    clock.advance(60_000)
    expect((await as(sender).post(`/api/protocols/items/${other.id}/cancel`, { reason: 'Não vai mais' })).status).toBe(
      200,
    )
    clock.advance(60_000)
    await extend('2026-12-11')
    const actions = async (f: string) => (await changes(f)).changes.map(({ action }: { action: string }) => action)
    expect(await actions(protocol.fingerprint)).toEqual(['Prazo alterado', 'Item cancelado', 'Prazo alterado'])
    expect(await actions(second.fingerprint)).toEqual(['Prazo alterado', 'Item cancelado'])
    expect(await changes('00000000')).toMatchObject({ current: false, is_since: false, changes: { length: 3 } })
    // A change of the text alone makes no paper untrue.
    await db.updateTable('protocols').set({ remarks: 'Outra' }).where('id', '=', protocol.id).execute()
    expect((await changes((await read()).fingerprint)).current).toBe(true)
  })

  // proves 22.9
  it('goes back over two hundred acts, and calls what is older old', async () => {
    const { db, itemId, read, changes } = await printed()
    const due = (day: number) => addDays('2030-01-01', day)
    const moveTo = (day: number) =>
      db
        .updateTable('items')
        .set({ returnDate: due(day) })
        .where('id', '=', Number(itemId))
        .execute()
    const moved = (day: number) => ({
      ...{ itemId: Number(itemId), kind: 'extension', fromDate: due(day - 1), toDate: due(day) },
      changedAt: new Date(Date.UTC(2030, 0, 1, day)),
    })
    await moveTo(0)
    const { fingerprint } = await read()
    await db
      .insertInto('dueDateChanges')
      .values(Array.from({ length: 200 }, (_, n) => moved(n + 1)))
      .execute()
    await moveTo(200)
    expect(await changes(fingerprint)).toMatchObject({ is_since: true })
    await db.insertInto('dueDateChanges').values(moved(201)).execute()
    await moveTo(201)
    expect(await changes(fingerprint)).toMatchObject({ is_since: false })
  })
})
