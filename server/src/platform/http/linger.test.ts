import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { linger } from './linger.ts'

/** A server that answers the first bytes and lingers, and a client that keeps its side open. */
async function lingeringPair(patience: Parameters<typeof linger>[1]) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('answer')
      linger(socket.resume(), patience)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(async () => {
    client.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const isCut = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).once('close', resolve)
  })
  let received = ''
  client.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  client.write('question')
  await once(client, 'end')
  return { client, isCut, received: () => received }
}

async function drip(client: Socket, text: string) {
  while (client.writable) {
    client.write(text)
    await pause(10)
  }
}

describe('a connection that is closing', () => {
  // proves 19.1
  it('ends with a client that sends nothing more', async () => {
    const { client, isCut, received } = await lingeringPair({ silence: 100 })
    expect(received()).toBe('answer')
    // The other side is gone: only a write shows it.
    void pause(700).then(() => drip(client, 'x'))
    await isCut
  })

  // proves 19.1
  it.each([
    ['never stops', { total: 300 }, 'x'],
    ['sends too much', { bytes: 1000 }, 'x'.repeat(500)],
  ])('ends with a client that %s', async (_what, patience, text) => {
    const { client, isCut, received } = await lingeringPair(patience)
    void drip(client, text)
    await isCut
    expect(received()).toBe('answer')
  })
})
