import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { buildManager, buildProtocol } from '../builders.ts'
import { fuzzRuns, fuzzTimeout } from '../fuzz-runs.ts'
import { nasty } from './random-requests.ts'
import { snapshotOf } from './snapshot.ts'

const fields = [
  'item_ids',
  'message',
  'reason',
  'text',
  'newUserId',
  'userId',
  'itemIds',
  'return_date',
  '__proto__',
  'constructor',
]

const bodies = fc.oneof(
  nasty,
  fc.dictionary(fc.constantFrom(...fields), fc.oneof(nasty, fc.array(nasty, { maxLength: 3 })), { maxKeys: 4 }),
)

let test: TestApp
beforeAll(async () => {
  test = await testApp({ config: { FAIR_USE_FACTOR: 1000 } })
})

const routes = [
  ['post', 'cancel'],
  ['post', 'receive'],
  ['post', 'refuse'],
  ['post', 'redirect'],
  ['post', '/api/protocols/bulk-receive'],
  ['post', 'comments'],
  ['post', 'items/{item}/cancel'],
  ['post', 'items/{item}/transfer'],
  ['put', 'items/{item}/assign'],
  ['put', 'items/{item}/due-date'],
  ['post', 'items/bulk-return'],
  ['put', 'items/bulk-assign'],
  ['post', 'items/bulk-due-date'],
  ['post', 'items/bulk-transfer'],
  ['post', 'items/bulk-complete'],
  ['post', '/api/returns/remind'],
] as const

const isOfPending: string[] = ['receive', 'refuse', 'redirect']

// proves 7.9.4, V1.2.4, V2.2.2, V15.3.5
it.each(routes)(
  '%s %s answers every body with a sentence, and never breaks',
  async (method, route) => {
    const originDepartmentId = (await buildProtocol(test.db)).originDepartmentId
    // A department that sends to itself: its Gestor passes every check up to the body.
    const gestor = await buildManager(test.db, { departmentId: originDepartmentId })
    const build = () =>
      buildProtocol(test.db, {
        originDepartmentId,
        destinationDepartmentId: originDepartmentId,
        status: isOfPending.includes(route) ? protocolStatus.pending : protocolStatus.inProgress,
        items: [{ responsibleId: route.includes('transfer') ? gestor.id : null }],
      })
    let protocol = await build()
    const client = test.as(gestor)

    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const path = route.startsWith('items')
          ? `/api/protocols/${route.replace('{item}', String(protocol.items[0]?.id))}`
          : route.startsWith('/')
            ? route
            : `/api/protocols/${protocol.id}/${route}`
        const before = await snapshotOf(test.db, protocol.id)
        const reply = await client[method](path, body)
        const wasRefused = reply.status >= 400
        expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
        if (wasRefused) {
          expect(reply.body).toMatchObject({ message: expect.stringMatching(/\p{L}/u), code: expect.any(String) })
          expect(await snapshotOf(test.db, protocol.id)).toEqual(before)
        }
        // A random body may be valid by accident; its protocol is then used up.
        else protocol = await build()
      }),
      fuzzRuns(100),
    )
  },
  fuzzTimeout,
)
