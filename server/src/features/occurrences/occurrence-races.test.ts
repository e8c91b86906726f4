import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import type { Reply } from '../../test/client.ts'
import { multipart } from '../../test/client.ts'
import { file, sampleJpg } from '../../test/sample-files.ts'
import { occurrenceOrganisation } from './occurrences.test-setup.ts'

let organisation: Awaited<ReturnType<typeof occurrenceOrganisation>>
beforeAll(async () => {
  organisation = await occurrenceOrganisation()
  // Opens the sessions before the race starts.
  for (const person of [organisation.sender, organisation.originManager, organisation.recipient]) {
    await organisation.as(person).get('/api/nowhere')
  }
})
afterAll(async () => {
  expect(await findBrokenInvariants(organisation.db)).toEqual([])
})

interface Scene {
  /** Path of the item, and of its protocol. */
  item: string
  protocol: string
  itemId: number
  /** Path of the call that resolves its occurrence, which the destination opened. */
  resolve: string
}

async function scene(): Promise<Scene> {
  const { id, items } = await organisation.send({ items: [{ documentNumber: 'R-1' }] })
  const itemId = items[0]?.id ?? 0
  const { body } = await organisation.open(organisation.recipient, itemId)
  const item = `/api/protocols/items/${itemId}`
  return { item, protocol: `/api/protocols/${id}`, itemId, resolve: `/api/occurrences/${body.id}/resolve` }
}

const from = (person: 'sender' | 'originManager' | 'recipient') => organisation.as(organisation[person])
const note = 'Conferido na estante'
const reason = { reason: 'Engano' }
const settled = 'Esta ocorrência já foi resolvida'

interface Race {
  title: string
  one: (scene: Scene) => Promise<Reply>
  other: (scene: Scene) => Promise<Reply>
  /** What the second one hears, or nothing when both may go through in one order. */
  sentences: string[]
}

const races: Race[] = [
  {
    title: 'resolve and resolve',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'returned', note }),
    other: ({ resolve }) => from('originManager').post(resolve, { outcome: 'written_off', note }),
    sentences: [settled],
  },
  {
    title: 'resolve by the origin and by whoever opened it',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'found', note }),
    other: ({ resolve }) => from('recipient').post(resolve, { outcome: 'unfounded', note }),
    sentences: [settled],
  },
  {
    title: 'written off and the item cancelled',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'written_off', note }),
    other: ({ item }) => from('recipient').post(`${item}/cancel`, reason),
    sentences: [settled, 'Este item já foi cancelado'],
  },
  {
    title: 'returned and the protocol cancelled',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'found', note }),
    other: ({ protocol }) => from('recipient').post(`${protocol}/cancel`, reason),
    sentences: [settled],
  },
  {
    title: 'returned and returned by the destination',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'returned', note }),
    other: ({ item }) => from('recipient').post(`${item}/return`),
    sentences: ['Este item já foi retornado'],
  },
  {
    title: 'open and the item cancelled',
    one: ({ item }) => from('sender').post(`${item}/occurrences`, { ...organisation.body, kind: 'damaged' }),
    other: ({ item }) => from('recipient').post(`${item}/cancel`, reason),
    sentences: ['Este item já foi cancelado'],
  },
]

it.each(races)('$title at once: nothing is half done', async ({ one, other, sentences }) => {
  for (let round = 0; round < 6; round += 1) {
    const set = await scene()
    const replies = await Promise.all(round % 2 ? [one(set), other(set)] : [other(set), one(set)])
    const refused = replies.filter(({ status }) => status >= 400)
    for (const { status, body } of refused) expect([status, sentences.includes(body.message)]).toEqual([409, true])
    expect(refused.length).toBeLessThan(2)
    const { status } = await organisation.stateOf(set.itemId)
    const { body } = await from('sender').get(`${set.protocol}/occurrences`)
    // What ended the item has settled whatever was open, in either order.
    const open = body.filter((occurrence: { status: string }) => occurrence.status === 'aberta')
    if (status === 'cancelado') expect(open).toEqual([])
    const settlements = (await organisation.historyOf(body[0].protocol_id)).filter(
      ({ action }) => action === 'Ocorrência resolvida',
    )
    const outcomes = body.filter(({ outcome }: { outcome: string | null }) => outcome !== null)
    expect(settlements).toHaveLength(outcomes.length)
  }
})

it('two that open one of a kind at once open one, and keep its file alone', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, items } = await organisation.send()
    const before = (await organisation.filesOnDisk()).length
    const send = (person: 'sender' | 'recipient') =>
      from(person).post(
        `/api/protocols/items/${items[0]?.id}/occurrences`,
        multipart(organisation.body, { attachment_0: file('foto.jpg', sampleJpg) }),
      )
    const replies = await Promise.all([send('sender'), send('recipient')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await from('sender').get(`/api/protocols/${id}/occurrences`)).body).toHaveLength(1)
    expect(await organisation.filesOnDisk()).toHaveLength(before + 1)
  }
})
