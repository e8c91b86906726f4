import { connect } from 'node:net'
import { role } from '@malote/core/users/role.ts'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { testApp } from '../../test/app.ts'
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
