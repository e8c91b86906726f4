import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testChain } from './forward.test-setup.ts'

let chain: Awaited<ReturnType<typeof testChain>>
beforeAll(async () => {
  chain = await testChain()
})

async function passedOn() {
  const { a, b, c } = chain
  const first = await chain.send(a, b, { items: [{}, {}] })
  await chain.receive(b, first)
  return { first, next: await chain.passOn(b, first, c, first.items.slice(0, 1)) }
}

// proves 20.44
it('which item an item continues never changes', async () => {
  const { first, next } = await passedOn()
  const change = (item: number | undefined, to: number | null | undefined) =>
    sql`update items set forwarded_from_item_id = ${to} where id = ${item}`.execute(chain.db)
  await expect(change(next.items[0], null)).rejects.toThrow('items_keep_their_chain refused')
  await expect(change(next.items[0], first.items[1])).rejects.toThrow('items_keep_their_chain refused')
  await expect(change(first.items[1], first.items[0])).rejects.toThrow('items_keep_their_chain refused')
})

// proves 20.44
it('which protocol a protocol was redirected from never changes', async () => {
  const { a, b, c } = chain
  const sent = await chain.send(a, b)
  const { body } = await a.client.post(`/api/protocols/${sent.id}/redirect`, {
    ...{ destination_department_id: c.id, reason: 'Departamento errado' },
  })
  const change = sql`update protocols set redirected_from = null where id = ${body.protocol_id}`.execute(chain.db)
  await expect(change).rejects.toThrow('protocols_keep_their_redirection refused')
})
