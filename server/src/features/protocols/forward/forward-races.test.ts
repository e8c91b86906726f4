import { beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { buildManager } from '../../../test/builders.ts'
import type { Client, Reply } from '../../../test/client.ts'
import { type Sent, testChain } from './forward.test-setup.ts'

let chain: Awaited<ReturnType<typeof testChain>>
let otherB: Client
let receiver: { id: number }

beforeAll(async () => {
  chain = await testChain()
  receiver = await buildManager(chain.db, { departmentId: chain.b.id })
  otherB = chain.as(receiver)
  for (const client of [otherB, ...chain.organisations.map((organisation) => organisation.client)])
    await client.get('/api/nowhere')
})

const item = ({ items }: Sent) => `/api/protocols/items/${items[0]}`
const toC = (sent: Sent) => chain.forward(chain.b, sent, chain.c)
const toD = (sent: Sent) =>
  otherB.post(`/api/protocols/${sent.id}/forward`, {
    ...{ destination_department_id: chain.d.id, remarks: 'Segue', item_ids: sent.items },
  })

interface Race {
  title: string
  one: (sent: Sent) => Promise<Reply>
  other: (sent: Sent) => Promise<Reply>
  sentences: () => string[]
}
const awayIn = (...names: string[]) => names.map((name) => `Este item está em ${name}. Aguarde a volta.`)

const races: Race[] = [
  { title: 'passing on and passing on', one: toC, other: toD, sentences: () => awayIn(chain.c.name, chain.d.name) },
  {
    title: 'passing on and returning',
    one: toC,
    other: (sent) => otherB.post(`${item(sent)}/return`),
    sentences: () => [...awayIn(chain.c.name), 'Este item já foi retornado'],
  },
  {
    title: 'passing on and cancelling the item',
    one: toC,
    other: (sent) => chain.a.client.post(`${item(sent)}/cancel`, { reason: 'Engano' }),
    sentences: () => [...awayIn(chain.c.name), 'Este item já foi cancelado'],
  },
  {
    title: 'passing on and cancelling the protocol',
    one: toC,
    other: (sent) => chain.a.client.post(`/api/protocols/${sent.id}/cancel`, { reason: 'Engano' }),
    sentences: () => [...awayIn(chain.c.name), 'Este protocolo já foi cancelado'],
  },
]

// proves 20.40
it.each(races)('$title at once: one goes through, the other hears why not', async ({ one, other, sentences }) => {
  for (let round = 0; round < 4; round += 1) {
    const sent = await chain.send(chain.a, chain.b)
    await chain.receive(chain.b, sent)
    const replies = await Promise.all(round % 2 ? [one(sent), other(sent)] : [other(sent), one(sent)])
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(sentences()).toContain(replies.find(({ status }) => status === 409)?.body.message)
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

it('passing on sees an item whose protocol was locked by the act that took it', async () => {
  const sent = await chain.send(chain.a, chain.b)
  await chain.receive(chain.b, sent)
  let reply: Promise<Reply> | undefined
  await chain.db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', sent.id).forNoKeyUpdate().execute()
    reply = chain.a.client.post(`/api/protocols/${sent.id}/cancel`, { reason: 'Engano' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    // What the waiting request cannot have seen when it began to wait.
    const next = await trx
      .insertInto('protocols')
      .values({
        ...{ originDepartmentId: chain.b.id, destinationDepartmentId: chain.c.id, requiresReturn: true, remarks: 'x' },
        createdBy: receiver.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('items')
      .values({
        ...{ protocolId: next.id, position: 1, itemTypeId: chain.itemType.id },
        forwardedFromItemId: sent.items[0] as number,
      })
      .execute()
  })
  expect(await reply).toMatchObject({ status: 409, body: { message: awayIn(chain.c.name)[0] } })
})

it('acts up and down one chain at once, and nobody deadlocks', async () => {
  for (let round = 0; round < 3; round += 1) {
    const first = await chain.send(chain.a, chain.b, { items: [{}, {}, {}] })
    await chain.receive(chain.b, first)
    const next = await chain.passOn(chain.b, first, chain.c, first.items.slice(0, 2))
    await chain.receive(chain.c, next)
    const [one, two] = next.items as [number, number]
    await chain.giveBack(chain.c, one)
    const replies = await Promise.all([
      chain.b.client.post(`/api/protocols/items/${one}/complete`),
      otherB.post(`/api/protocols/items/${two}/cancel`, { reason: 'x' }),
      chain.forward(chain.b, first, chain.d, [first.items[2] as number]),
      chain.a.client.post(`/api/protocols/items/${first.items[0]}/cancel`, { reason: 'x' }),
      chain.a.client.put(`/api/protocols/items/${first.items[1]}/due-date`, {
        ...{ return_date: '2026-12-30', reason: 'Mais tempo' },
      }),
      otherB.put(`/api/protocols/items/${one}/due-date`, { return_date: '2026-11-25', reason: 'x' }),
    ])
    for (const { status, body } of replies) expect([200, 201, 400, 409], JSON.stringify(body)).toContain(status)
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})
