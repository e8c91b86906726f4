import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { type Db, withPatientDatabase } from '../platform/db/connect.ts'
import { tokenHash } from '../platform/http/auth.ts'
import type { App } from '../platform/http/fastify.ts'
import type { Config } from '../platform/settings/config.ts'
import { buildDepartment, buildItemType, buildUser } from '../test/builders.ts'
import { wasPutOff } from '../test/fuzz-runs.ts'
import { silentServer } from '../test/mail-server.ts'
import { databaseAt, dropDatabase, onServer } from '../test/on-server.ts'
import { serverProcess } from '../test/server-process.ts'
import { closeGracefully } from './graceful-close.ts'
import { listen } from './serve.ts'

/** An empty database without any migrations. */
async function bareDatabase(): Promise<string> {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  onTestFinished(() => dropDatabase(server, name))
  return databaseAt(server, name)
}

async function start(databaseUrl: string, settings?: Record<string, string>) {
  const server = await serverProcess(databaseUrl, settings)
  onTestFinished(server.remove)
  return server
}

// proves V16.3.4
it('two come up at once on an empty database, and one told to stop answers what is under way and queues its mail', async () => {
  const databaseUrl = await bareDatabase()
  // The queue stays full, because this mail server never responds.
  const smtp = await silentServer()
  onTestFinished(smtp.close)
  const [server, other] = await Promise.all([
    start(databaseUrl, { SMTP_URL: `smtp://127.0.0.1:${smtp.port}?greetingTimeout=500` }),
    start(databaseUrl),
  ])

  // A server that has just had to wait for the processor refuses everything for a second.
  for (const { url } of [server, other]) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  const told = [server, other].filter(({ output }) => output().includes('Primeiro administrador'))
  expect(told).toHaveLength(1)
  await withPatientDatabase(databaseUrl, async (db) => {
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
    const holidays = await db.selectFrom('holidays').select('date').execute()
    expect(new Set(holidays.map(({ date }) => date)).size).toBe(holidays.length)

    other.child.kill('SIGTERM')
    expect(await other.ended(), other.output()).toBe(0)

    const organisation = await found(db)
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    onTestFinished(() => agent.destroy())
    const acknowledged: number[] = []
    let isStopping = false
    const create = async () => {
      while (!isStopping) {
        const reply = await post(agent, `${server.url}/api/protocols`, organisation.token, organisation.form)
        if (wasPutOff({ status: reply.status, body: JSON.parse(reply.body) })) continue
        if (reply.status !== 201) throw new Error(`${reply.status} ${reply.body}`)
        acknowledged.push(JSON.parse(reply.body).protocol_id)
        if (acknowledged.length < 24 || isStopping) continue
        isStopping = true
        server.child.kill('SIGTERM')
      }
    }
    const people = await Promise.allSettled(Array.from({ length: 16 }, create))
    const stopped = performance.now()
    expect(await server.ended(), server.output()).toBe(0)
    // Idle keep-alive connections do not delay the shutdown.
    expect(performance.now() - stopped).toBeLessThan(60_000)

    for (const outcome of people) {
      // Requests that come too late get a refused or reset connection, never another error.
      if (outcome.status === 'rejected') expect(['ECONNREFUSED', 'ECONNRESET']).toContain(outcome.reason.code)
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(24)
    // Of one person to another, 20 an hour are mails of their own (contract 18.92).
    const { rows } = await sql<{ id: number; mails: number }>`
      select p.id, (
        select count(*) from pgboss.job j where j.name = 'mail' and j.data -> 'protocolIds' @> to_jsonb(p.id)
      )::int + (
        select count(*) from notice_mails m where m.bundled_until is not null and p.id = any (m.protocol_ids)
      )::int as mails
      from protocols p`.execute(db)
    const mailsOf = new Map(rows.map(({ id, mails }) => [id, mails]))
    expect(acknowledged.map((id) => mailsOf.get(id))).toEqual(acknowledged.map(() => 1))
  })
})

/** A sender with a session, and a form for a protocol of which one other person is notified. */
async function found(db: Db) {
  const origin = await buildDepartment(db)
  const destination = await buildDepartment(db)
  const sender = await buildUser(db, { departmentId: origin.id })
  await buildUser(db, { departmentId: destination.id })
  const itemType = await buildItemType(db)
  const token = randomUUID()
  const now = Date.now()
  const session = { createdAt: new Date(now), lastSeenAt: new Date(now), expiresAt: new Date(now + 3_600_000) }
  await db
    .insertInto('sessions')
    .values({ userId: sender.id, tokenHash: tokenHash(token), remember: false, ...session })
    .execute()
  const form = {
    remarks: 'Remessa',
    origin_department_id: origin.id,
    destination_department_id: destination.id,
    requires_return: false,
    items: [{ item_type_id: itemType.id }],
  }
  return { token, form }
}

function post(agent: Agent, url: string, token: string, body: unknown): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = request(url, { agent, method: 'POST', headers }, async (reply: IncomingMessage) => {
      resolve({ status: reply.statusCode ?? 0, body: await text(reply) })
    })
    call.on('error', reject).end(JSON.stringify(body))
  })
}

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
  const until = Date.now() + 40_000
  for (let seen = 0; seen < crowd && Date.now() < until; seen = Atomics.load(connected, 0))
    Atomics.wait(connected, 0, seen, until - Date.now())
  expect(connected[0]).toBe(crowd)
})

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** As in production, but removes its signal handlers from the test process afterwards. */
function opened() {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  onTestFinished(() => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) {
        if (!before.get(signal)?.includes(listener)) process.removeListener(signal, listener)
      }
    }
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return { ...closeGracefully({ graceMs: 100 }), log }
}

it('closes in the opposite order of opening', async () => {
  const { onClose, close, log } = opened()
  const closed: string[] = []
  for (const part of ['o banco', 'as tarefas', 'o atendimento']) onClose(part, async () => closed.push(part))

  expect(await close()).toBe(true)
  expect(closed).toEqual(['o atendimento', 'as tarefas', 'o banco'])
  expect(log).not.toHaveBeenCalled()
})

it('tells of a part that fails or hangs, and closes the others', async () => {
  const { onClose, close, log } = opened()
  const database = vi.fn()
  onClose('o banco', database)
  onClose('a fila', () => new Promise(() => {}))
  onClose('as tarefas', () => {
    throw new Error('already gone')
  })

  expect(await close()).toBe(false)
  expect(database).toHaveBeenCalledOnce()
  expect(log.mock.calls.map(([sentence]) => sentence)).toEqual([
    'Não foi possível encerrar as tarefas:',
    'Não foi possível encerrar a fila:',
  ])
})
