import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { compareDerived, findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildAdmin, buildCategory } from '../../test/builders.ts'
import { random } from '../../test/random-organisation.ts'
import { type Organisation, type Sent, testChain } from '../protocols/forward/forward.test-setup.ts'

const chain = await testChain({ now: '2026-11-25T12:00:00Z', ownDatabase: true })
const { a, b, c, d, e } = chain
const admin = chain.as(await buildAdmin(chain.db))
const tenDays = await buildCategory(chain.db, { returnDays: 10 })
const days = async (returnDays: number) => ({ category_id: (await buildCategory(chain.db, { returnDays })).id })

beforeEach(async () => {
  // Settles the items of the test before.
  const end = { status: 'cancelado', cancelledAt: new Date(), cancelledBy: 1, cancelReason: 'Fim' }
  await chain.db.updateTable('items').set(end).where('status', '=', 'pendente').execute()
  await chain.db.deleteFrom('holidays').where('date', 'in', ['2026-11-30', '2026-12-01', '2026-12-02']).execute()
})

const add = (date: string) => admin.post('/api/calendar/holidays', { date, name: 'Feriado municipal' })
const remove = (date: string) => admin.delete(`/api/calendar/holidays/${date}`)
const effect = async (query: string) => (await admin.get(`/api/calendar/effect?${query}`)).body
const apply = async (body: object) => (await admin.post('/api/calendar/apply', body)).body
const itemOf = async (by: Organisation, sent: Sent) => (await chain.detail(by, sent)).items[0]
const dateOf = async (by: Organisation, sent: Sent) => (await itemOf(by, sent)).return_date
const extend = (by: Organisation, sent: Sent, return_date: string) =>
  by.client.put(`/api/protocols/items/${sent.items[0]}/due-date`, { return_date, reason: 'Volume maior' })
const why = async (by: Organisation, sent: Sent) =>
  (await by.client.get(`/api/protocols/items/${sent.items[0]}/due-date`)).body

const recategorise = (by: Organisation, { id, items }: Sent, category: { category_id: number }) =>
  by.client.put(`/api/protocols/${id}`, {
    remarks: 'Contratos',
    items: [{ id: items[0], item_type_id: chain.itemType.id, ...category }],
  })

/** A chain of protocols through these departments, with the fields of the item in the first one. */
async function passedOn(item: object, ...route: Organisation[]): Promise<Sent[]> {
  const [from, to, ...others] = route as [Organisation, Organisation]
  const chainOf = [await chain.send(from, to, { items: [item] })]
  let holder = to
  for (const next of others as Organisation[]) {
    const last = chainOf.at(-1) as Sent
    await chain.receive(holder, last)
    chainOf.push(await chain.passOn(holder, last, next))
    holder = next
  }
  return chainOf
}

