import { expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { isLong } from '../../../test/long.ts'
import { random } from '../../../test/random.ts'
import { type Organisation, testChain } from './forward.test-setup.ts'

/** An item of a protocol, in a model that knows nothing of the tables. */
interface Hop {
  protocol: number
  item: number
  from: Organisation
  to: Organisation
  state: 'sent' | 'held' | 'returned' | 'ended'
  before: Hop | null
  next: Hop | null
}

const lastOf = (hop: Hop): Hop => (hop.next ? lastOf(hop.next) : hop)
const lengthOf = (hop: Hop | null): number => (hop === null ? 0 : 1 + lengthOf(hop.before))

// proves 20.33
it('random histories over five departments are those of a model', { timeout: 60_000 }, async () => {
  const chain = await testChain()
  const { organisations, a } = chain
  const chance = random(20_261_122)
  const roots: Hop[] = []
  const hops: Hop[] = []
  const start = async () => {
    const to = chance.pick(organisations.slice(1))
    const { id, items } = await chain.send(a, to)
    const hop: Hop = { protocol: id, item: items[0] as number, from: a, to, state: 'sent', before: null, next: null }
    roots.push(hop)
    hops.push(hop)
  }
  const end = (hop: Hop) => {
    hop.state = 'ended'
    if (hop.before) hop.before.next = null
  }
  type Act = (hop: Hop) => Promise<boolean>
  /** Each acts for the right department, and compares the answer with what the model expects. */
  const act = async (by: Organisation, path: string, body: object | undefined, isAllowed: boolean, success: number) => {
    const reply = await by.client.post(`/api/protocols/${path}`, body)
    expect({ path, status: reply.status }, JSON.stringify(reply.body)).toEqual({
      ...{ path, status: isAllowed ? success : 409 },
    })
    return reply.body
  }
  const acts: Record<string, Act> = {
    receive: async (hop) => {
      const isAllowed = hop.state === 'sent'
      await act(hop.to, `${hop.protocol}/receive`, undefined, isAllowed, 200)
      if (isAllowed) hop.state = 'held'
      return isAllowed
    },
    forward: async (hop) => {
      const to = chance.pick(organisations.filter((organisation) => organisation !== hop.to))
      const isAllowed = hop.state === 'held' && hop.next === null && to !== hop.from && lengthOf(hop) < 10
      const body = { destination_department_id: to.id, remarks: 'Segue', item_ids: [hop.item] }
      const reply = await act(hop.to, `${hop.protocol}/forward`, body, isAllowed, 201)
      if (!isAllowed) return false
      const { items } = (await hop.to.client.get(`/api/protocols/${reply.protocol_id}`)).body
      const next: Hop = {
        ...{ protocol: reply.protocol_id, item: items[0].id, from: hop.to, to, state: 'sent', before: hop, next: null },
      }
      hop.next = next
      hops.push(next)
      return true
    },
    giveBack: async (hop) => {
      const isAllowed = hop.state === 'held' && hop.next === null
      await act(hop.to, `items/${hop.item}/return`, undefined, isAllowed, 200)
      if (isAllowed) hop.state = 'returned'
      return isAllowed
    },
    complete: async (hop) => {
      const isAllowed = hop.state === 'returned'
      const path = chance.below(2) ? `items/${hop.item}/complete` : `${hop.protocol}/complete`
      await act(hop.from, path, undefined, isAllowed, 200)
      if (isAllowed) end(hop)
      return isAllowed
    },
    cancel: async (hop) => {
      const isWhole = chance.below(2) === 1
      // A protocol may be cancelled after its item was returned, the item itself may not.
      const isAllowed = hop.next === null && (isWhole || hop.state !== 'returned')
      const path = isWhole ? `${hop.protocol}/cancel` : `items/${hop.item}/cancel`
      await act(chance.pick([hop.from, hop.to]), path, { reason: 'Engano' }, isAllowed, 200)
      if (isAllowed) end(hop)
      return isAllowed
    },
  }
  const likely = ['receive', 'receive', 'forward', 'forward', 'forward', 'giveBack', 'complete', 'complete', 'cancel']
  for (let i = 0; i < 3; i += 1) await start()
  let done = 0
  for (let step = 0; step < (isLong ? 160 : 50); step += 1) {
    const open = hops.filter(({ state }) => state !== 'ended')
    if (open.length < 3) await start()
    const name = chance.pick(likely)
    if (await acts[name]?.(chance.pick(hops.filter(({ state }) => state !== 'ended')))) done += 1
  }
  expect(done).toBeGreaterThan(15)
  for (const root of roots) {
    const detail = await chain.detail(a, { id: root.protocol, items: [] })
    expect(detail.items[0].forwarded_to?.department ?? null).toBe(root.next ? lastOf(root).to.name : null)
    const tracked = await chain.track(a, { id: root.protocol, items: [root.item] })
    const last = lastOf(root)
    if (last.state === 'sent') expect(tracked.current_location).toContain(`aguardando recebimento em ${last.to.name}`)
    else if (last.state === 'held') expect(tracked.current_location).toBe(last.to.name)
    else if (last.state === 'returned') expect(tracked.current_location).toBe(last.from.name)
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})
