import { connect } from 'node:net'
import { role } from '@malote/core/users/role.ts'
import fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildNotification, buildProtocol } from '../../test/builders.ts'
import { openEventHub } from './event-hub.ts'
import { eventLine, openStreams } from './streams.ts'

const viewer = { id: 1, name: 'Ana Nogueira', role: role.admin, departmentId: null }

/** About a kilobyte. */
const line = eventLine('protocol', { id: 1, version: 1, by: 'x'.repeat(1_000) })

/** Number of lines sent before the other client, which does read, must have read them. */
const atOnce = 32

/** Far more than operating systems buffer for both ends of a connection. */
const most = 64 * 1024 * 1024

it('a browser that does not read is cut off, before its news fills the memory, and no other is', async () => {
  const { db } = await testApp()
  const streams = openStreams(db, () => new Date())
  const server = fastify().get('/:session', (request, reply) =>
    reply.send(streams.add(Number((request.params as { session: string }).session), viewer).body),
  )
  onTestFinished(() => server.close())
  const address = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))

  const deaf = connect(Number(address.port), address.hostname)
  onTestFinished(() => void deaf.destroy())
  deaf.pause().write('GET /1 HTTP/1.1\r\nhost: malote\r\n\r\n')
  const reading = (await fetch(new URL('/2', address))).body?.getReader()
  let received = 0
  const read = (async () => {
    for (let part = await reading?.read(); part && !part.done; part = await reading?.read()) {
      received += part.value.length
    }
  })()
  await expect.poll(() => streams.all().length).toBe(2)

  let sent = 0
  let waiting = 0
  while (streams.all().length === 2 && sent < most) {
    for (let count = 0; count < atOnce; count += 1) {
      for (const stream of streams.all()) {
        streams.send(stream, line)
        waiting = Math.max(waiting, stream.body.readableLength)
      }
      sent += line.length
    }
    await expect.poll(() => received, { interval: 1 }).toBeGreaterThanOrEqual(sent)
  }
  expect(streams.all().map(({ sessionId }) => sessionId)).toEqual([2])
  expect(waiting).toBeLessThan(64 * 1024 + 2 * line.length)

  // The connection must not stay half open: after the buffered data, the client sees the end.
  const closed = new Promise((resolve) => deaf.on('error', resolve).on('close', resolve))
  deaf.resume()
  await closed
  streams.endAll()
  await read
  expect(received).toBe(Buffer.byteLength(':\n\n') + sent)
})

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})

/** The stream of an Admin who has just signed in. */
async function openStream(hub: ReturnType<typeof openEventHub>) {
  const { id, name } = await buildAdmin(test.db, { departmentId: null })
  await test.tokenOf({ id })
  const session = await test.db.selectFrom('sessions').select('id').where('userId', '=', id).executeTakeFirstOrThrow()
  const body = await hub.open(session.id, { id, name, role: role.admin, departmentId: null }, 0)
  return { id, sessionId: session.id, body }
}

/** A hub whose queries that contain a text fail, while there is one, and an Admin's stream of it. */
async function failingHub() {
  const sabotage = { text: undefined as string | undefined, failures: 0 }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (sabotage.text === undefined || !JSON.stringify(node).includes(sabotage.text)) return node
      sabotage.failures += 1
      throw new Error('the pool is exhausted')
    },
    transformResult: async ({ result }) => result,
  }
  const hub = openEventHub({ db: test.db.withPlugin(plugin), now: () => new Date(), log: { warn: () => {} } })
  onTestFinished(hub.close)
  const { id, body } = await openStream(hub)
  let heard = ''
  body?.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  return { hub, id, sabotage, heard: () => heard }
}

it.each([
  ['of the sessions', '"sessions"'],
  ['of the history', 'with recursive line'],
  ['of the notifications', 'user_id as \\"userId\\" from notifications'],
  ['of the unread notifications', 'from unnest('],
])('news are told although queries %s fail for a while', async (_, text) => {
  const { hub, id, sabotage, heard } = await failingHub()
  const protocol = await buildProtocol(test.db)

  sabotage.text = text
  const line = { protocolId: protocol.id, action: 'Protocolo editado', createdBy: id }
  await test.db.insertInto('history').values(line).execute()
  await buildNotification(test.db, { userId: id })
  hub.tellMe(id)
  sabotage.failures = 0
  // The second failure belongs to a look that began after the commits.
  await vi.waitUntil(
    () => {
      hub.look()
      return sabotage.failures >= 2
    },
    { timeout: 60_000 },
  )
  sabotage.text = undefined

  await expect.poll(heard).toContain(`event: protocol\ndata: {"id":${protocol.id},`)
  await expect.poll(heard).toContain('event: inbox\ndata: {"unread":1}')
  await expect.poll(heard).toContain('event: me\n')
})

it('after a gap everything is told although the first queries fail', async () => {
  const { hub, sabotage, heard } = await failingHub()

  sabotage.text = '"sessions"'
  hub.tellAll()
  await vi.waitUntil(() => sabotage.failures > 0, { timeout: 60_000 })
  sabotage.text = undefined
  for (const event of ['me', 'registers', 'inbox']) {
    await expect.poll(heard).toContain(`event: ${event}\n`)
  }
})

// proves 15.5
it('changes of many people ask once, and only about their own streams', async () => {
  const asked: number[][] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      const [, ids] = /"value":\[(\d[\d,]*)\]/.exec(text) ?? []
      if (text.includes('"sessions"') && ids) asked.push(ids.split(',').map(Number))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  // Without heartbeats, which ask about all streams.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const hub = openEventHub({ db: test.db.withPlugin(plugin), now: () => new Date(), log: { warn: () => {} } })
  vi.useRealTimers()
  onTestFinished(hub.close)
  const streams = []
  for (let n = 0; n < 8; n += 1) streams.push(await openStream(hub))
  const changed = streams.slice(0, 4)
  const [first] = changed
  await test.db
    .deleteFrom('sessions')
    .where('id', '=', first?.sessionId ?? 0)
    .execute()
  asked.splice(0)
  let registers = 0
  streams[7]?.body?.on('data', (chunk: Buffer) => {
    registers += chunk.toString().split('event: registers').length - 1
  })

  for (let n = 0; n < 50; n += 1) {
    for (const { id } of changed) {
      hub.confirm(id)
      hub.tellMe(id)
      hub.tellCatalogs()
    }
    hub.confirm(-1 - n) // somebody without a stream
  }
  await expect.poll(hub.count).toBe(7)
  await expect.poll(() => registers).toBe(1)
  expect(asked).toEqual([changed.map(({ sessionId }) => sessionId)])
})

// proves 18.43
it('a person has forty streams, in however many sessions, and the newest stay', async () => {
  const { db } = await testApp()
  const streams = openStreams(db, () => new Date())
  const other = streams.add(999, { ...viewer, id: 2 })
  for (let session = 1; session <= 45; session += 1) streams.add(session, viewer)
  expect(streams.all().map(({ sessionId }) => sessionId)).toEqual([999, ...Array.from({ length: 40 }, (_, n) => n + 6)])
  expect(streams.all()[0]).toBe(other)
})
