import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import type { App } from '../platform/http/fastify.ts'
import type { Config } from '../platform/settings/config.ts'
import { listen } from './serve.ts'

const crowd = 1_000

/** Most that the system lets wait; 0 where it does not tell. */
function systemsMaximum() {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 0
  }
}

/** Connects and counts; a thread of its own, because the server's thread is busy. */
const connectAll = `
  const { connect } = require('node:net')
  const { workerData: { port, crowd, connected } } = require('node:worker_threads')
  for (let n = 0; n < crowd; n += 1)
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .on('connect', () => {
        Atomics.add(connected, 0, 1)
        Atomics.notify(connected, 0)
      })`

it.skipIf(systemsMaximum() < crowd)('a thousand may connect while the server is busy', async () => {
  const app = fastify() as unknown as App
  await listen(app, { HOST: '127.0.0.1', PORT: 0 } as Config)
  const { port } = app.server.address() as AddressInfo
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const clients = new Worker(connectAll, { eval: true, workerData: { port, crowd, connected } })
  onTestFinished(async () => {
    await clients.terminate()
    await app.close()
  })
  // Nothing is accepted meanwhile. Connections beyond the queue would be refused in silence, and try again later.
  const until = Date.now() + 10_000
  for (let seen = 0; seen < crowd && Date.now() < until; seen = Atomics.load(connected, 0))
    Atomics.wait(connected, 0, seen, until - Date.now())
  expect(connected[0]).toBe(crowd)
})
