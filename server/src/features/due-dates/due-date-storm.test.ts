import { addDays } from '@malote/core/shared/civil-date.ts'
import { expect, it } from 'vitest'
import { chainHistory } from '../../platform/db/chain/chain-history.ts'
import { verifyChain } from '../../platform/db/chain/verify-chain.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildAdmin, buildCategory } from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'
import { random } from '../../test/random-organisation.ts'
import { type Organisation, type Sent, testChain } from '../protocols/forward/forward.test-setup.ts'

/** Acts of everybody together; more with `STORM_ACTS`. */
const acts = Number(process.env.STORM_ACTS ?? 100)
const people = 10
const chain = await testChain({ now: '2026-11-25T12:00:00Z', ownDatabase: true })
const { organisations, db } = chain
const admins = await Promise.all(Array.from({ length: 2 }, () => buildAdmin(db)))
const categories = [null, ...(await Promise.all([2, 5, 9].map((returnDays) => buildCategory(db, { returnDays }))))]

/** A chain of ten protocols at most, each from a department to another one. */
async function passedOn(length: number, { below, pick }: ReturnType<typeof random>): Promise<[Organisation, Sent][]> {
  const category = () => ({ category_id: pick(categories)?.id ?? null })
  let [at, to] = [organisations[0] as Organisation, organisations[1] as Organisation]
  const hops: [Organisation, Sent][] = [[at, await chain.send(at, to, { items: [category(), category()] })]]
  while (hops.length < length) {
    const [before, last] = hops.at(-1) as [Organisation, Sent]
    await chain.receive(to, last)
    ;[at, to] = [to, pick(organisations.filter((one) => one !== before && one !== to))]
    hops.push([at, await chain.passOn(at, last, to)])
  }
  return below(2) ? hops : hops.toReversed()
}

// proves 11.7, 20.36, 20.41
it('ten people at once extend, edit, pass on, ask and change the calendar, and every date follows from what is kept', async () => {
  const luck = random(20_261_127)
  const { below, pick } = luck
  const hops = (await Promise.all([10, 4, 2, 1, 1].map((length) => passedOn(length, luck)))).flat()
  const holderOf = async (protocolId: number) => {
    const { destinationDepartmentId } = await db
      .selectFrom('protocols')
      .select('destinationDepartmentId')
      .where('id', '=', protocolId)
      .executeTakeFirstOrThrow()
    return organisations.find(({ id }) => id === destinationDepartmentId) as Organisation
  }
  let left = acts
  /** Later and later, so that there is always something to extend. */
  const day = () => addDays('2026-11-26', below(30) + Math.floor(((acts - left) / acts) * 60))
  const holidays = '/api/calendar/holidays'
  const act: (() => Promise<Reply>)[] = [
    () => chain.as(pick(admins)).post(holidays, { date: day(), name: 'Feriado' }),
    () => chain.as(pick(admins)).delete(`${holidays}/${day()}`),
    () => chain.as(pick(admins)).post('/api/calendar/apply', { shorten: below(2) === 0 }),
    () => chain.as(pick(admins)).get(`/api/calendar/effect?added=${day()}`),
    ...Array.from({ length: 3 }, () => () => {
      const [by, { items }] = pick(hops)
      return by.client.put(`/api/protocols/items/${pick(items)}/due-date`, { return_date: day(), reason: 'Volume' })
    }),
    () => {
      const [by] = pick(hops)
      const item_ids = hops.filter(([one]) => one === by).flatMap(([, { items }]) => items)
      return by.client.post('/api/protocols/items/bulk-due-date', { item_ids, return_date: day(), reason: 'Recesso' })
    },
    async () => {
      const [, { id, items }] = pick(hops)
      const holder = await holderOf(id)
      const asked = { return_date: day(), reason: 'Falta assinatura' }
      return holder.client.post(`/api/protocols/items/${pick(items)}/extension-requests`, asked)
    },
    async () => {
      const [by, { id, items }] = pick(hops)
      const edited = items.map((item) => ({
        id: item,
        item_type_id: chain.itemType.id,
        category_id: pick(categories)?.id,
      }))
      return by.client.put(`/api/protocols/${id}`, { remarks: 'Outra remessa', items: edited })
    },
    async () => {
      const [, sent] = pick(hops)
      const holder = await holderOf(sent.id)
      await holder.client.post(`/api/protocols/${sent.id}/receive`)
      return chain.forward(holder, sent, pick(organisations), [pick(sent.items)])
    },
    async () => {
      const { body } = await pick(organisations).client.get('/api/extension-requests?side=to_decide&status=aberto')
      const request = body.data[0]
      if (!request) return { status: 200, body: {} } as Reply
      const [by] = hops.find(([, { id }]) => id === request.protocol_id) ?? pick(hops)
      return by.client.post(`/api/extension-requests/${request.id}/decide`, { decision: 'grant' })
    },
  ]
  const worst: Reply[] = []
  const person = async () => {
    while (left > 0) {
      left -= 1
      const reply = await pick(act)()
      if (reply.status >= 500) worst.push(reply)
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  expect(worst.map(({ body }) => body)).toEqual([])
  expect(await findBrokenInvariants(db)).toEqual([])

  // What was entered last is applied in the end, whoever applied what before, and then nothing differs any more.
  const [admin] = admins.map((one) => chain.as(one))
  for (let remaining = 1; remaining > 0; ) {
    remaining = (await admin?.post('/api/calendar/apply', { shorten: true }))?.body.remaining
  }
  expect((await admin?.get('/api/calendar/effect'))?.body).toEqual({ later: 0, earlier: 0, sample: [] })
  expect(await findBrokenInvariants(db)).toEqual([])
  expect(await db.selectFrom('dueDateChanges').select('id').execute()).not.toHaveLength(0)
  await chainHistory(db)
  expect((await verifyChain(db)).broken).toEqual([])
}, 300_000)