// proves 11.7
it.each([
  ['in order', ['2026-11-30', '2026-12-01']],
  ['in the other order', ['2026-12-01', '2026-11-30']],
])('an Admin who enters two holidays and applies them afterwards, %s, moves a date over both', async (_, order) => {
  const sent = await chain.send(a, b, { items: [{ category_id: tenDays.id }] })
  expect(await dateOf(a, sent)).toBe('2026-12-09')
  for (const date of order) await add(date)
  expect(await effect(`added=${order[1]}`)).toMatchObject({
    later: expect.any(Number),
    sample: expect.arrayContaining([expect.objectContaining({ protocol: sent.id, to: '2026-12-11' })]),
  })
  await apply({ added: order[0] })
  await apply({ added: order[1] })
  expect(await dateOf(a, sent)).toBe('2026-12-11')
  expect(await effect('')).toEqual({ later: 0, earlier: 0, sample: [] })
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 20.36
it('a first date holds for every hop after it, also where hops between have none', async () => {
  const [first, second, third] = (await passedOn({ category_id: null }, a, b, c, d)) as [Sent, Sent, Sent]
  expect((await extend(c, third, '2027-01-24')).status).toBe(200)
  expect((await extend(a, first, '2026-11-30')).status).toBe(200)
  expect([await dateOf(b, second), await dateOf(c, third)]).toEqual(['2026-11-30', '2026-11-30'])
  await chain.receive(d, third)
  const fourth = await chain.passOn(d, third, e)
  expect(await dateOf(d, fourth)).toBe('2026-11-30')
  expect(await extend(d, fourth, '2027-09-21')).toMatchObject({
    status: 400,
    body: { errors: { return_date: `O prazo não pode passar de 30/11/2026, quando o item volta a ${c.name}.` } },
  })
  expect((await why(b, second)).changes).toMatchObject([{ from: null, to: '2026-11-30', by: null }])
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 20.36
it('a hop that was held back grows with the item before it, up to its own date', async () => {
  const [first, second] = (await passedOn(await days(2), a, b, c)) as [Sent, Sent]
  await extend(a, first, '2026-12-02')
  expect((await extend(b, second, '2026-12-02')).status).toBe(200)
  const [early, held] = (await passedOn({ category_id: null }, a, b, c)) as [Sent, Sent]
  await extend(b, held, '2026-12-18')
  await extend(a, early, '2026-12-04')
  expect(await dateOf(b, held)).toBe('2026-12-04')
  await extend(a, early, '2026-12-10')
  expect(await dateOf(b, held)).toBe('2026-12-10')
  await extend(a, early, '2026-12-30')
  expect(await dateOf(b, held)).toBe('2026-12-18')
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 20.36, 21.3
it('a hop without a date of its own goes with the item before it, and says so', async () => {
  const first = await chain.send(a, b, { items: [{ category_id: null }] })
  await extend(a, first, '2026-12-04')
  await chain.receive(b, first)
  const second = await chain.passOn(b, first, c)
  expect(await dateOf(b, second)).toBe('2026-12-04')
  await extend(a, first, '2026-12-10')
  expect(await why(b, second)).toMatchObject({
    ...{ return_date: '2026-12-10', capped_by: { department: a.name, return_date: '2026-12-10' } },
    sentence: `O prazo era 04/12/2026, quando o item volta a ${a.name}. O prazo passou para 10/12/2026 em 25/11: o item deve sair de ${b.name} até esse dia.`,
  })
})

const ask = (by: Organisation, sent: Sent, return_date: string) =>
  by.client.post(`/api/protocols/items/${sent.items[0]}/extension-requests`, {
    return_date,
    reason: 'Falta assinatura',
  })
const requestsOf = (sent: Sent) =>
  chain.db
    .selectFrom('extensionRequests')
    .select(['status', 'grantedDate', 'decidedBy'])
    .where('itemId', '=', sent.items[0] as number)
    .execute()

// proves 21.11
it('an edit that gives an item the date that was asked for, or a later one, grants the request', async () => {
  const sent = await chain.send(a, b, { items: [await days(2)] })
  expect((await ask(b, sent, '2026-12-03')).status).toBe(201)
  const edited = await recategorise(a, sent, await days(21))
  expect(edited.body.items[0]).toMatchObject({ return_date: '2026-12-24', extension_request: null })
  expect(await requestsOf(sent)).toMatchObject([{ status: 'concedido', grantedDate: '2026-12-24' }])
  expect((await ask(b, sent, '2026-12-30')).status).toBe(201)
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 21.14
it('a calendar that moves an item to the date that was asked for ends the request, decided by nobody', async () => {
  const sent = await chain.send(a, b, { items: [await days(2)] })
  expect((await ask(b, sent, '2026-11-30')).status).toBe(201)
  await chain.db.insertInto('holidays').values({ date: '2026-11-27', name: 'Feriado' }).execute()
  await apply({ added: '2026-11-27' })
  expect(await dateOf(a, sent)).toBe('2026-11-30')
  expect(await requestsOf(sent)).toEqual([{ status: 'encerrado', grantedDate: null, decidedBy: null }])
  await remove('2026-11-27')
  await apply({ removed: '2026-11-27', shorten: true })
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 11.7, 20.36
it('an Admin who applies a calendar moves each hop once, and it says why: the item before it, or its own count', async () => {
  const [, second] = (await passedOn({ category_id: tenDays.id }, a, b, c)) as [Sent, Sent]
  const [, own] = (await passedOn({ category_id: tenDays.id }, a, b, c)) as [Sent, Sent]
  await recategorise(b, second, await days(11))
  const runningDays = await buildCategory(chain.db, { returnDays: 15, dayCount: 'Dias corridos' })
  await recategorise(b, own, { category_id: runningDays.id })
  expect([await dateOf(b, second), await dateOf(b, own)]).toEqual(['2026-12-09', '2026-12-09'])
  await add('2026-11-30')
  await add('2026-12-01')
  await apply({})
  const movesOf = async (sent: Sent) => {
    const { history } = await chain.detail(b, sent)
    return (history as { description: string }[])
      .map(({ description }) => description)
      .filter((text) => /prazo alterado/.test(text))
  }
  expect(await movesOf(second)).toEqual([
    expect.stringMatching(`prazo alterado de 09/12/2026 para 11/12/2026, quando o item deve sair de ${b.name}$`),
  ])
  expect((await why(b, second)).changes).toMatchObject([{ to: '2026-12-11', by: null, kind: 'calendar' }])
  expect(await movesOf(own)).toEqual([
    expect.stringMatching(
      /prazo alterado de 09\/12\/2026 para 10\/12\/2026 por .+\. Motivo: contagem pelo calendário atual$/,
    ),
  ])
  expect((await why(b, own)).changes).toMatchObject([
    { to: '2026-12-10', reason: 'Contagem pelo calendário atual', kind: 'calendar' },
  ])
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 11.7, 11.8
it('dates left as they are can be taken up later, and those granted by hand move once the count goes beyond', async () => {
  const counted = await chain.send(a, b, { items: [{ category_id: tenDays.id }] })
  const granted = await chain.send(a, b, { items: [{ category_id: tenDays.id }] })
  const byHand = await chain.send(a, b, { items: [{ category_id: null }] })
  await extend(a, granted, '2026-12-10')
  await extend(a, byHand, '2026-12-09')
  await add('2026-11-30')
  await apply({ added: '2026-11-30' })
  const dates = async () => [await dateOf(a, counted), await dateOf(a, granted), await dateOf(a, byHand)]
  expect(await dates()).toEqual(['2026-12-10', '2026-12-10', '2026-12-09'])
  await add('2026-12-01')
  await apply({ added: '2026-12-01' })
  expect(await dates()).toEqual(['2026-12-11', '2026-12-11', '2026-12-09'])
  expect((await itemOf(a, granted)).original_return_date).toBe('2026-12-09')
  // Promised: they move to an earlier day only when the Admin says so, whenever that is.
  await remove('2026-12-01')
  await apply({ removed: '2026-12-01' })
  expect(await dates()).toEqual(['2026-12-11', '2026-12-11', '2026-12-09'])
  expect((await effect('')).earlier).toBeGreaterThanOrEqual(2)
  await apply({ shorten: true })
  expect(await dates()).toEqual(['2026-12-10', '2026-12-10', '2026-12-09'])
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

// proves 20.41, 21.6
it.each([
  [
    'a hop that ends after an item two hops before',
    ['itens encaminhados com prazo depois do anterior: 2.', 'itens cujo prazo não é o da última mudança: 1.'],
    `update items set return_date = null where id = $second;
     update items set return_date = '2026-12-31', granted_until = '2026-12-31' where id = $third`,
  ],
  [
    'a date that does not follow from what it is derived from',
    ['prazos que não são os de seus dados: 1.'],
    `update items set granted_until = '2026-12-30' where id = $first`,
  ],
])('npm run verify finds %s', async (_, sentences, statements) => {
  const [first, second, third] = (await passedOn({ category_id: null }, a, b, c, d)) as [Sent, Sent, Sent]
  await extend(c, third, '2026-12-18')
  await extend(a, first, '2026-12-10')
  expect(await findBrokenInvariants(chain.db)).toEqual([])
  const undone = new Error('undone')
  const named = { first, second, third }
  const broken = chain.db.transaction().execute(async (trx) => {
    await sql`alter table items disable trigger items_adopt_due_date`.execute(trx)
    const ofItems = statements.replaceAll(/\$(\w+)/g, (_, name: keyof typeof named) => String(named[name].items[0]))
    for (const statement of ofItems.split(';')) await sql.raw(statement).execute(trx)
    expect(await compareDerived(trx)).toEqual(sentences)
    throw undone
  })
  await expect(broken).rejects.toBe(undone)
})

// proves 21.3
it('what explains a date agrees with it, whatever was entered, applied, granted and passed on', async () => {
  const { below, pick } = random(20_261_125)
  const chains = [await passedOn(await days(3), a, b, c, d), await passedOn({ category_id: null }, a, b, c, d)]
  const senders = [a, b, c]
  for (let step = 0; step < 40; step += 1) {
    const date = `2026-12-${String(1 + below(28)).padStart(2, '0')}`
    const hop = below(3)
    const what = below(4)
    if (what === 0) await add(date)
    if (what === 1) await remove(date)
    if (what === 2) await apply({ shorten: below(2) === 0 })
    if (what === 3) await extend(senders[hop] as Organisation, pick(chains)[hop] as Sent, date)
  }
  for (const sent of chains) {
    let limit = '9999-12-31'
    for (const [hop, one] of sent.entries()) {
      const by = senders[hop] as Organisation
      const { return_date, original_return_date } = await itemOf(by, one)
      const said = await why(by, one)
      expect(said).toMatchObject({ return_date, original_return_date })
      expect(said.changes.at(-1)?.to ?? return_date).toBe(return_date)
      if (return_date === null) continue
      expect(return_date <= limit).toBe(true)
      expect(said.capped_by?.return_date ?? null).toBe(hop > 0 && return_date === limit ? limit : null)
      limit = return_date
    }
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})
